import { addDays } from '@airdeck/domain/calendar';
import { assess, type DayCells, hoursNeeded, type LimitOn } from '@airdeck/domain/limit/assess';
import { limitTicks } from '@airdeck/domain/limit/rule';
import { addTally, emptyTally, type Tally, type Verdict, verdictOf, worstVerdict } from '@airdeck/domain/limit/tally';
import type { DayRange } from '@airdeck/domain/range';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { typesOf } from '../../../store/history/mean-index.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { BLOCK_DAYS, blockOf } from '../../../store/rollups/hour-block.ts';
import { firstHours, hoursOf, type MeterDay, meterDays, totalOf } from './meter-days.ts';
import type { Outdoors } from './outdoors.ts';
import type { MeasuredPack, PlacedRule } from './packs.ts';
import { createOpenHours, type Plan } from './plan.ts';

/** A rule's result at one meter: of several sensors of the type the worst verdict, and the periods of all. */
export interface MeterVerdict {
  rule: PlacedRule;
  verdict: Verdict;
  tally: Tally;
  isOutdoorsAssumed: boolean;
}

interface Question {
  pack: MeasuredPack;
  plan: Plan;
  outdoors: Outdoors;
  days: DayRange;
}

/** Meters whose days are in memory at the same time. */
const METERS_AT_ONCE = 100;

/** One sensor while it is assessed. */
interface Series {
  meter: Meter;
  channel: number;
  type: SensorType;
  meterDays: MeterDay[];
  cells: DayCells[];
  needed: boolean[];
}

/** The days of a series on which a rule holds, and their places among its days. */
const daysOfRule = (series: Series, rule: PlacedRule): number[] =>
  series.meterDays.flatMap(({ segment }, at) => (segment.rules.includes(rule) ? [at] : []));

const isAll = (places: readonly number[], { cells }: Series): boolean => places.length === cells.length;
const pick = <T>(items: readonly T[], places: readonly number[]): T[] => places.map((at) => items[at] as T);

const limitOf = (rule: PlacedRule, series: Series, outdoors: Outdoors): LimitOn => {
  const limit = limitTicks(rule);
  if (rule.basis === 'ABSOLUTE') return () => limit;
  const outdoorsOn = new Map(
    series.meterDays.map(({ day, at, segment }) => [day, outdoors.ticksOn(segment.facts.outdoorMeterId, at).ticks]),
  );
  return ({ day }) => limit + (outdoorsOn.get(day) ?? 0);
};

const rulesOfType = ({ rules }: MeasuredPack, type: SensorType): PlacedRule[] =>
  rules.filter(({ quantity }) => quantity === type);

const openSeries = async (context: RequestContext, question: Question, meters: readonly Meter[]): Promise<Series[]> => {
  const { pack, plan, days } = question;
  const types = new Set(pack.rules.map(({ quantity }) => quantity));
  const openHoursOf = createOpenHours();
  const found = meters.map((meter) => {
    const known = meterDays(meter, days, plan.segmentsOf(meter.department), { now: context.now, openHoursOf });
    return { meter, known, own: known.length === 0 ? [] : typesOf(meter).filter(({ type }) => types.has(type)) };
  });
  const measuring = found.filter(({ own }) => own.length > 0);
  const channels = [...new Set(measuring.flatMap(({ own }) => own.flatMap((each) => each.channels)))];
  if (channels.length === 0) return [];
  const asked = { meters: measuring.map(({ meter }) => meter), channels, unit: 'day', ...days } as const;
  const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
  return measuring.flatMap(({ meter, known, own }) =>
    own.flatMap(({ type, channels: ofType }) =>
      ofType.map((channel): Series => {
        const buckets = read.get(meter.id)?.get(channel);
        const cells = known.map((day) => totalOf(day, buckets));
        return { meter, channel, type, meterDays: known, cells, needed: cells.map(() => false) };
      }),
    ),
  );
};

const markNeeded = (series: Series, { pack, outdoors }: Question): void => {
  for (const rule of rulesOfType(pack, series.type)) {
    const places = daysOfRule(series, rule);
    const needed = hoursNeeded(rule, pick(series.cells, places), limitOf(rule, series, outdoors));
    for (const [i, at] of places.entries()) series.needed[at] ||= needed[i] === true;
  }
};

/** Reads the hours that totals do not decide, by the spans in which hours are packed. */
const readHours = async (context: RequestContext, all: readonly Series[], days: DayRange): Promise<void> => {
  const blocks = new Map<string, Set<Series>>();
  for (const series of all) {
    for (const [at, { day }] of series.meterDays.entries()) {
      if (!series.needed[at]) continue;
      const { first } = blockOf(day);
      blocks.set(first, (blocks.get(first) ?? new Set()).add(series));
    }
  }
  for (const [first, wanted] of blocks) {
    const last = addDays(first, BLOCK_DAYS - 1);
    const from = first < days.from ? days.from : first;
    const to = last > days.to ? days.to : last;
    const meters = [...new Set([...wanted].map(({ meter }) => meter))];
    const channels = [...new Set([...wanted].map(({ channel }) => channel))];
    const asked = { meters, channels, unit: 'hour', from, to } as const;
    const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
    for (const series of wanted) {
      const { meter } = series;
      const buckets = read.get(meter.id)?.get(series.channel);
      const firsts = firstHours({ from, to }, meter.organization.timeZone);
      for (const [at, day] of series.meterDays.entries()) {
        const place = firsts.get(day.day);
        if (!series.needed[at] || place === undefined) continue;
        const hours = hoursOf(meter, day, buckets, place, context.now);
        series.cells[at] = { ...(series.cells[at] as DayCells), hours };
      }
    }
  }
};

const assessSeries = (series: Series, rule: PlacedRule, outdoors: Outdoors): Tally => {
  const places = daysOfRule(series, rule);
  const cells = isAll(places, series) ? series.cells : pick(series.cells, places);
  return assess(rule, cells, limitOf(rule, series, outdoors));
};

const isAssumed = (series: Series, rule: PlacedRule, outdoors: Outdoors): boolean =>
  rule.basis === 'ABOVE_OUTDOORS' &&
  series.meterDays.some(({ at, segment }) => outdoors.ticksOn(segment.facts.outdoorMeterId, at).isAssumed);

const verdictsOf = (meter: Meter, all: readonly Series[], { pack, outdoors }: Question): MeterVerdict[] =>
  pack.rules.flatMap((rule) => {
    const own = all.filter((series) => series.meter === meter && series.type === rule.quantity);
    const holding = own.filter((series) => series.meterDays.some(({ segment }) => segment.rules.includes(rule)));
    if (holding.length === 0) return [];
    const tally = emptyTally();
    const verdicts = holding.map((series) => {
      const each = assessSeries(series, rule, outdoors);
      addTally(tally, each, rule.direction);
      return verdictOf(rule, each);
    });
    const isOutdoorsAssumed = holding.some((series) => isAssumed(series, rule, outdoors));
    return { rule, verdict: worstVerdict(verdicts), tally, isOutdoorsAssumed };
  });

/**
 * Verdicts of all meters, each with the rules that hold for it. By day where a day's extremes decide, by hour otherwise.
 */
export const assessMeters = async (
  context: RequestContext,
  meters: readonly Meter[],
  question: Question,
): Promise<Map<Meter, MeterVerdict[]>> => {
  const verdicts = new Map<Meter, MeterVerdict[]>();
  for (let from = 0; from < meters.length; from += METERS_AT_ONCE) {
    const chunk = meters.slice(from, from + METERS_AT_ONCE);
    const all = await openSeries(context, question, chunk);
    for (const series of all) markNeeded(series, question);
    await readHours(context, all, question.days);
    const byMeter = new Map<Meter, Series[]>();
    for (const series of all) byMeter.set(series.meter, [...(byMeter.get(series.meter) ?? []), series]);
    for (const meter of chunk) verdicts.set(meter, verdictsOf(meter, byMeter.get(meter) ?? [], question));
  }
  return verdicts;
};
