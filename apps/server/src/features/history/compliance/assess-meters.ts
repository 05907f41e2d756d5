import { assess } from '@airdeck/domain/limit/assess';
import { type SensorDays, withHours } from '@airdeck/domain/limit/period-days';
import { limitTicks } from '@airdeck/domain/limit/rule';
import {
  addCounts,
  emptyCounts,
  type RuleCounts,
  type Verdict,
  verdictOf,
  worstVerdict,
} from '@airdeck/domain/limit/rule-counts';
import { isOfHourMeans, type LimitOn, markNeeded, type RuleDays, ruleDays } from '@airdeck/domain/limit/rule-days';
import type { DayRange } from '@airdeck/domain/range';
import { createColumns, type ReadingColumns } from '@airdeck/domain/reading-columns';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { createGiveWay } from '../../../platform/give-way.ts';
import { knownChannels, type Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type DecodeHours, decodeBeside, decodeHere } from '../../../store/history/hour-decoder.ts';
import { readDayColumns, readHourColumns } from '../../../store/history/read-columns.ts';
import { createMeterDays, type MeterDays } from './meter-days.ts';
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

/**
 * Meters whose days, and packed hours, are in memory at the same time: few, because the event loop waits while an answer of the
 * database is parsed, and while its rows are collected.
 */
const METERS_AT_ONCE = 10;
/** While one group of meters is assessed, the database reads the next one. */
const GROUPS_AT_ONCE = 2;

/** Days by their places in a period, both included. */
interface DayPlaces {
  first: number;
  last: number;
}

/** One sensor while it is assessed. */
interface Series extends SensorDays {
  meter: Meter;
  channel: number;
  type: SensorType;
  own: MeterDays;
  /** Days of a sensor that is deleted or out of use, from its first readings to its last ones; null: all. */
  lifetime: DayPlaces | null;
  /** Days of which the hours are needed. */
  hasHours: Uint8Array;
  /** The rules that hold for it on some day. */
  rules: SensorRule[];
}

interface SensorRule {
  rule: PlacedRule;
  onDays: RuleDays;
}

/** CO2 outdoors on each day at meters that share days, in ticks. */
interface OutdoorDays {
  ticks: Float64Array;
  isAssumed: boolean;
}

const createOutdoorDays = (outdoors: Outdoors) => {
  const known = new WeakMap<MeterDays, OutdoorDays>();
  return (own: MeterDays): OutdoorDays => {
    const found = known.get(own);
    if (found) return found;
    const answer: OutdoorDays = { ticks: new Float64Array(own.period.days.length), isAssumed: false };
    for (const day of own.days) {
      const { ticks, isAssumed } = outdoors.ticksOn(own.segmentOn(day)?.facts.outdoorMeterId ?? null, day);
      answer.ticks[day] = ticks;
      answer.isAssumed ||= isAssumed;
    }
    known.set(own, answer);
    return answer;
  };
};
type OutdoorDaysOf = ReturnType<typeof createOutdoorDays>;

const limitOf = (rule: PlacedRule, own: MeterDays, outdoorsOf: OutdoorDaysOf): LimitOn => {
  const limit = limitTicks(rule);
  if (rule.basis === 'ABSOLUTE') return () => limit;
  const { ticks } = outdoorsOf(own);
  return (day) => limit + (ticks[day] ?? 0);
};

/** The days on which a rule holds for a sensor. */
const daysOf = ({ own, lifetime }: Pick<Series, 'own' | 'lifetime'>, rule: PlacedRule): readonly number[] => {
  const days = own.daysOf(rule);
  return lifetime === null ? days : days.filter((day) => lifetime.first <= day && day <= lifetime.last);
};

const lifetimeOf = ({ count }: ReadingColumns): DayPlaces => {
  const isMeasured = (readings: number): boolean => readings > 0;
  return { first: count.findIndex(isMeasured), last: count.findLastIndex(isMeasured) };
};

const openSeries = async (
  context: RequestContext,
  { pack, plan, days }: Question,
  meters: readonly Meter[],
  meterDaysOf: ReturnType<typeof createMeterDays>,
): Promise<Series[]> => {
  const types = [...new Set(pack.rules.map(({ quantity }) => quantity))];
  const found = meters.map((meter) => {
    const own = meterDaysOf(meter, plan.segmentsOf(meter.department));
    const measured = types.map((type) => ({ type, channels: knownChannels(meter, type) }));
    return {
      meter,
      own,
      measured: own.days.length === 0 ? [] : measured.filter(({ channels }) => channels.length > 0),
    };
  });
  const measuring = found.filter(({ measured }) => measured.length > 0);
  const channels = [...new Set(measuring.flatMap(({ measured }) => measured.flatMap((each) => each.channels)))];
  if (channels.length === 0) return [];
  const asked = { meters: measuring.map(({ meter }) => meter), channels, ...days };
  const read = await context.read((tx) => readDayColumns(tx, context.snapshot, asked));
  return measuring.flatMap(({ meter, own, measured }) =>
    measured.flatMap(({ type, channels: ofType }) =>
      ofType.map((channel): Series => {
        const { period, expected } = own;
        const byDay = read.get(meter.id)?.get(channel) ?? createColumns(period.days.length);
        const lifetime = meter.sensors.has(channel) ? null : lifetimeOf(byDay);
        return {
          lifetime,
          meter,
          channel,
          type,
          own,
          period,
          expected,
          byDay,
          hasHours: new Uint8Array(period.days.length),
          rules: [],
        };
      }),
    ),
  );
};

const needsHours = ({ hasHours }: Series): boolean => hasHours.includes(1);
const NO_HOURS = createColumns(0);

/** Finds the rules of a series, and the days of which they need the hours. */
const addRules = (series: Series, { pack }: Question, outdoorsOf: OutdoorDaysOf): void => {
  for (const rule of pack.rules) {
    const days = series.type === rule.quantity ? daysOf(series, rule) : [];
    if (days.length === 0) continue;
    const onDays = ruleDays(rule, days, series, limitOf(rule, series.own, outdoorsOf));
    markNeeded(onDays, series, series.hasHours);
    series.rules.push({ rule, onDays });
  }
};

/** Reads the hours that totals do not decide; answers those of each series that needs some, one after the other. */
const readHours = async (
  context: RequestContext,
  all: readonly Series[],
  { days, pack }: Question,
  decode: DecodeHours,
): Promise<AsyncIterator<ReadingColumns, undefined> | null> => {
  const wanted = all
    .filter(needsHours)
    .map(({ meter, channel, period, hasHours }) => ({ meter, channel, days: period.days, isWanted: hasHours }));
  if (wanted.length === 0) return null;
  const isOfMeans = pack.rules.every(isOfHourMeans);
  return context.read((tx) => readHourColumns(tx, context.snapshot, wanted, { ...days, isOfMeans }, decode));
};

/** A rule's result at one sensor. */
interface SensorVerdict {
  rule: PlacedRule;
  counted: RuleCounts;
  isOutdoorsAssumed: boolean;
}

const assessSensor = (series: Series, byHour: ReadingColumns, outdoorsOf: OutdoorDaysOf): SensorVerdict[] => {
  const { own, hasHours, rules } = series;
  const readings = withHours(series, hasHours, byHour);
  return rules.map(({ rule, onDays }) => ({
    rule,
    counted: assess(onDays, readings),
    isOutdoorsAssumed: rule.basis === 'ABOVE_OUTDOORS' && outdoorsOf(own).isAssumed,
  }));
};

/** The verdicts of a meter by those of its sensors. */
const verdictsOf = (sensors: readonly SensorVerdict[], { pack }: Question): MeterVerdict[] =>
  pack.rules.flatMap((rule): MeterVerdict[] => {
    const own = sensors.filter((each) => each.rule === rule);
    if (own.length === 0) return [];
    const counted = emptyCounts();
    for (const each of own) addCounts(counted, each.counted, rule.direction);
    const verdict = worstVerdict(own.map((each) => verdictOf(rule, each.counted)));
    return [{ rule, verdict, counted, isOutdoorsAssumed: own.some(({ isOutdoorsAssumed }) => isOutdoorsAssumed) }];
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
  const meterDaysOf = createMeterDays(question.days, context.now);
  const outdoorsOf = createOutdoorDays(question.outdoors);
  const giveWay = createGiveWay(context.work?.cancel);
  const decode = meters.length > METERS_AT_ONCE ? decodeBeside : decodeHere;
  let next = 0;
  const assessGroup = async (group: readonly Meter[]): Promise<void> => {
    const all = await openSeries(context, question, group, meterDaysOf);
    for (const series of all) {
      await giveWay();
      addRules(series, question, outdoorsOf);
    }
    const hours = await readHours(context, all, question, decode);
    const sensors = new Map<Meter, SensorVerdict[]>();
    for (const series of all) {
      await giveWay();
      const byHour = needsHours(series) ? (await hours?.next())?.value : undefined;
      const found = assessSensor(series, byHour ?? NO_HOURS, outdoorsOf);
      sensors.set(series.meter, [...(sensors.get(series.meter) ?? []), ...found]);
    }
    for (const meter of group) verdicts.set(meter, verdictsOf(sensors.get(meter) ?? [], question));
  };
  const assessGroups = async (): Promise<void> => {
    while (next < meters.length) {
      const group = meters.slice(next, next + METERS_AT_ONCE);
      next += group.length;
      try {
        await assessGroup(group);
      } catch (error) {
        next = meters.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, assessGroups));
  return verdicts;
};
