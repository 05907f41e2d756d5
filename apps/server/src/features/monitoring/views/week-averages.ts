import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { levelIndex } from '@airdeck/domain/air-index';
import { addDays, hoursOfDay, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { expectedFrames } from '@airdeck/domain/completeness';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { spanAt } from '@airdeck/domain/zone-clock';
import type { Tx } from '../../../platform/db/pool.ts';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { Meter, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { type DayRow, loadDays } from '../../../store/rollups/rollup-queries.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';

/** Today, and this many weeks back. */
const WEEKS = [0, 1, 2, 3] as const;

interface WeekPart {
  week: number;
  day: string;
  /** How many of the day's hours count, and how long they last. */
  hours: number;
  periodMs: number;
}

const clockHour = (epochMs: number, zone: string): number =>
  Math.floor((((epochMs + spanAt(epochMs, zone).offset) % DAY_MS) + DAY_MS) / HOUR_MS) % 24;

/**
 * Today so far, the open hour up to now. Of the same day of earlier weeks the hours that the clock shows up to this one,
 * also where a day has one hour more or less.
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

/** One meter's week: its mean index, null without one, and how many of its frames came. */
interface MeterWeek {
  index: number | null;
  received: number;
  expected: number;
}

/** The index of the first `hours` hours of a day, each as often as it has frames. */
const meterWeek = (row: DayRow | undefined, { hours, periodMs }: WeekPart, intervalS: number): MeterWeek => {
  const expected = expectedFrames(periodMs, intervalS);
  let [tenths, counted, frames] = [0, 0, 0];
  for (let hour = 0; hour < hours; hour++) {
    const [count, index] = [row?.count[hour] ?? 0, row?.sum[hour] ?? null];
    frames += count;
    if (index === null) continue;
    tenths += index * count;
    counted += count;
  }
  // A meter that sends more often than its interval does not make up for another.
  return { index: counted > 0 ? tenths / counted / 10 : null, received: Math.min(frames, expected), expected };
};

type MeterWeeks = Map<number, MeterWeek[]>;

/** The four weeks of each of these meters, with one query. */
export const loadMeterWeeks = async (db: Tx, meters: readonly Meter[], now: number): Promise<MeterWeeks> => {
  const byZone = new Map<string, WeekPart[]>();
  const partsOf = (meter: Meter): WeekPart[] => {
    const zone = meter.organization.timeZone;
    const parts = byZone.get(zone) ?? weekParts(now, zone);
    byZone.set(zone, parts);
    return parts;
  };
  const wanted = meters.flatMap((meter) => partsOf(meter).map(({ day }) => ({ meterId: meter.id, day })));
  const found = new Map<string, DayRow>();
  for (const row of await loadDays(db, wanted, [INDEX_CHANNEL])) found.set(`${row.meter_id}@${row.day}`, row);
  return new Map(
    meters.map((meter) => [
      meter.id,
      partsOf(meter).map((part) => meterWeek(found.get(`${meter.id}@${part.day}`), part, meter.intervalS)),
    ]),
  );
};

/** A place's weeks: the mean of its meters' means, and the share of their frames that it is built on. */
export const weekAverages = (meters: readonly Meter[], weeks: MeterWeeks): WeekAverage[] =>
  WEEKS.map((week) => {
    const all = meters.flatMap((meter) => weeks.get(meter.id)?.[week] ?? []);
    const index = levelIndex(all.flatMap((one) => one.index ?? []));
    const expected = all.reduce((sum, one) => sum + one.expected, 0);
    const received = all.reduce((sum, one) => sum + one.received, 0);
    return {
      weeks_ago: week,
      index: index === null ? null : Math.round(index * 10) / 10,
      grade: index === null ? null : gradeOfIndex(index),
      completeness: expected === 0 ? 0 : Math.round((received / expected) * 1000) / 1000,
    };
  });

/** Averages of whole days move slowly. */
const KEEP_MS = 15_000;

/** Loads week averages, once for all who look at the same within a few seconds. */
export const createWeekCache = () => {
  const known = new Map<string, { snapshot: RegistrySnapshot; since: number; weeks: Promise<MeterWeeks> }>();

  const isFresh = (since: number, now: number): boolean => since <= now && now < since + KEEP_MS;

  return (key: string, meters: readonly Meter[], { now, snapshot, read }: RequestContext): Promise<MeterWeeks> => {
    const found = known.get(key);
    if (found && found.snapshot === snapshot && isFresh(found.since, now)) return found.weeks;
    for (const [other, { since }] of known) if (!isFresh(since, now)) known.delete(other);
    const weeks = read((tx) => loadMeterWeeks(tx, meters, now));
    known.set(key, { snapshot, since: now, weeks });
    // A failure is not kept: the next request asks again.
    weeks.catch(() => known.delete(key));
    return weeks;
  };
};
