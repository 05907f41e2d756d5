import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import { dayRangeOf } from '@airdeck/contract/history/query';
import {
  getVentilation,
  MAX_VENTILATION_DAYS,
  type Ventilation,
  type VentilationEvening,
} from '@airdeck/contract/history/ventilation';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, instantOnDay, isoTime } from '@airdeck/domain/calendar';
import {
  EVENING_MS,
  eveningFall,
  type Fall,
  type OutdoorCo2,
  outdoorCo2,
  summarizeRates,
  type VentilationRefusal,
} from '@airdeck/domain/insight/ventilation';
import type { AirSample } from '@airdeck/domain/purifier/effect';
import { type DayRange, dayCount } from '@airdeck/domain/range';
import { fromTicks } from '@airdeck/domain/stored-value';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { checkDays } from '../request/bounds.ts';
import { findMeter } from '../request/filter.ts';

/** Days up to an evening from which outdoor air is taken. */
const OUTDOOR_DAYS = 7;

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: dayCount({ from, to }) }, (_, i) => addDays(from, i));

/** The CO2 sensors of a meter, also deleted ones. */
const co2Channels = ({ sensors, past }: Meter): number[] => [
  ...new Set([...sensors.values(), ...past.sensors].flatMap(({ type, channel }) => (type === 'CO2' ? [channel] : []))),
];

/** Outdoor CO2 on each of these days, from the lowest values of the hours of the week before its evening. */
const readOutdoor = async (
  { read, snapshot }: RequestContext,
  meter: Meter,
  channels: readonly number[],
  days: DayRange,
): Promise<(day: string) => OutdoorCo2> => {
  const [from, to] = [addDays(days.from, 1 - OUTDOOR_DAYS), days.to];
  const hours = bucketsOf('hour', from, to, meter.organization.timeZone);
  const question = { meters: [meter], channels, unit: 'hour', from, to } as const;
  const buckets = (await read((tx) => readBuckets(tx, snapshot, question))).get(meter.id);
  const byDay = new Map<string, number[]>();
  for (const [at, { day }] of hours.entries()) {
    const lowest = channels.flatMap((channel) => buckets?.get(channel)?.min[at] ?? []);
    if (lowest.length > 0) byDay.set(day, [...(byDay.get(day) ?? []), fromTicks('CO2', Math.min(...lowest))]);
  }
  return (day) =>
    outdoorCo2(daysOf({ from: addDays(day, 1 - OUTDOOR_DAYS), to: day }).flatMap((each) => byDay.get(each) ?? []));
};

/** CO2 of each evening: of each time the mean of the sensors. */
const readEvenings = async (
  { read }: RequestContext,
  meter: Meter,
  channels: readonly number[],
  closings: readonly number[],
): Promise<AirSample[][]> => {
  const spans = closings.map((start) => ({ meterId: meter.id, start, end: start + EVENING_MS }));
  return (await read((tx) => readFrames(tx, spans, channels))).map(({ times, channels: columns }) =>
    times.flatMap((time, at) => {
      const ticks = channels.flatMap((channel) => columns.get(channel)?.[at] ?? []);
      if (ticks.length === 0) return [];
      return [{ time, value: fromTicks('CO2', ticks.reduce((sum, each) => sum + each, 0) / ticks.length) }];
    }),
  );
};

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const eveningOf = (day: string, outdoor: OutdoorCo2, fall: Fall | VentilationRefusal): VentilationEvening => {
  const common = { day, outdoor: Math.round(outdoor.ppm), outdoor_seen: outdoor.isSeen };
  if (typeof fall === 'string') return { ...common, refused: fall, fall: null };
  const { start, end, from, to, air, low, high } = fall;
  return {
    ...{ ...common, refused: null },
    fall: {
      ...{ start: isoTime(start), end: isoTime(end), from: Math.round(from), to: Math.round(to) },
      ...{ rate: round(air.rate, 2), margin: round(air.margin, 2), r2: round(air.r2, 3) },
      ...{ low: round(low, 2), high: round(high, 2) },
    },
  };
};

/** @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG */
const loadVentilation = async (
  context: RequestContext,
  meter: Meter,
  days: DayRange,
  closing: string,
): Promise<Ventilation> => {
  const { organization, intervalS } = meter;
  checkDays(days, [organization], context.now);
  const count = dayCount(days);
  const points = (count * EVENING_MS) / 1000 / intervalS;
  if (count > MAX_VENTILATION_DAYS || points > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
  const zone = organization.timeZone;
  const channels = co2Channels(meter);
  const evenings = daysOf(days)
    .map((day) => ({ day, closing: instantOnDay(day, minuteOf(closing), zone) }))
    .filter(({ closing: start }) => channels.length > 0 && start + EVENING_MS <= context.now);
  const outdoorOn = await readOutdoor(context, meter, channels, days);
  const samples = await readEvenings(
    context,
    meter,
    channels,
    evenings.map(({ closing: start }) => start),
  );
  const falls = evenings.map(({ day, closing: start }, i) => {
    const outdoor = outdoorOn(day);
    return { day, outdoor, fall: eveningFall(samples[i] ?? [], start, outdoor.ppm) };
  });
  const rates = summarizeRates(falls.flatMap(({ fall }) => (typeof fall === 'string' ? [] : fall.air.rate)));
  return {
    ...{ meter_id: meter.id, time_zone: zone, closing },
    rates: rates && {
      ...{ median: round(rates.median, 2), lowest: round(rates.lowest, 2), highest: round(rates.highest, 2) },
      count: rates.count,
    },
    evenings: falls.map(({ day, outdoor, fall }) => eveningOf(day, outdoor, fall)).toReversed(),
  };
};

export const addVentilationRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getVentilation, (call) => {
    const { averages } = contextsOf(call);
    return loadVentilation(
      averages,
      findMeter(averages, call.query.meterId),
      dayRangeOf(call.query),
      call.query.closing,
    );
  });
};
