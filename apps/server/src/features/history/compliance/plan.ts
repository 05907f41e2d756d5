import { addDays } from '@airdeck/domain/calendar';
import { type Facts, type FactsSince, factsOn } from '@airdeck/domain/limit/facts';
import { type OpeningHours, parseOpeningHours } from '@airdeck/domain/limit/opening-hours';
import { rulesOn } from '@airdeck/domain/limit/rules-on';
import type { DayRange } from '@airdeck/domain/range';
import type { Department } from '../../../registry/snapshot.ts';
import type { FactsRow } from './facility-queries.ts';
import type { MeasuredPack, PlacedRule } from './packs.ts';

/** Days over which the facts of a department and its rules stay the same. */
export interface Segment extends DayRange {
  facts: Facts;
  rules: PlacedRule[];
}

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

/** The days on which a rule may begin or no longer hold. */
const boundsOf = ({ rules }: MeasuredPack): string[] =>
  rules.flatMap(({ validFrom, validTo }) => [validFrom, ...(validTo === null ? [] : [addDays(validTo, 1)])]);

export interface Plan {
  segmentsOf(department: Department): readonly Segment[];
  /** Meters that measure outdoor air on some day of the period. */
  outdoorMeters: ReadonlySet<number>;
}

/** Which rules of a pack hold where and when in a period. */
export const createPlan = (pack: MeasuredPack, { from, to }: DayRange, rows: readonly FactsRow[]): Plan => {
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
  const bounds = boundsOf(pack);

  const plan = (organizationId: number, keys: readonly string[]): Segment[] => {
    const chain = keys.map((key) => places.get(key) ?? []);
    const own = { ...pack, rules: pack.rules.filter((rule) => [null, organizationId].includes(rule.organizationId)) };
    const begins = [...bounds, ...chain.flatMap((known) => known.map(({ validFrom }) => validFrom))];
    const starts = [...new Set([from, ...begins.filter((day) => from < day && day <= to)])].sort();
    return starts.map((start, at) => {
      const next = starts[at + 1];
      const facts = factsOn(chain, start);
      return { from: start, to: next === undefined ? to : addDays(next, -1), facts, rules: rulesOn(own, facts, start) };
    });
  };

  // Places without facts of their own share those of the place above.
  const plans = new Map<string, Segment[]>();
  return {
    segmentsOf({ id, office }) {
      const organizationId = office.organization.id;
      const keys = [`${organizationId}//${id}`, `${organizationId}/${office.id}/`, `${organizationId}//`];
      const own = keys.filter((key) => places.has(key));
      const key = `${organizationId} ${own.join(' ')}`;
      const known = plans.get(key) ?? plan(organizationId, own);
      plans.set(key, known);
      return known;
    },
    outdoorMeters: new Set(
      rows.flatMap(({ outdoor_meter_id, valid_from }) =>
        outdoor_meter_id !== null && valid_from <= to ? [outdoor_meter_id] : [],
      ),
    ),
  };
};
