/** Groups of Korea's Indoor Air Quality Control Act; a facility outside of it has none. */
export type KoreanGroup = 'A' | 'B' | 'C' | 'D';

interface KindRow {
  readonly kind: string;
  readonly group: KoreanGroup | null;
  /** Smallest size to which the Act applies; without any it applies to all of the kind. One size that is reached is enough. */
  readonly minArea?: number;
  readonly minBeds?: number;
  readonly minSeats?: number;
  /** The Act applies to the kind from this day on; by default always. */
  readonly coveredFrom?: string;
}

/** Kinds of facilities: those of the Act's article 3 (decree, article 2) in its order, schools, and all others. */
const KINDS = [
  { kind: 'UNDERGROUND_STATION', group: 'A' },
  { kind: 'UNDERGROUND_MALL', group: 'A', minArea: 2000 },
  { kind: 'RAILWAY_WAITING_ROOM', group: 'A', minArea: 2000 },
  { kind: 'BUS_WAITING_ROOM', group: 'A', minArea: 2000 },
  { kind: 'PORT_WAITING_ROOM', group: 'A', minArea: 5000 },
  { kind: 'AIRPORT_TERMINAL', group: 'A', minArea: 1500 },
  { kind: 'LIBRARY', group: 'A', minArea: 3000 },
  { kind: 'MUSEUM', group: 'A', minArea: 3000 },
  { kind: 'MEDICAL', group: 'B', minArea: 2000, minBeds: 100 },
  { kind: 'POSTNATAL_CARE', group: 'B', minArea: 500 },
  { kind: 'ELDERLY_CARE', group: 'B', minArea: 1000 },
  { kind: 'DAY_CARE', group: 'B', minArea: 430 },
  { kind: 'INDOOR_PLAYGROUND', group: 'B', minArea: 430, coveredFrom: '2020-04-03' },
  { kind: 'LARGE_STORE', group: 'A' },
  { kind: 'FUNERAL_HALL', group: 'A', minArea: 1000 },
  { kind: 'CINEMA', group: 'A' },
  { kind: 'ACADEMY', group: 'A', minArea: 1000 },
  { kind: 'EXHIBITION_HALL', group: 'A', minArea: 2000 },
  { kind: 'PC_ROOM', group: 'A', minArea: 300 },
  { kind: 'INDOOR_CAR_PARK', group: 'C', minArea: 2000 },
  { kind: 'OFFICE', group: 'D', minArea: 3000 },
  { kind: 'MIXED_USE', group: 'D', minArea: 2000 },
  { kind: 'CONCERT_HALL', group: 'D', minSeats: 1000 },
  { kind: 'SPORTS_HALL', group: 'D', minSeats: 1000 },
  { kind: 'BATH', group: 'A', minArea: 1000 },
  { kind: 'SCHOOL', group: null },
  { kind: 'SCHOOL_GYM', group: null },
  { kind: 'OTHER', group: null },
] as const satisfies readonly KindRow[];

export type FacilityKind = (typeof KINDS)[number]['kind'];
export const FACILITY_KINDS = KINDS.map(({ kind }) => kind) as [FacilityKind, ...FacilityKind[]];

const ROWS: ReadonlyMap<FacilityKind, KindRow> = new Map(KINDS.map((row) => [row.kind, row]));
const rowOf = (kind: FacilityKind): KindRow => ROWS.get(kind) ?? { kind, group: null };

/** The kinds of a group of the Act. */
export const kindsOfGroup = (group: KoreanGroup): readonly FacilityKind[] =>
  KINDS.filter((row) => row.group === group).map(({ kind }) => kind);

export const groupOf = (kind: FacilityKind): KoreanGroup | null => rowOf(kind).group;

/**
 * How a facility is aired. MECHANICAL: mainly by machines, windows open too; MECHANICAL_ONLY: natural ventilation is
 * impossible and ventilation equipment is in use.
 */
export const VENTILATIONS = ['NATURAL', 'MECHANICAL', 'MECHANICAL_ONLY'] as const;
export type Ventilation = (typeof VENTILATIONS)[number];

/** Facts of a facility on a day; null: unknown. */
export interface Facility {
  readonly kind: FacilityKind | null;
  /** ISO 3166-2, such as KR-11. */
  readonly region: string | null;
  /** m² */
  readonly area: number | null;
  readonly beds: number | null;
  readonly seats: number | null;
  readonly ventilation: Ventilation | null;
}

/** Whether the Act applies to a facility by its size and the day. UNKNOWN: a size that decides is missing. */
export const coverageOf = (facility: Facility, day: string): 'COVERED' | 'NOT_COVERED' | 'UNKNOWN' => {
  if (facility.kind === null) return 'UNKNOWN';
  const { group, minArea, minBeds, minSeats, coveredFrom = '' } = rowOf(facility.kind);
  if (group === null || day < coveredFrom) return 'NOT_COVERED';
  const sizes = [
    [minArea, facility.area],
    [minBeds, facility.beds],
    [minSeats, facility.seats],
  ] as const;
  const deciding = sizes.filter(([least]) => least !== undefined);
  if (deciding.length === 0 || deciding.some(([least = 0, size]) => size !== null && size >= least)) return 'COVERED';
  return deciding.some(([, size]) => size === null) ? 'UNKNOWN' : 'NOT_COVERED';
};

/** Regions with rules of their own, and the others of Korea. */
export const KOREAN_REGIONS = [
  ...['KR-11', 'KR-26', 'KR-27', 'KR-28', 'KR-29', 'KR-30', 'KR-31', 'KR-50'],
  ...['KR-41', 'KR-42', 'KR-43', 'KR-44', 'KR-45', 'KR-46', 'KR-47', 'KR-48', 'KR-49'],
] as const;
