import { type FactsSince, factsOn } from '@airdeck/domain/limit/facts';
import { type OpeningHours, parseOpeningHours } from '@airdeck/domain/limit/opening-hours';
import { type Department, knownMeter, type Meter, type RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { FactsRow } from './facility-queries.ts';

export const factsOf = (row: FactsRow, hoursOf: (text: string) => OpeningHours | null): FactsSince => ({
  validFrom: row.valid_from,
  facts: {
    kind: row.facility_kind,
    region: row.region,
    area: row.area,
    beds: row.beds,
    seats: row.seats,
    ventilation: row.ventilation,
    hours: row.opening_hours === null ? null : hoursOf(row.opening_hours),
    outdoorMeterId: row.outdoor_meter_id,
  },
});

/** The facts of a department and of the places above it, from the nearest, each oldest first (`factsOn`). */
export interface PlaceFacts {
  /** Equal for departments with the same facts. */
  key: string;
  known: readonly (readonly FactsSince[])[];
}

/** The outdoor meter of a place on a local day; undefined: it has none. */
export const outdoorMeterOn = (snapshot: RegistrySnapshot, { known }: PlaceFacts, day: string): Meter | undefined => {
  const { outdoorMeterId } = factsOn(known, day);
  return outdoorMeterId === null ? undefined : knownMeter(snapshot, outdoorMeterId);
};

/** Finds the facts that hold for a department. Opening hours are read once for each text. */
export const createPlaceFacts = (rows: readonly FactsRow[]): ((department: Department) => PlaceFacts) => {
  const hours = new Map<string, OpeningHours | null>();
  const hoursOf = (text: string): OpeningHours | null => {
    const known = hours.get(text) ?? parseOpeningHours(text);
    hours.set(text, known);
    return known;
  };
  const places = new Map<string, FactsSince[]>();
  for (const row of rows) {
    const key = `${row.organization_id}/${row.office_id ?? ''}/${row.department_id ?? ''}`;
    const known = places.get(key) ?? [];
    places.set(key, known);
    known.push(factsOf(row, hoursOf));
  }
  return ({ id, office }) => {
    const organizationId = office.organization.id;
    const keys = [`${organizationId}//${id}`, `${organizationId}/${office.id}/`, `${organizationId}//`];
    // Places without facts of their own share those of the place above.
    const own = keys.filter((key) => places.has(key));
    return { key: `${organizationId} ${own.join(' ')}`, known: own.map((key) => places.get(key) ?? []) };
  };
};
