import type { HourLimit } from '@airdeck/contract/history/schema';
import { type Facts, factsOn } from '@airdeck/domain/limit/facts';
import {
  complies,
  type Direction,
  isDraft,
  isMeasured,
  limitTicks,
  type MeasuredRule,
} from '@airdeck/domain/limit/rule';
import { rulesOn } from '@airdeck/domain/limit/rules-on';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import { meanFromTicks, toTicks } from '@airdeck/domain/stored-value';
import { thresholdBounds } from '@airdeck/domain/threshold';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { listFacts } from '../compliance/facility-queries.ts';
import { createPlaceFacts } from '../compliance/place-facts.ts';
import { USUAL_PACKS } from '../report/usual-pack.ts';
import type { SeriesItem } from '../series/series-item.ts';

/** A limit for the means of hours. */
export interface ComparedLimit {
  shown: HourLimit;
  complies(meanTicks: number): boolean;
}

interface Bound {
  ticks: number;
  direction: Direction;
}

const limitOf = (
  type: SensorType,
  bounds: readonly Bound[],
  origin: Pick<HourLimit, 'pack' | 'source' | 'draft'>,
): ComparedLimit => {
  const boundOf = (isLeast: boolean): number | null => {
    const found = bounds.find(({ direction }) => (direction === 'AT_LEAST') === isLeast);
    return found === undefined ? null : meanFromTicks(type, found.ticks);
  };
  return {
    shown: { most: boundOf(false), least: boundOf(true), ...origin },
    complies: (mean) => bounds.every(({ ticks, direction }) => complies(mean, ticks, direction)),
  };
};

/** The strictest rule of each direction: a pack may have several levels. */
const strictest = (rules: readonly MeasuredRule[]): MeasuredRule[] => {
  const least = rules.filter(({ direction }) => direction === 'AT_LEAST');
  const most = rules.filter(({ direction }) => direction !== 'AT_LEAST');
  const byLimit = (a: MeasuredRule, b: MeasuredRule) => limitTicks(a) - limitTicks(b);
  return [least.toSorted(byLimit).at(-1), most.toSorted(byLimit)[0]].filter((rule) => rule !== undefined);
};

/** The limit of the first usual pack that has one for a type. Means of a year say nothing about an hour. */
const limitByPack = (type: SensorType, facts: Facts, day: string): ComparedLimit | null => {
  for (const pack of USUAL_PACKS) {
    const rules = strictest(
      rulesOn(pack, facts, day)
        .filter(isMeasured)
        .filter(
          ({ quantity, basis, averaging }) =>
            quantity === type && basis === 'ABSOLUTE' && averaging !== 'YEAR' && averaging !== 'SAMPLE',
        ),
    );
    if (rules.length === 0) continue;
    const bounds = rules.map((rule) => ({ ticks: limitTicks(rule), direction: rule.direction }));
    const source = [...new Set(rules.map((rule) => rule.source))].join('; ');
    return limitOf(type, bounds, { pack: pack.code, source, draft: rules.some(isDraft) });
  }
  return null;
};

/**
 * The limit with which hours of an item are compared: that of the facility on a day, else for graded types the
 * organization's threshold of bad air. null: there is none, or different ones for different meters.
 */
export const findHourLimit = async (
  context: RequestContext,
  { measure, parts }: SeriesItem,
  day: string,
): Promise<ComparedLimit | null> => {
  if (measure === 'INDEX') return null;
  const [
    {
      meter: { organization },
    },
  ] = parts;
  const factsFor = createPlaceFacts(await context.read((tx) => listFacts(tx, [organization.id])));
  const found = [...new Set(parts.map(({ meter }) => meter.department))].map((department) =>
    limitByPack(measure, factsOn(factsFor(department).known, day), day),
  );
  if (new Set(found.map((limit) => JSON.stringify(limit?.shown))).size > 1) return null;
  const [limit = null] = found;
  if (limit !== null || !isGraded(measure)) return limit;
  const [, , bad] = thresholdBounds(measure, thresholdsOn(context.snapshot, organization.id, day));
  const bound = { ticks: toTicks(measure, bad), direction: 'AT_MOST' } as const;
  return limitOf(measure, [bound], { pack: null, source: null, draft: false });
};
