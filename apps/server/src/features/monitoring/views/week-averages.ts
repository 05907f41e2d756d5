import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { levelIndex, roundIndex } from '@airdeck/domain/air-index';
import { addDays, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { completenessOf, type Received, receivedFrames } from '@airdeck/domain/completeness';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { Tx } from '../../../platform/db/pool.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, indexOfMeans, type Sum } from '../../../store/history/mean-index.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import type { Place } from '../assess/places.ts';
import { clockHour } from './last-week.ts';

/** Weeks back; 0 is today. */
const WEEKS = [0, 1, 2, 3] as const;

interface WeekPart {
  week: number;
  day: string;
  /** How many of the day's hours count, and the time that they cover; epoch ms. */
  hours: number;
  start: number;
  end: number;
}

/**
 * The hours of today that are over, and the same hours by the clock of the same weekday of earlier weeks, also where a
 * clock change makes a day longer or shorter. The open hour does not count: earlier weeks are kept by the hour.
 */
export const weekParts = (now: number, zone: string): WeekPart[] =>
  WEEKS.map((week) => {
    const day = addDays(localDay(now, zone), -7 * week);
    const starts = hoursOfDay(day, zone);
    const hours = starts.filter((start) =>
      week === 0 ? start + HOUR_MS <= now : clockHour(start, zone) < clockHour(now, zone),
    ).length;
    const end = starts[hours] ?? startOfLocalDay(addDays(day, 1), zone);
    return { week, day, hours, start: starts[0] ?? end, end };
  });

/** The clock time in a zone up to which the hours of all weeks are compared. */
export const weeksUntil = (now: number, zone: string): string => `${String(clockHour(now, zone)).padStart(2, '0')}:00`;

/** One meter's week: the index of its means (null without any), its frames, and the mark of a maintenance window. */
interface MeterWeek {
  index: number | null;
  received: Received;
  maintenance?: true;
}

const sumOfHours = (buckets: ChannelBuckets | undefined, hours: number): Sum | null => {
  const total = { sum: 0, count: 0 };
  for (let at = 0; at < hours && buckets; at++) {
    total.sum += buckets.sum[at] ?? 0;
    total.count += buckets.count[at] ?? 0;
  }
  return total.count === 0 ? null : total;
};

type MeterWeeks = Map<number, MeterWeek[]>;

/** Small enough that processing the result does not block the process. */
const MAX_METERS = 500;

/** The four weeks of each of these meters, from the same buckets as the history. */
export const loadMeterWeeks = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  meters: readonly Meter[],
  now: number,
): Promise<MeterWeeks> => {
  const weeks: MeterWeeks = new Map(meters.map(({ id }) => [id, []]));
  const marks = createMaintenanceMarks();
  for (const zone of new Set(meters.map(({ organization }) => organization.timeZone))) {
    const ofZone = meters.filter(({ organization }) => organization.timeZone === zone);
    for (const { week, day, hours, start, end } of weekParts(now, zone)) {
      for (let i = 0; i < ofZone.length; i += MAX_METERS) {
        const some = ofZone.slice(i, i + MAX_METERS);
        const channels = [...new Set([INDEX_CHANNEL, ...some.flatMap(gradedChannels)])];
        // Summing up the open hours of thousands of meters would take seconds.
        const question = { meters: some, channels, unit: 'hour', from: day, to: day, until: end } as const;
        const read = hours === 0 ? new Map() : await readBuckets(db, snapshot, question);
        for (const meter of some) {
          const own: ReadonlyMap<number, ChannelBuckets> | undefined = read.get(meter.id);
          const sumOf = (channel: number) => sumOfHours(own?.get(channel), hours);
          const index = own ? indexOfMeans(snapshot, meter, sumOf, day) : null;
          const received = receivedFrames(sumOf(INDEX_CHANNEL)?.count ?? 0, meter, start, hours === 0 ? start : end);
          (weeks.get(meter.id) as MeterWeek[])[week] = { index, received, ...marks.in([meter], { start, end }) };
        }
      }
    }
  }
  return weeks;
};

/** A place's weeks: the mean of its meters' means, and the share of expected frames that arrived. */
export const weekAverages = (meters: readonly Meter[], weeks: MeterWeeks): WeekAverage[] =>
  WEEKS.map((week) => {
    const all = meters.flatMap((meter) => weeks.get(meter.id)?.[week] ?? []);
    const index = levelIndex(all.flatMap((each) => each.index ?? []));
    return {
      weeks_ago: week,
      index: index === null ? null : roundIndex(index),
      grade: index === null ? null : gradeOfIndex(index),
      completeness: completenessOf(all.map(({ received }) => received)) ?? 0,
      ...(all.some(({ maintenance }) => maintenance) && { maintenance: true as const }),
    };
  });

/** The weeks of places of one kind, by place id. */
export interface PlaceWeeks {
  of(placeId: number): WeekAverage[];
  /** The time when they were loaded, epoch ms. */
  at: number;
}

/** The weeks of a place that did not exist when they were loaded. */
const NO_WEEKS = weekAverages([], new Map());

const loadPlaceWeeks = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  places: readonly Place[],
  at: number,
): Promise<PlaceWeeks> => {
  const meters = places.flatMap((place) => place.meters);
  const weeks = await loadMeterWeeks(db, snapshot, meters, at);
  const byId = new Map(places.map((place) => [place.item.id, weekAverages(place.meters, weeks)]));
  return { of: (placeId) => byId.get(placeId) ?? NO_WEEKS, at };
};

/** Hours that are over change slowly. */
const FRESH_MS = 15_000;
/** Weeks of thousands of meters take seconds: they are fresh for this many times as long as loading them took. */
const FRESH_TIMES = 20;
/** Older weeks are not returned. */
const STALE_MS = 5 * MINUTE_MS;

interface KnownWeeks {
  snapshot: RegistrySnapshot;
  since: number;
  /** Infinity while they, or newer ones, are being loaded. */
  freshUntil: number;
  weeks: Promise<PlaceWeeks>;
}

/**
 * Week averages, cached for all viewers of the same places. Newer ones keep no request waiting: the last ones are
 * returned until newer ones are loaded.
 */
export const createWeekCache = () => {
  const all = new Map<string, KnownWeeks>();

  return (
    key: string,
    places: readonly Place[],
    { now, snapshot, read }: Pick<RequestContext, 'now' | 'snapshot' | 'read'>,
  ): Promise<PlaceWeeks> => {
    for (const [other, { since }] of all) if (now < since || now >= since + STALE_MS) all.delete(other);
    const found = all.get(key);
    const last = found?.snapshot === snapshot ? found : null;
    if (last && now < last.freshUntil) return last.weeks;
    const begin = performance.now();
    const weeks = read((tx) => loadPlaceWeeks(tx, snapshot, places, now));
    const known: KnownWeeks = { snapshot, since: now, freshUntil: Number.POSITIVE_INFINITY, weeks };
    if (last) last.freshUntil = Number.POSITIVE_INFINITY;
    else all.set(key, known);
    weeks.then(
      () => {
        known.freshUntil = now + Math.max(FRESH_MS, FRESH_TIMES * (performance.now() - begin));
        if (all.get(key) === last) all.set(key, known);
      },
      // Failures are not cached: the next request reads again.
      () => {
        if (last) last.freshUntil = now;
        else if (all.get(key) === known) all.delete(key);
      },
    );
    return last ? last.weeks : weeks;
  };
};
