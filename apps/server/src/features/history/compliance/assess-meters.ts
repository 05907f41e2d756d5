import { addDays } from '@airdeck/domain/calendar';
import { assess, type DayCells, hoursNeeded, type LimitOn } from '@airdeck/domain/limit/assess';
import { limitTicks } from '@airdeck/domain/limit/rule';
import {
  addCounts,
  emptyCounts,
  type RuleCounts,
  type Verdict,
  verdictOf,
  worstVerdict,
} from '@airdeck/domain/limit/rule-counts';
import type { DayRange } from '@airdeck/domain/range';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { typesOf } from '../../../store/history/mean-index.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { timelineOf } from '../../../store/history/timeline.ts';
import { BLOCK_DAYS, blockOf } from '../../../store/rollups/hour-block.ts';
import { createMeterDays, hoursOf, type MeterDays, type RuledDay, totalsOf } from './meter-days.ts';
import type { Outdoors } from './outdoors.ts';
import type { MeasuredPack, PlacedRule } from './packs.ts';
import type { Plan } from './plan.ts';

/** A rule's result at one meter: of several sensors of the type the worst verdict, and the periods of all. */
export interface MeterVerdict {
  rule: PlacedRule;
  verdict: Verdict;
  counted: RuleCounts;
  isOutdoorsAssumed: boolean;
}

interface Question {
  pack: MeasuredPack;
  plan: Plan;
  outdoors: Outdoors;
  days: DayRange;
}

/** Meters whose days are in memory at the same time. */
const METERS_AT_ONCE = 250;

/** One sensor while it is assessed. */
interface Series {
  meter: Meter;
  channel: number;
  type: SensorType;
  own: MeterDays;
  cells: DayCells[];
  /** Limits of the rules in ticks. */
  limits: Map<PlacedRule, LimitOn>;
}

const pick = <T>(items: readonly T[], places: readonly number[] | null): readonly T[] =>
  places === null ? items : places.map((at) => items[at] as T);

const limitOf = (rule: PlacedRule, { own, limits }: Series, outdoors: Outdoors): LimitOn => {
  const known = limits.get(rule);
  if (known) return known;
  const limit = limitTicks(rule);
  const outdoorsOn =
    rule.basis === 'ABSOLUTE'
      ? null
      : new Map(
          own.days.map(({ day, at, segment }) => [day, outdoors.ticksOn(segment.facts.outdoorMeterId, at).ticks]),
        );
  const answer: LimitOn = outdoorsOn === null ? () => limit : ({ day }) => limit + (outdoorsOn.get(day) ?? 0);
  limits.set(rule, answer);
  return answer;
};

const openSeries = async (
  context: RequestContext,
  question: Question,
  meters: readonly Meter[],
  daysOf: ReturnType<typeof createMeterDays>,
): Promise<Series[]> => {
  const { pack, plan, days } = question;
  const types = new Set(pack.rules.map(({ quantity }) => quantity));
  const found = meters.map((meter) => {
    const own = daysOf(meter, plan.segmentsOf(meter.department));
    return { meter, own, measured: own.days.length === 0 ? [] : typesOf(meter).filter(({ type }) => types.has(type)) };
  });
  const measuring = found.filter(({ measured }) => measured.length > 0);
  const channels = [...new Set(measuring.flatMap(({ measured }) => measured.flatMap((each) => each.channels)))];
  if (channels.length === 0) return [];
  const asked = { meters: measuring.map(({ meter }) => meter), channels, unit: 'day', ...days } as const;
  const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
  return measuring.flatMap(({ meter, own, measured }) =>
    measured.flatMap(({ type, channels: ofType }) =>
      ofType.map((channel): Series => {
        const cells = totalsOf(own, read.get(meter.id)?.get(channel));
        return { meter, channel, type, own, cells, limits: new Map() };
      }),
    ),
  );
};

/** Places of the days of which a rule needs the hours. */
const neededDays = (series: Series, { pack, outdoors }: Question): number[] => {
  const needed = new Set<number>();
  for (const rule of pack.rules) {
    if (rule.quantity !== series.type) continue;
    const places = series.own.placesOf(rule);
    const flags = hoursNeeded(rule, pick(series.cells, places), limitOf(rule, series, outdoors));
    for (let i = 0; i < flags.length; i++) if (flags[i]) needed.add(places === null ? i : (places[i] ?? i));
  }
  return [...needed];
};

/** Reads the hours that totals do not decide, by the spans in which hours are packed. */
const readHours = async (context: RequestContext, all: readonly Series[], question: Question): Promise<void> => {
  const { days } = question;
  const blocks = new Map<string, Map<Series, number[]>>();
  const blockOfDay = new Map<string, string>();
  for (const series of all) {
    for (const at of neededDays(series, question)) {
      const { day } = series.own.days[at] as RuledDay;
      const first = blockOfDay.get(day) ?? blockOf(day).first;
      blockOfDay.set(day, first);
      const wanted = blocks.get(first) ?? new Map<Series, number[]>();
      blocks.set(first, wanted);
      const places = wanted.get(series);
      if (places) places.push(at);
      else wanted.set(series, [at]);
    }
  }
  for (const [first, wanted] of blocks) {
    const last = addDays(first, BLOCK_DAYS - 1);
    const from = first < days.from ? days.from : first;
    const to = last > days.to ? days.to : last;
    // A statement for each channel, so that none is read for meters that do not need it.
    for (const channel of new Set([...wanted.keys()].map((series) => series.channel))) {
      const some = [...wanted].filter(([series]) => series.channel === channel);
      const asked = { meters: some.map(([{ meter }]) => meter), channels: [channel], unit: 'hour', from, to } as const;
      const read = await context.read((tx) => readBuckets(tx, context.snapshot, asked));
      for (const [series, places] of some) {
        const { meter, own, cells } = series;
        const { days: known } = timelineOf('hour', from, to, meter.organization.timeZone);
        const buckets = read.get(meter.id)?.get(channel);
        for (const at of places) {
          const day = own.days[at] as RuledDay;
          const hours = hoursOf(meter, day, buckets, known.get(day.day)?.place ?? 0, context.now);
          cells[at] = { ...(cells[at] as DayCells), hours };
        }
      }
    }
  }
};

const isAssumed = ({ own }: Series, rule: PlacedRule, outdoors: Outdoors): boolean =>
  rule.basis === 'ABOVE_OUTDOORS' &&
  own.days.some(({ at, segment }) => outdoors.ticksOn(segment.facts.outdoorMeterId, at).isAssumed);

const verdictsOf = (all: readonly Series[], { pack, outdoors }: Question): MeterVerdict[] =>
  pack.rules.flatMap((rule) => {
    const holding = all.filter(({ type, own }) => type === rule.quantity && own.placesOf(rule)?.length !== 0);
    if (holding.length === 0) return [];
    const counted = emptyCounts();
    const verdicts = holding.map((series) => {
      const cells = pick(series.cells, series.own.placesOf(rule));
      const each = assess(rule, cells, limitOf(rule, series, outdoors));
      addCounts(counted, each, rule.direction);
      return verdictOf(rule, each);
    });
    const isOutdoorsAssumed = holding.some((series) => isAssumed(series, rule, outdoors));
    return { rule, verdict: worstVerdict(verdicts), counted, isOutdoorsAssumed };
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
  const daysOf = createMeterDays(question.days, context.now);
  for (let from = 0; from < meters.length; from += METERS_AT_ONCE) {
    const chunk = meters.slice(from, from + METERS_AT_ONCE);
    const all = await openSeries(context, question, chunk, daysOf);
    await readHours(context, all, question);
    const byMeter = new Map<Meter, Series[]>();
    for (const series of all) byMeter.set(series.meter, [...(byMeter.get(series.meter) ?? []), series]);
    for (const meter of chunk) verdicts.set(meter, verdictsOf(byMeter.get(meter) ?? [], question));
  }
  return verdicts;
};
