import type { BucketUnit } from '@airdeck/domain/bucket';
import { addDays } from '@airdeck/domain/calendar';
import { byteView } from '../../platform/byte-view.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { createGiveWay } from '../../platform/give-way.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { BLOCK_DAYS, COUNT, MAX, MIN, SUM } from '../rollups/block-hours.ts';
import { CELL_BYTES, type DayCell, foldHours } from '../rollups/day-cell.ts';
import type { MeterDay } from '../rollups/day-queries.ts';
import { blockOf, decodeHours, namingBlock } from '../rollups/hour-block.ts';
import { type BlockRow, isBlock } from '../rollups/hour-block-queries.ts';
import { type StaleHour, staleHours } from '../rollups/hour-cells.ts';
import { type DayRow, INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { readFoldedDays, type StaleDays } from './fold-days.ts';
import { freshDays, type Wanted } from './fresh-days.ts';
import {
  type HourLayer,
  type LayerQuestion,
  type MonthLayer,
  type MonthsRow,
  oneSensor,
  readDays,
  readMonths,
  readNamedDays,
} from './layer-queries.ts';
import { readOpenDays } from './open-days.ts';
import { type Timeline, timelineOf } from './timeline.ts';

/** Averages of these meters on their local days `from` to `to`, both included. */
export interface BucketQuestion {
  meters: readonly Meter[];
  /** Channels to read; INDEX_CHANNEL is the index and counts frames. null: all channels. */
  channels: readonly number[] | null;
  unit: BucketUnit;
  from: string;
  to: string;
  /** Epoch ms. Values of hours that begin then or later are not needed, and may be older than their frames or missing. */
  until?: number;
}

/** Receives the readings of the parts of buckets. */
export interface CellSink<Target> {
  /** The buckets of a meter's channel, `length` of them. */
  of(meterId: number, channel: number, length: number): Target;
  /** Adds a part of a bucket; `sum` is NaN where none of its readings has a value, and then `min` and `max` mean nothing. */
  add(buckets: Target, place: number, count: number, sum: number, min: number, max: number): void;
}

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

/** Cells of days and hours are mostly few: those of months and blocks are added without an object for each. */
const addCell = <Target>(sink: CellSink<Target>, buckets: Target, place: number, cell: DayCell): void => {
  const { count, sum, min, max } = cell;
  if (sum === null || min === null || max === null) sink.add(buckets, place, count, Number.NaN, 0, 0);
  else sink.add(buckets, place, count, sum, min, max);
};

const addHours = <Target>({ timelines, sink }: Reading<Target>, row: DayRow): void => {
  const timeline = timelines.get(row.meter_id);
  const day = timeline?.days.get(row.day);
  if (!timeline || !day) return;
  const buckets = sink.of(row.meter_id, row.channel, timeline.length);
  for (let hour = 0; hour < day.hours; hour++) {
    if (row.count[hour]) addCell(sink, buckets, day.place + hour, foldHours(row.channel, row, hour, hour + 1));
  }
};

const addDay = <Target>(reading: Reading<Target>, { meterId, day: name }: MeterDay, channel: number, cell: DayCell) => {
  const { timelines, sink } = reading;
  const timeline = timelines.get(meterId);
  const day = timeline?.days.get(name);
  if (!timeline || !day) return;
  addCell(sink, sink.of(meterId, channel, timeline.length), day.place, cell);
};

/** Adds the days of a meter's months that lie in the period, but for the stale ones. */
const addMonths = <Target>(
  { timelines, sink }: Reading<Target>,
  { meter_id, channels, firsts, lengths, data }: MonthsRow,
  stale: ReadonlyMap<string, unknown> | undefined,
): void => {
  const timeline = timelines.get(meter_id);
  if (!timeline) return;
  const places = timeline.inOrder.map((day) => (day && !stale?.has(day.day) ? day.place : -1));
  const cells = byteView(data);
  let at = 0;
  for (let i = 0; i < channels.length; i++) {
    const buckets = sink.of(meter_id, channels[i] as number, timeline.length);
    const end = at + (lengths[i] as number);
    for (let day = firsts[i] as number; at < end; day++, at += CELL_BYTES) {
      const place = places[day] ?? -1;
      const count = cells.getUint32(at, true);
      if (place < 0 || count === 0) continue;
      const sum = cells.getFloat64(at + 4, true);
      sink.add(buckets, place, count, sum, cells.getInt16(at + 12, true), cells.getInt16(at + 14, true));
    }
  }
};

/** Days whose own mark, or that of one of their hours, says that rollup_day is older than the layer below. */
const staleDays = (snapshot: RegistrySnapshot, layer: MonthLayer): StaleDays => {
  const stale = new Map<number, Map<string, StaleHour[]>>();
  const hoursOf = (meterId: number, day: string): StaleHour[] => {
    const days = stale.get(meterId) ?? new Map<string, StaleHour[]>();
    stale.set(meterId, days);
    const hours = days.get(day) ?? [];
    days.set(day, hours);
    return hours;
  };
  for (const { meterId, day } of layer.staleDays) hoursOf(meterId, day);
  for (const hour of staleHours(snapshot, layer.staleHours)) hoursOf(hour.meterId, hour.day).push(hour);
  return stale;
};

/** The flags of an hour that has values. */
const VALUES = SUM | MIN | MAX;

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
  for (let at = 0, place = 0; place < BLOCK_DAYS; place++) {
    const length = lengths[place] as number;
    const day = length === 0 ? undefined : timeline.days.get(addDays(first, place));
    // A day of another length belongs to another calendar.
    if (day?.hours === length) {
      for (let hour = 0; hour < length; hour++) {
        const [flag, frames] = [flags[at + hour] as number, count[at + hour] as number];
        if (!(flag & COUNT) || frames === 0) continue;
        const isKnown = (flag & VALUES) === VALUES;
        const total = isKnown ? (sum[at + hour] as number) * (channel === INDEX_CHANNEL ? frames : 1) : Number.NaN;
        sink.add(buckets, day.place + hour, frames, total, min[at + hour] as number, max[at + hour] as number);
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

/** Adds days from their hours, as fresh as their frames. */
const addFresh = async <Target>(reading: Reading<Target>, layer: HourLayer, hours: Wanted['hours']): Promise<void> => {
  const { db, snapshot, asked } = reading;
  const giveWay = createGiveWay();
  for (const row of await freshDays(db, snapshot, layer, { channels: asked.channels, hours })) {
    addDay(reading, { meterId: row.meter_id, day: row.day }, row.channel, foldHours(row.channel, row));
    await giveWay();
  }
};

const readByDay = async <Target>(reading: Reading<Target>): Promise<void> => {
  const { db, snapshot, asked, timelines } = reading;
  const layer = await readMonths(db, asked);
  const stale = staleDays(snapshot, layer);
  const giveWay = createGiveWay();
  for (const row of layer.rows) {
    addMonths(reading, row, stale.get(row.meter_id));
    await giveWay();
  }
  // Exactly these days, because all others have been added by now.
  const hours = (meterId: number, day: string) =>
    stale.get(meterId)?.has(day) ? timelines.get(meterId)?.days.get(day)?.hours : undefined;
  if (stale.size === 0) return;
  const named: MeterDay[] = [...stale].flatMap(([meterId, days]) => [...days.keys()].map((day) => ({ meterId, day })));
  // Mostly only the last day is stale, since it is open.
  const { lastDay, sums } = layer;
  const isLast = named.length === 1 && named[0]?.day === lastDay?.day;
  if (lastDay && isLast) {
    const below = { rows: [lastDay], staleDays: [], staleHours: layer.staleHours, ...(sums && { sums }) };
    return addFresh(reading, below, hours);
  }
  const open = await readOpenDays(db, snapshot, stale, layer, { ...asked, hours });
  // The hours of one sensor are few, and their statement is prepared. It has no index, and so no open days.
  const folded = oneSensor(asked)
    ? { cells: [], others: named }
    : await readFoldedDays(db, snapshot, open.others, { ...asked, hours });
  for (const { meterId, day, channel, cell } of [...open.cells, ...folded.cells]) {
    addDay(reading, { meterId, day }, channel, cell);
    await giveWay();
  }
  const { others } = folded;
  if (others.length === 0) return;
  const isOther = new Set(others.map(({ meterId, day }) => `${meterId}/${day}`));
  const otherHours: Wanted['hours'] = (meterId, day) =>
    isOther.has(`${meterId}/${day}`) ? hours(meterId, day) : undefined;
  await addFresh(reading, await readNamedDays(db, others, asked), otherHours);
};

/** The readings of the parts of buckets of any length. */
export const readCells = async <Target>(
  db: Tx,
  snapshot: RegistrySnapshot,
  question: BucketQuestion,
  sink: CellSink<Target>,
): Promise<void> => {
  const { meters, channels, unit, from, to, until = Number.POSITIVE_INFINITY } = question;
  if (meters.length === 0) return;
  const timelines = timelinesOf(question);
  const { start, end } = periodOf(timelines);
  const asked = { meters: meters.map(({ id }) => id), channels, from, to, start, end: Math.min(end, until) };
  const reading: Reading<Target> = { db, snapshot, asked, timelines, sink };
  await (unit === 'hour' ? readByHour(reading) : readByDay(reading));
};
