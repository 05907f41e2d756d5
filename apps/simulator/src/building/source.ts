import type { LocalTime } from './local-clock.ts';
import type { Particles } from './outdoor.ts';
import { isSchoolTerm } from './timetable.ts';

/** Emission of activities per m³ of a room and hour. Particles in µg/m³/h. */
export interface Emission extends Particles {
  /** mg/m³/h */
  hcho: number;
  /** g/kg/h */
  moisture: number;
}

export const SOURCE_KINDS = ['cooking', 'cleaning', 'craft'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Activities at strength 1: cooking, wet mopping with detergent, gluing and painting. */
const EMISSIONS: Readonly<Record<SourceKind, Readonly<Emission>>> = {
  cooking: { fine: 30, medium: 18, coarse: 20, hcho: 0.004, moisture: 1.2 },
  cleaning: { fine: 1, medium: 5, coarse: 45, hcho: 0.06, moisture: 0.8 },
  craft: { fine: 4, medium: 6, coarse: 15, hcho: 0.16, moisture: 0 },
};

/** An ongoing activity in a room. */
export interface Source {
  readonly kind: SourceKind;
  readonly strength: number;
}

/** A daily activity. */
export interface DailySource extends Source {
  /** Hours of the local day. */
  readonly from: number;
  readonly to: number;
  /** Weekdays, 0 = Sunday. */
  readonly days: readonly number[];
  /** The source is off during school holidays. */
  readonly termOnly?: boolean;
}

function isGoingOn(source: DailySource, local: Readonly<LocalTime>): boolean {
  if (local.minute < source.from * 60 || local.minute >= source.to * 60) return false;
  return source.days.includes(local.weekday) && (source.termOnly !== true || isSchoolTerm(local));
}

function add(sum: Emission, { kind, strength }: Source): void {
  const emission = EMISSIONS[kind];
  sum.fine += emission.fine * strength;
  sum.medium += emission.medium * strength;
  sum.coarse += emission.coarse * strength;
  sum.hcho += emission.hcho * strength;
  sum.moisture += emission.moisture * strength;
}

/** Total emission now: of the daily activities and of `extra`. */
export function emissionOf(
  sources: readonly DailySource[],
  local: Readonly<LocalTime>,
  extra: Source | null,
): Readonly<Emission> {
  const sum: Emission = { fine: 0, medium: 0, coarse: 0, hcho: 0, moisture: 0 };
  for (const source of sources) if (isGoingOn(source, local)) add(sum, source);
  if (extra !== null) add(sum, extra);
  return sum;
}
