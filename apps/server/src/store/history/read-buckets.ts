import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays, monthOf } from '@airdeck/domain/calendar';
import type { Tx } from '../../platform/db/pool.ts';
import { createGiveWay } from '../../platform/give-way.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { type DayCell, foldHours, readCell, viewOf } from '../rollups/day-cell.ts';
import type { MeterDay, MonthRow } from '../rollups/day-queries.ts';
import { BLOCK_DAYS, blockOf, COUNT, decodeHours, MAX, MIN, namingBlock, SUM } from '../rollups/hour-block.ts';
import { type BlockRow, isBlock } from '../rollups/hour-block-queries.ts';
import { staleHours } from '../rollups/hour-cells.ts';
import { type DayRow, INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { freshDays } from './fresh-days.ts';
import {
  type HourLayer,
  type Layer,
  type LayerQuestion,
  readDays,
  readMonths,
  readNamedDays,
} from './layer-queries.ts';
import { type Timeline, timelineOf } from './timeline.ts';

/** Averages of these meters on their local days `from` to `to`, both included. */
export interface BucketQuestion {
  meters: readonly Meter[];
  /** Channels to read; INDEX_CHANNEL is the index and counts frames. null: all channels. */
  channels: readonly number[] | null;
  unit: BucketUnit;
  from: string;
  to: string;
}

/**
 * One channel's buckets, as long as `bucketsOf(unit, from, to, zone)` of the meter's zone. Ticks of the type, so
 * mean = sum / count. Where count is 0, min and max are null. INDEX_CHANNEL: count = frames, tenths of the hours'
 * indexes each as often as its hour has frames; hours without an index are filled with the mean of the others of their
 * day, days without one with the mean of the others of their bucket, and a bucket without any has min and max null.
 */
export interface ChannelBuckets {
  count: number[];
  sum: number[];
  min: (number | null)[];
  max: (number | null)[];
}

/** Values by meter id, then by channel; channels without readings are left out. */
export type MeterBuckets = Map<number, Map<number, ChannelBuckets>>;

/** Sums of buckets while they are being added up. */
interface BucketSums extends ChannelBuckets {
  /** Number of frames without an index. */
  unfilled: number[];
}

/** Receives the readings of the parts of buckets. */
export interface CellSink<Target> {
  /** The buckets of a meter's channel, `length` of them. */
  of(meterId: number, channel: number, length: number): Target;
  add(buckets: Target, place: number, cell: DayCell): void;
}

export interface BucketAccumulator extends CellSink<BucketSums> {
  /** All of them, when everything has been added. */
  finish(): MeterBuckets;
}

const empty = (channel: number, length: number): BucketSums => ({
  count: new Array<number>(length).fill(0),
  sum: new Array<number>(length).fill(0),
  min: new Array<number | null>(length).fill(null),
  max: new Array<number | null>(length).fill(null),
  unfilled: channel === INDEX_CHANNEL ? new Array<number>(length).fill(0) : [],
});

/** Adds the readings of a part of a bucket. */
export const add = (buckets: BucketSums, at: number, { count, sum, min, max }: DayCell): void => {
  if (count === 0 || at < 0) return;
  buckets.count[at] = (buckets.count[at] as number) + count;
  if (sum === null || min === null || max === null) {
    buckets.unfilled[at] = (buckets.unfilled[at] as number) + count;
    return;
  }
  buckets.sum[at] = (buckets.sum[at] as number) + sum;
  const [least, most] = [buckets.min[at] ?? min, buckets.max[at] ?? max];
  buckets.min[at] = least < min ? least : min;
  buckets.max[at] = most > max ? most : max;
};

/** Frames without an index are filled with the mean of the others, as in a day. */
const fill = ({ unfilled, ...buckets }: BucketSums): ChannelBuckets => {
  for (const [at, frames] of unfilled.entries()) {
    const count = buckets.count[at] as number;
    if (frames > 0 && frames < count) buckets.sum[at] = ((buckets.sum[at] as number) * count) / (count - frames);
  }
  return buckets;
};

export const createBucketAccumulator = (): BucketAccumulator => {
  const meters = new Map<number, Map<number, BucketSums>>();
  return {
    add,
    of(meterId, channel, length) {
      const channels = meters.get(meterId) ?? new Map<number, BucketSums>();
      meters.set(meterId, channels);
      const known = channels.get(channel) ?? empty(channel, length);
      channels.set(channel, known);
      return known;
    },
    finish() {
      const answer: MeterBuckets = new Map();
      for (const [meterId, channels] of meters) {
        const measured = [...channels].filter(([, { count }]) => count.some((each) => each > 0));
        if (measured.length > 0) answer.set(meterId, new Map(measured.map(([channel, all]) => [channel, fill(all)])));
      }
      return answer;
    },
  };
};

/** A question while it is being answered. */
interface Reading<Target> {
  db: Tx;
  snapshot: RegistrySnapshot;
  asked: LayerQuestion;
  timelines: ReadonlyMap<number, Timeline>;
  sink: CellSink<Target>;
}

export const timelinesOf = ({
  meters,
  unit,
  from,
  to,
}: Omit<BucketQuestion, 'channels'>): ReadonlyMap<number, Timeline> => {
  const byZone = new Map<string, Timeline>();
  const ofZone = (zone: string): Timeline => {
    const timeline = byZone.get(zone) ?? timelineOf(unit, from, to, zone);
    byZone.set(zone, timeline);
    return timeline;
  };
  return new Map(meters.map((meter) => [meter.id, ofZone(meter.organization.timeZone)]));
};

/** The instants of all timelines. */
export const periodOf = (timelines: ReadonlyMap<number, Timeline>): { start: number; end: number } => {
  const all = [...new Set(timelines.values())];
  return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
};

const addHours = <Target>({ timelines, sink }: Reading<Target>, row: DayRow): void => {
  const timeline = timelines.get(row.meter_id);
  const day = timeline?.days.get(row.day);
  if (!timeline || !day) return;
  const buckets = sink.of(row.meter_id, row.channel, timeline.length);
  for (let hour = 0; hour < day.hours; hour++) {
    if (row.count[hour]) sink.add(buckets, day.place + hour, foldHours(row.channel, row, hour, hour + 1));
  }
};

const addDay = <Target>({ timelines, sink }: Reading<Target>, row: DayRow): void => {
  const timeline = timelines.get(row.meter_id);
  const day = timeline?.days.get(row.day);
  if (!timeline || !day) return;
  sink.add(sink.of(row.meter_id, row.channel, timeline.length), day.place, foldHours(row.channel, row));
};

/** Adds the days of a month that lie in the period, but for the stale ones. */
const addMonth = <Target>(
  { timelines, sink }: Reading<Target>,
  row: MonthRow,
  stale: ReadonlySet<string> | undefined,
): void => {
  const timeline = timelines.get(row.meter_id);
  const days = timeline?.months.get(monthOf(row.month));
  if (!timeline || !days) return;
  const buckets = sink.of(row.meter_id, row.channel, timeline.length);
  const month = viewOf(row.data);
  for (let at = 0; at < days.length; at++) {
    const day = days[at];
    if (!day || stale?.has(day.day)) continue;
    const cell = readCell(month, at);
    if (cell) sink.add(buckets, day.place, cell);
  }
};

/** Days whose own mark, or that of one of their hours, says that rollup_day is older than the layer below. */
const staleDays = (snapshot: RegistrySnapshot, layer: Layer<MonthRow>): Map<number, Set<string>> => {
  const stale = new Map<number, Set<string>>();
  for (const { meterId, day } of [...layer.staleDays, ...staleHours(snapshot, layer.staleHours)]) {
    stale.set(meterId, (stale.get(meterId) ?? new Set()).add(day));
  }
  return stale;
};

/** Adds the hours of a block that has no row of any day elsewhere, without a row for each day. @throws CorruptBlockError */
const addBlock = <Target>({ timelines, sink }: Reading<Target>, block: BlockRow): void => {
  const { meter_id, channel, first, data } = block;
  const timeline = timelines.get(meter_id);
  if (!timeline) return;
  const { lengths, flags, count, sum, min, max } = namingBlock(
    () => block,
    () => decodeHours(channel, data),
  );
  const buckets = sink.of(meter_id, channel, timeline.length);
  const cell: DayCell = { count: 0, sum: null, min: null, max: null };
  for (let at = 0, place = 0; place < BLOCK_DAYS; place++) {
    const length = lengths[place] as number;
    const day = length === 0 ? undefined : timeline.days.get(addDays(first, place));
    // A day of another length belongs to another calendar.
    if (day?.hours === length) {
      for (let hour = 0; hour < length; hour++) {
        const [flag, frames] = [flags[at + hour] as number, count[at + hour] as number];
        if (!(flag & COUNT) || frames === 0) continue;
        cell.count = frames;
        cell.sum = flag & SUM ? (sum[at + hour] as number) * (channel === INDEX_CHANNEL ? frames : 1) : null;
        cell.min = flag & SUM && flag & MIN ? (min[at + hour] as number) : null;
        cell.max = flag & SUM && flag & MAX ? (max[at + hour] as number) : null;
        sink.add(buckets, day.place + hour, cell);
      }
    }
    at += length;
  }
};

/** Blocks whose hours are as they are: no row replaces one of their days, and no hour of them is stale. */
const untouchedBlocks = (snapshot: RegistrySnapshot, { rows, staleHours: stale }: HourLayer): Set<BlockRow> => {
  const keyOf = (meterId: number, day: string) => `${meterId}/${blockOf(day).first}`;
  const touched = new Set(staleHours(snapshot, stale).map(({ meterId, day }) => keyOf(meterId, day)));
  for (const row of rows) if (!isBlock(row)) touched.add(keyOf(row.meter_id, row.day));
  return new Set(rows.filter(isBlock).filter(({ meter_id, first }) => !touched.has(`${meter_id}/${first}`)));
};

const readByHour = async <Target>(reading: Reading<Target>): Promise<void> => {
  const { db, snapshot, asked, timelines } = reading;
  const hours = (meterId: number, day: string) => timelines.get(meterId)?.days.get(day)?.hours;
  const all = await readDays(db, asked);
  const untouched = untouchedBlocks(snapshot, all);
  const giveWay = createGiveWay();
  for (const block of untouched) {
    addBlock(reading, block);
    await giveWay();
  }
  const layer = { ...all, rows: all.rows.filter((row) => !isBlock(row) || !untouched.has(row)) };
  for (const row of await freshDays(db, snapshot, layer, { channels: asked.channels, hours })) {
    addHours(reading, row);
    await giveWay();
  }
};

const readByDay = async <Target>(reading: Reading<Target>): Promise<void> => {
  const { db, snapshot, asked, timelines } = reading;
  const layer = await readMonths(db, asked);
  const stale = staleDays(snapshot, layer);
  const giveWay = createGiveWay();
  for (const row of layer.rows) {
    addMonth(reading, row, stale.get(row.meter_id));
    await giveWay();
  }
  // Exactly these days, because all others have been added by now.
  const hours = (meterId: number, day: string) =>
    stale.get(meterId)?.has(day) ? timelines.get(meterId)?.days.get(day)?.hours : undefined;
  const named: MeterDay[] = [...stale].flatMap(([meterId, days]) => [...days].map((day) => ({ meterId, day })));
  if (named.length === 0) return;
  // Mostly only the last day is stale, since it is open.
  const { lastDay, sums } = layer;
  const isLast = named.length === 1 && named[0]?.day === lastDay?.day;
  const below: HourLayer =
    lastDay && isLast
      ? { rows: [lastDay], staleDays: [], staleHours: layer.staleHours, ...(sums && { sums }) }
      : await readNamedDays(db, named, asked);
  for (const row of await freshDays(db, snapshot, below, { channels: asked.channels, hours })) {
    addDay(reading, row);
    await giveWay();
  }
};

const readingOf = <Target>(
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
  sink: CellSink<Target>,
): Reading<Target> | null => {
  const { meters, channels, from, to } = question;
  const timelines = timelinesOf(question);
  if (timelines.size === 0) return null;
  const asked = { meters: meters.map((meter) => meter.id), channels, from, to, ...periodOf(timelines) };
  return { db, snapshot, asked, timelines, sink };
};

/** The readings of days, or of the days of longer buckets. */
export const readDayCells = async <Target>(
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion & { unit: Exclude<BucketUnit, 'hour'> },
  sink: CellSink<Target>,
): Promise<void> => {
  const reading = readingOf(db, snapshot, question, sink);
  if (reading) await readByDay(reading);
};

/**
 * Averages by hour, day, month or year, from any layer; `read-columns` reads many channels faster. Each layer is read
 * together with its stale marks in one statement, and stale elements are read from the layer below in the next one:
 * days from their hours, hours from their frames. So each element comes from exactly one layer and is at least as new
 * as the query, even if rollups are computed or frames packed meanwhile. A transaction with a single snapshot must hold a lock on
 * `frame` from before it: otherwise a day that is packed and dropped meanwhile is missing.
 */
export const readBuckets = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
): Promise<MeterBuckets> => {
  const accumulator = createBucketAccumulator();
  const reading = readingOf(db, snapshot, question, accumulator);
  if (reading) await (question.unit === 'hour' ? readByHour(reading) : readByDay(reading));
  return accumulator.finish();
};
