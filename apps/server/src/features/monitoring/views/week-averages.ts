import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { levelIndex, roundIndex } from '@airdeck/domain/air-index';
import { addDays, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { expectedFrames } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { foldHours } from '../../../store/rollups/day-cell.ts';
import { loadDays } from '../../../store/rollups/rollup-queries.ts';
import { type DayRow, INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import type { Place } from '../assess/places.ts';
import { clockHour } from './last-week.ts';

/** Weeks back; 0 is today. */
const WEEKS = [0, 1, 2, 3] as const;

interface WeekPart {
  week: number;
  day: string;
  /** How many of the day's hours count, and their duration. */
  hours: number;
  periodMs: number;
}

/**
 * Today so far, with the open hour up to now, and the same hours by the clock of the same weekday of earlier weeks,
 * also where a clock change makes a day longer or shorter.
 */
export const weekParts = (now: number, zone: string): WeekPart[] =>
  WEEKS.map((week) => {
    const day = addDays(localDay(now, zone), -7 * week);
    const starts = hoursOfDay(day, zone);
    const first = starts[0] ?? startOfLocalDay(day, zone);
    if (week === 0) {
      return { week, day, hours: starts.filter((start) => start <= now).length, periodMs: Math.max(1, now - first) };
    }
    const hours = starts.filter((start) => clockHour(start, zone) <= clockHour(now, zone)).length;
    const end = starts[hours] ?? startOfLocalDay(addDays(day, 1), zone);
    return { week, day, hours, periodMs: end - first };
  });

/** The clock time in a zone at which the hours of earlier weeks end. */
export const weeksUntil = (now: number, zone: string): string =>
  `${String(clockHour(now, zone) + 1).padStart(2, '0')}:00`;

/** One meter's week: its mean index (null without one), and its received and expected frames. */
interface MeterWeek {
  index: number | null;
  received: number;
  expected: number;
}

const NO_HOURS = { count: [], sum: [] };

/** The index of the first `hours` hours of a day, each hour weighed by its frames. */
const meterWeek = (row: DayRow | undefined, { hours, periodMs }: WeekPart, intervalS: number): MeterWeek => {
  const expected = expectedFrames(periodMs, intervalS);
  const { count, sum } = foldHours(INDEX_CHANNEL, row ?? NO_HOURS, 0, hours);
  // Capped, so that a meter that sends too often does not make up for another.
  return { index: sum === null ? null : sum / count / 10, received: Math.min(count, expected), expected };
};

type MeterWeeks = Map<number, MeterWeek[]>;

/** Small enough that processing the result does not block the process. */
const MAX_METERS = 500;

/** The four weeks of each of these meters, with one query for some hundreds of them. */
export const loadMeterWeeks = async (db: Tx, meters: readonly Meter[], now: number): Promise<MeterWeeks> => {
  const byZone = new Map<string, WeekPart[]>();
  const partsOf = (meter: Meter): WeekPart[] => {
    const zone = meter.organization.timeZone;
    const parts = byZone.get(zone) ?? weekParts(now, zone);
    byZone.set(zone, parts);
    return parts;
  };
  const weeks: MeterWeeks = new Map();
  for (let i = 0; i < meters.length; i += MAX_METERS) {
    const some = meters.slice(i, i + MAX_METERS);
    const wanted = some.flatMap((meter) => partsOf(meter).map(({ day }) => ({ meterId: meter.id, day })));
    const found = new Map<string, DayRow>();
    for (const row of await loadDays(db, wanted, [INDEX_CHANNEL])) found.set(`${row.meter_id}@${row.day}`, row);
    for (const meter of some) {
      const days = partsOf(meter).map((part) => meterWeek(found.get(`${meter.id}@${part.day}`), part, meter.intervalS));
      weeks.set(meter.id, days);
    }
  }
  return weeks;
};

/** A place's weeks: the mean of its meters' means, and the share of expected frames that arrived. */
export const weekAverages = (meters: readonly Meter[], weeks: MeterWeeks): WeekAverage[] =>
  WEEKS.map((week) => {
    const indexes: number[] = [];
    let [expected, received] = [0, 0];
    for (const meter of meters) {
      const one = weeks.get(meter.id)?.[week];
      if (!one) continue;
      if (one.index !== null) indexes.push(one.index);
      expected += one.expected;
      received += one.received;
    }
    const index = levelIndex(indexes);
    return {
      weeks_ago: week,
      index: index === null ? null : roundIndex(index),
      grade: index === null ? null : gradeOfIndex(index),
      completeness: expected === 0 ? 0 : Math.round((received / expected) * 1000) / 1000,
    };
  });

/** The weeks of places of one kind, by place id. */
export type PlaceWeeks = ReadonlyMap<number, WeekAverage[]>;

/** The weeks of a place that did not exist when they were loaded. */
export const NO_WEEKS = weekAverages([], new Map());

const loadPlaceWeeks = async (db: Tx, places: readonly Place[], now: number): Promise<PlaceWeeks> => {
  const meters = places.flatMap((place) => place.meters);
  const weeks = await loadMeterWeeks(db, meters, now);
  return new Map(places.map((place) => [place.item.id, weekAverages(place.meters, weeks)]));
};

/** Averages of whole days change slowly. */
const KEEP_MS = 15_000;

/** Loads week averages, cached for a few seconds for all viewers of the same places. */
export const createWeekCache = () => {
  const known = new Map<string, { snapshot: RegistrySnapshot; since: number; weeks: Promise<PlaceWeeks> }>();

  const isFresh = (since: number, now: number): boolean => since <= now && now < since + KEEP_MS;

  return (key: string, places: readonly Place[], { now, snapshot, read }: RequestContext): Promise<PlaceWeeks> => {
    const found = known.get(key);
    if (found && found.snapshot === snapshot && isFresh(found.since, now)) return found.weeks;
    for (const [other, { since }] of known) if (!isFresh(since, now)) known.delete(other);
    const weeks = read((tx) => loadPlaceWeeks(tx, places, now));
    known.set(key, { snapshot, since: now, weeks });
    // Failures are not cached: the next request reads again.
    weeks.catch(() => known.delete(key));
    return weeks;
  };
};
