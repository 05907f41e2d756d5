import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, instantOnDay } from '@airdeck/domain/calendar';
import {
  closedAfter,
  EVENING_MS,
  eveningFall,
  type Fall,
  type OutdoorCo2,
  outdoorCo2,
  type RateSummary,
  summarizeRates,
  type VentilationRefusal,
} from '@airdeck/domain/insight/ventilation';
import { factsOn } from '@airdeck/domain/limit/facts';
import { openTimes } from '@airdeck/domain/limit/opening-hours';
import type { AirSample } from '@airdeck/domain/purifier/effect';
import { type DayRange, dayCount, type TimeRange } from '@airdeck/domain/range';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import { knownChannels, type Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type MeterBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { outdoorMeterOn, type PlaceFacts } from '../compliance/place-facts.ts';

/** Days up to an evening from which a room's own outdoor air is taken. */
const OUTDOOR_DAYS = 7;

/** An evening that is over, of a day on which the place was open. */
export interface Evening {
  day: string;
  /** Epoch ms; null: the place did not close for long enough. */
  closing: number | null;
  outdoor: OutdoorCo2;
  fall: Fall | VentilationRefusal;
}

/** A meter, and the facts of its department. */
export interface Room {
  meter: Meter;
  facts: PlaceFacts;
}

interface Closing {
  day: string;
  closed: TimeRange | null;
}

const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: dayCount({ from, to }) }, (_, i) => addDays(from, i));

export const co2Channels = (meter: Meter): number[] => knownChannels(meter, 'CO2');

/** When a place closed on each of some days, by its opening hours; null: they are unknown on all of them. */
const closingsOf = ({ meter, facts }: Room, days: DayRange): Closing[] | null => {
  const zone = meter.organization.timeZone;
  const hoursOn = (day: string) => factsOn(facts.known, day).hours;
  const openOn = (day: string): TimeRange[] => {
    const hours = hoursOn(day);
    return hours === null ? [] : openTimes(hours, day, zone);
  };
  const known = daysOf(days).filter((day) => hoursOn(day) !== null);
  if (known.length === 0) return null;
  return known.flatMap((day) => {
    const open = openOn(day);
    return open.length === 0 ? [] : { day, closed: closedAfter(open, openOn(addDays(day, 1))) };
  });
};

const enteredClosings = ({ meter }: Room, days: DayRange, minute: number): Closing[] =>
  daysOf(days).map((day) => {
    const start = instantOnDay(day, minute, meter.organization.timeZone);
    return { day, closed: { start, end: Number.POSITIVE_INFINITY } };
  });

/** When an evening begins: at the closing time, or at the end of a day on which the place did not close. */
const eveningOf = ({ meter }: Room, { day, closed }: Closing): number =>
  closed?.start ?? instantOnDay(addDays(day, 1), 0, meter.organization.timeZone);

/** CO2 of an outdoor meter in the hours after a closing time, ppm; null without readings. */
const measuredOutdoors = (
  buckets: MeterBuckets,
  outdoor: Meter,
  hours: readonly TimeRange[],
  closing: number,
): number | null => {
  let [sum, count] = [0, 0];
  for (const channel of co2Channels(outdoor)) {
    const read = buckets.get(outdoor.id)?.get(channel);
    for (const [at, { start, end }] of hours.entries()) {
      if (end <= closing || start >= closing + EVENING_MS) continue;
      sum += read?.sum[at] ?? 0;
      count += read?.count[at] ?? 0;
    }
  }
  return count === 0 ? null : meanFromTicks('CO2', sum / count);
};

/** Outdoor CO2 after a closing time: by the outdoor meter, else from the room's lowest hours of the week before. */
const createOutdoors = async (
  { read, snapshot }: RequestContext,
  rooms: readonly Room[],
  days: DayRange,
): Promise<(room: Room, closing: number, day: string) => OutdoorCo2> => {
  const [from, to] = [addDays(days.from, 1 - OUTDOOR_DAYS), addDays(days.to, 1)];
  const outdoorOf = ({ facts }: Room, day: string): Meter | undefined => outdoorMeterOn(snapshot, facts, day);
  const outdoors = new Set(rooms.flatMap((room) => daysOf(days).flatMap((day) => outdoorOf(room, day) ?? [])));
  const meters = [...new Set([...rooms.map(({ meter }) => meter), ...outdoors])];
  const channels = [...new Set(meters.flatMap(co2Channels))];
  const buckets = await read((tx) => readBuckets(tx, snapshot, { meters, channels, unit: 'hour', from, to }));
  const hoursByZone = new Map(
    meters.map(({ organization: { timeZone } }) => [timeZone, bucketsOf('hour', from, to, timeZone)]),
  );
  const lowestOf = ({ meter }: Room): Map<string, number[]> => {
    const byDay = new Map<string, number[]>();
    for (const [at, { day }] of (hoursByZone.get(meter.organization.timeZone) ?? []).entries()) {
      const lowest = co2Channels(meter).flatMap((channel) => buckets.get(meter.id)?.get(channel)?.min[at] ?? []);
      if (lowest.length > 0) byDay.set(day, [...(byDay.get(day) ?? []), fromTicks('CO2', Math.min(...lowest))]);
    }
    return byDay;
  };
  const lowest = new Map(rooms.map((room) => [room, lowestOf(room)]));
  return (room, closing, day) => {
    const meter = outdoorOf(room, day);
    const hours = meter && hoursByZone.get(meter.organization.timeZone);
    const ppm = meter && hours ? measuredOutdoors(buckets, meter, hours, closing) : null;
    if (ppm !== null) return { ppm, source: 'METER' };
    const week = daysOf({ from: addDays(day, 1 - OUTDOOR_DAYS), to: day });
    return outdoorCo2(week.flatMap((each) => lowest.get(room)?.get(each) ?? []));
  };
};

/** CO2 of each span: of each time the mean of the sensors. */
const readSamples = async (
  { read }: RequestContext,
  spans: readonly (TimeRange & { meterId: number })[],
  channels: readonly number[],
): Promise<AirSample[][]> => {
  if (spans.length === 0) return [];
  return (await read((tx) => readFrames(tx, spans, channels))).map(({ times, channels: columns }) =>
    times.flatMap((time, at) => {
      const ticks = channels.flatMap((channel) => columns.get(channel)?.[at] ?? []);
      if (ticks.length === 0) return [];
      return [{ time, value: fromTicks('CO2', ticks.reduce((sum, each) => sum + each, 0) / ticks.length) }];
    }),
  );
};

/**
 * The evenings of rooms, oldest first; of each null where no opening hours are registered. `closing`: minute of the day
 * that replaces the opening hours.
 */
export const loadEvenings = async (
  context: RequestContext,
  rooms: readonly Room[],
  days: DayRange,
  closing: number | null,
): Promise<(Evening[] | null)[]> => {
  const closings = rooms.map((room) => {
    const all = closing === null ? closingsOf(room, days) : enteredClosings(room, days, closing);
    if (co2Channels(room.meter).length === 0) return all && [];
    return all?.filter((each) => eveningOf(room, each) + EVENING_MS <= context.now) ?? null;
  });
  const outdoorAfter = await createOutdoors(context, rooms, days);
  const spans = rooms.flatMap(({ meter }, i) =>
    (closings[i] ?? []).flatMap(({ closed }) =>
      closed === null
        ? []
        : { meterId: meter.id, start: closed.start, end: Math.min(closed.end, closed.start + EVENING_MS) },
    ),
  );
  const channels = [...new Set(rooms.flatMap(({ meter }) => co2Channels(meter)))];
  const samples = (await readSamples(context, spans, channels)).values();
  return closings.map((all, i) => {
    const room = rooms[i];
    if (all === null || room === undefined) return null;
    return all.map((each): Evening => {
      const { day, closed } = each;
      const outdoor = outdoorAfter(room, eveningOf(room, each), day);
      if (closed === null) return { day, closing: null, outdoor, fall: 'NOT_CLOSED' };
      const fall = eveningFall(samples.next().value ?? [], closed.start, outdoor.ppm);
      return { day, closing: closed.start, outdoor, fall };
    });
  });
};

/** The rate of an evening; none where it was refused. */
export const rateOf = ({ fall }: Evening): number[] => (typeof fall === 'string' ? [] : [fall.air.rate]);

export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** A summary of rates as it is shown; null: there is none. */
export const presentRates = (rates: readonly number[]): RateSummary | null => {
  const summary = summarizeRates(rates);
  if (summary === null) return null;
  const { median, lowest, highest, count } = summary;
  return { median: round(median, 2), lowest: round(lowest, 2), highest: round(highest, 2), count };
};
