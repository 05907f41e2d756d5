import { addDays } from '@airdeck/domain/calendar';
import { type Facts, type FactsSince, factsOn } from '@airdeck/domain/limit/facts';
import { rulesOn } from '@airdeck/domain/limit/rules-on';
import type { DayRange } from '@airdeck/domain/range';
import type { Department } from '../../../registry/snapshot.ts';
import type { FactsRow } from './facility-queries.ts';
import type { MeasuredPack, PlacedRule } from './packs.ts';
import { createPlaceFacts } from './place-facts.ts';

/** Days over which the facts of a department and its rules stay the same. */
export interface Segment extends DayRange {
  facts: Facts;
  rules: PlacedRule[];
}

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
  const factsFor = createPlaceFacts(rows);
  const bounds = boundsOf(pack);

  const plan = (organizationId: number, chain: readonly (readonly FactsSince[])[]): Segment[] => {
    const own = { ...pack, rules: pack.rules.filter((rule) => [null, organizationId].includes(rule.organizationId)) };
    const begins = [...bounds, ...chain.flatMap((known) => known.map(({ validFrom }) => validFrom))];
    const starts = [...new Set([from, ...begins.filter((day) => from < day && day <= to)])].sort();
    return starts.map((start, at) => {
      const next = starts[at + 1];
      const facts = factsOn(chain, start);
      return { from: start, to: next === undefined ? to : addDays(next, -1), facts, rules: rulesOn(own, facts, start) };
    });
  };

  const plans = new Map<string, Segment[]>();
  return {
    segmentsOf(department) {
      const { key, known } = factsFor(department);
      const segments = plans.get(key) ?? plan(department.office.organization.id, known);
      plans.set(key, segments);
      return segments;
    },
    outdoorMeters: new Set(
      rows.flatMap(({ outdoor_meter_id, valid_from }) =>
        outdoor_meter_id !== null && valid_from <= to ? [outdoor_meter_id] : [],
      ),
    ),
  };
};
