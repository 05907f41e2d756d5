import type { Bucket } from '@airdeck/domain/bucket';
import type { TimeRange } from '@airdeck/domain/range';
import type { Tx } from '../../../platform/db/pool.ts';
import type { FrameColumns, MeterSpan } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import type { MeterHours } from './hour-counts.ts';

/** Location of a row's reading. */
export interface RowRef {
  hours: MeterHours;
  /** Position of its meter in the list's order. */
  rank: number;
  columns: FrameColumns;
  /** Index of its frame in the columns. */
  at: number;
  time: number;
  /** INDEX_CHANNEL for the frame as a whole. */
  channel: number;
}

export interface RefQuestion {
  meters: readonly MeterHours[];
  /** Channels to read of each frame; null reads all. */
  channels: readonly number[] | null;
}

/** One hour of one meter that has rows. */
interface Cell {
  hours: MeterHours;
  rank: number;
  hour: number;
  bucket: Bucket;
}

/** Maximum frames to read at once when only the last of each hour is needed. */
const MAX_BATCH_FRAMES = 50_000;

/** The hours with rows that overlap a range, meter by meter. */
const cellsIn = ({ meters }: RefQuestion, { start, end }: TimeRange): Cell[] =>
  meters.flatMap((hours, rank) => {
    const cells: Cell[] = [];
    for (let hour = firstAfter(hours.hours, start); hour < hours.hours.length; hour++) {
      const bucket = hours.hours[hour];
      if (!bucket || bucket.start >= end) break;
      if (hours.rows[hour]) cells.push({ hours, rank, hour, bucket });
    }
    return cells;
  });

/** Index of the first of ascending buckets that ends after a time. */
const firstAfter = (buckets: readonly Bucket[], time: number): number => {
  let low = 0;
  let high = buckets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((buckets[middle]?.end ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
};

const has = (columns: FrameColumns, at: number, channel: number): boolean =>
  channel === INDEX_CHANNEL || typeof columns.channels.get(channel)?.[at] === 'number';

/** Reads every reading of every frame. */
const readEach = async (
  tx: Tx,
  { channels }: RefQuestion,
  cells: readonly Cell[],
  { start, end }: TimeRange,
): Promise<RowRef[]> => {
  const spans = new Map<number, MeterSpan>();
  const owners: Cell[] = [];
  for (const cell of cells) {
    const known = spans.get(cell.rank);
    if (known) known.end = Math.min(end, cell.bucket.end);
    else {
      const { meter } = cell.hours;
      const span = {
        meterId: meter.id,
        start: Math.max(start, cell.bucket.start),
        end: Math.min(end, cell.bucket.end),
      };
      spans.set(cell.rank, span);
      owners.push(cell);
    }
  }
  const frames = await readFrames(tx, [...spans.values()], channels);
  return frames.flatMap((columns, i) => {
    const cell = owners[i];
    const refs: RowRef[] = [];
    if (!cell) return refs;
    const { hours, rank } = cell;
    for (const [at, time] of columns.times.entries()) {
      for (const channel of hours.channels) {
        if (has(columns, at, channel)) refs.push({ hours, rank, columns, at, time, channel });
      }
    }
    return refs;
  });
};

/** The last reading of each channel in a cell, where the cell contains the last one of the bucket. */
const lastsOf = ({ hours, rank, hour }: Cell, columns: FrameColumns): RowRef[] =>
  hours.channels.flatMap((channel) => {
    if (!hours.lasts?.get(channel)?.[hour]) return [];
    const at = columns.times.findLastIndex((_, i) => has(columns, i, channel));
    return at < 0 ? [] : [{ hours, rank, columns, at, time: columns.times[at] ?? 0, channel }];
  });

const readLasts = async (tx: Tx, { channels }: RefQuestion, cells: readonly Cell[]): Promise<RowRef[]> => {
  const refs: RowRef[] = [];
  let batch: Cell[] = [];
  let frames = 0;
  const flush = async (): Promise<void> => {
    const read = await readFrames(
      tx,
      batch.map(({ hours, bucket: { start, end } }) => ({ meterId: hours.meter.id, start, end })),
      channels,
    );
    for (const [i, cell] of batch.entries()) {
      const columns = read[i];
      if (columns) refs.push(...lastsOf(cell, columns));
    }
    batch = [];
    frames = 0;
  };
  for (const cell of cells) {
    frames += (cell.bucket.end - cell.bucket.start) / 1000 / cell.hours.meter.intervalS;
    batch.push(cell);
    if (frames >= MAX_BATCH_FRAMES) await flush();
  }
  if (batch.length > 0) await flush();
  return refs;
};

/** The rows of a range, unordered; with `across`, only those of hours that contain that instant. */
export const readRefs = async (
  tx: Tx,
  question: RefQuestion,
  range: TimeRange,
  across: number | null = null,
): Promise<RowRef[]> => {
  const all = cellsIn(question, range);
  const cells = across === null ? all : all.filter(({ bucket }) => bucket.start < across && across < bucket.end);
  if (cells.length === 0) return [];
  if (!question.meters.some(({ lasts }) => lasts)) return readEach(tx, question, cells, range);
  // The last reading of an hour can only be found in the whole hour.
  const refs = await readLasts(tx, question, cells);
  return refs.filter(({ time }) => range.start <= time && time < range.end);
};
