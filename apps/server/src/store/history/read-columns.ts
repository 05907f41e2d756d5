import { addDays } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import { createColumns, type ReadingColumns } from '@airdeck/domain/reading-columns';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { BLOCK_DAYS } from '../rollups/block-hours.ts';
import { blockOf } from '../rollups/hour-block.ts';
import { type StaleHour, staleHours } from '../rollups/hour-cells.ts';
import type { DayRow, HourCell } from '../rollups/rollup-rows.ts';
import { sumStale } from './fresh-days.ts';
import type { DecodeHours, HourJob } from './hour-decoder.ts';
import type { HourSeries } from './hour-series.ts';
import { periodOf, readCells, timelinesOf } from './read-layers.ts';
import type { Timeline, TimelineDay } from './timeline.ts';
import { type PackedHours, readWantedHours } from './wanted-hours-queries.ts';

/** Columns by meter id, then by channel. */
type MeterColumns = Map<number, Map<number, ReadingColumns>>;

/** Readings by local day, as long as the days of the period; channels without readings are left out. */
export const readDayColumns = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  question: { meters: readonly Meter[]; channels: readonly number[] } & DayRange,
): Promise<MeterColumns> => {
  const found: MeterColumns = new Map();
  await readCells(
    db,
    snapshot,
    { ...question, unit: 'day' },
    {
      of(meterId, channel, length) {
        const channels = found.get(meterId) ?? new Map<number, ReadingColumns>();
        found.set(meterId, channels);
        const columns = channels.get(channel) ?? createColumns(length);
        channels.set(channel, columns);
        return columns;
      },
      add: (columns, place, count, sum, min, max) => {
        if (!Number.isNaN(sum)) setAt(columns, place, count, sum, min, max);
      },
    },
  );
  return found;
};

const setAt = (columns: ReadingColumns, at: number, count: number, sum: number, min: number, max: number): void => {
  columns.count[at] = count;
  columns.sum[at] = sum;
  columns.min[at] = min;
  columns.max[at] = max;
};

/** Local days of a meter's channel of which hours are wanted, among days that many of them share. */
export interface WantedDays {
  meter: Meter;
  channel: number;
  days: readonly string[];
  isWanted: Uint8Array;
}

/** The first days of the blocks in which days lie, each once, and the place of each day's block among them. */
const createBlocks = (days: readonly string[]) => {
  const firsts: string[] = [];
  const places = new Int32Array(days.length);
  for (const [at, day] of days.entries()) {
    const { first } = blockOf(day);
    if (firsts.at(-1) !== first) firsts.push(first);
    places[at] = firsts.length - 1;
  }
  return { firsts, places };
};

/** Groups of meters share their days. */
const blocksOfDays = new WeakMap<readonly string[], ReturnType<typeof createBlocks>>();

/** The first days of the blocks that are wanted. */
const wantedBlocks = ({ days, isWanted }: WantedDays): string[] => {
  const blocks = blocksOfDays.get(days) ?? createBlocks(days);
  blocksOfDays.set(days, blocks);
  const { firsts, places } = blocks;
  const wanted: string[] = [];
  let last = -1;
  for (let at = 0; at < days.length; at++) {
    if (isWanted[at] !== 1 || places[at] === last) continue;
    last = places[at] as number;
    wanted.push(firsts[last] as string);
  }
  return wanted;
};

const setCell = (
  columns: ReadingColumns,
  at: number,
  cell: Pick<HourCell, 'sum' | 'min' | 'max'> & { count: number | null },
): void => {
  const { count, sum, min, max } = cell;
  if (count === null || sum === null || min === null || max === null) columns.count[at] = 0;
  else setAt(columns, at, count, sum, min, max);
};

const setDay = (columns: ReadingColumns, row: DayRow, day: TimelineDay | undefined): void => {
  if (day?.hours !== row.count.length) return;
  for (let hour = 0; hour < day.hours; hour++) {
    const [count, sum] = [row.count[hour] ?? null, row.sum[hour] ?? null];
    const [min, max] = [row.min[hour] ?? null, row.max[hour] ?? null];
    setCell(columns, day.place + hour, { count, sum, min, max });
  }
};

type BlockPlaces = Pick<HourSeries, 'places' | 'hours'>;

const placesOfBlock = ({ days }: Timeline, first: string): BlockPlaces => {
  const own = Array.from({ length: BLOCK_DAYS }, (_, at) => days.get(addDays(first, at)));
  return {
    places: Int32Array.from(own, (day) => day?.place ?? 0),
    hours: Uint8Array.from(own, (day) => day?.hours ?? 0),
  };
};

/** Timelines are kept as long as their buckets, so groups of meters share them. */
const blockPlaces = new WeakMap<Timeline, Map<string, BlockPlaces>>();

/** Where the days of blocks, given by their first days, lie in a period. */
const placesOf = (timeline: Timeline, firsts: readonly string[]): BlockPlaces => {
  const known = blockPlaces.get(timeline) ?? new Map<string, BlockPlaces>();
  blockPlaces.set(timeline, known);
  const places = new Int32Array(firsts.length * BLOCK_DAYS);
  const hours = new Uint8Array(places.length);
  for (const [at, first] of firsts.entries()) {
    const block = known.get(first) ?? placesOfBlock(timeline, first);
    known.set(first, block);
    places.set(block.places, at * BLOCK_DAYS);
    hours.set(block.hours, at * BLOCK_DAYS);
  }
  return { places, hours };
};

const NOTHING_PACKED: PackedHours = { firsts: '', lengths: [], data: Buffer.alloc(0) };

/** Channels that are decoded at once: a message to a thread costs as much as some blocks, and columns of a year are large. */
const CHANNELS_AT_ONCE = 4;

/**
 * Readings by hour of the period, of each that is wanted in turn; later ones overwrite them, and hours of days that are
 * not wanted may be missing. `isOfMeans`: min and max mean nothing. They are read as bytes and decoded a few channels at
 * a time, the next ones while the caller works with these: a year of them is large. They are as fresh as those of
 * `readBuckets`.
 * @throws CorruptBlockError
 */
export const readHourColumns = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  wanted: readonly WantedDays[],
  { from, to, isOfMeans }: DayRange & { isOfMeans: boolean },
  decode: DecodeHours,
): Promise<AsyncGenerator<ReadingColumns, undefined>> => {
  const timelines = timelinesOf({ meters: wanted.map(({ meter }) => meter), unit: 'hour', from, to });
  const asked = wanted.map((each) => ({ meterId: each.meter.id, channel: each.channel, blocks: wantedBlocks(each) }));
  const layer = await readWantedHours(db, asked, { from, to, ...periodOf(timelines) });

  const fresh = new Map<number, [StaleHour, HourCell[]][]>();
  const isAsked = ({ meterId, day }: StaleHour): boolean => timelines.get(meterId)?.days.has(day) ?? false;
  const channels = [...new Set(wanted.map(({ channel }) => channel))];
  for await (const each of sumStale(db, snapshot, staleHours(snapshot, layer.staleHours).filter(isAsked), channels)) {
    const [{ meterId }] = each;
    const known = fresh.get(meterId) ?? [];
    fresh.set(meterId, known);
    known.push(each);
  }

  const length = [...timelines.values()].reduce((most, timeline) => Math.max(most, timeline.length), 0);
  /** Decodes those from a place on; answers their columns, and takes these. */
  const decodeFrom = async (from: number, free: readonly ReadingColumns[]): Promise<ReadingColumns[]> => {
    const jobs: HourJob[] = [];
    for (const [i, columns] of free.entries()) {
      const series = wanted[from + i];
      const timeline = series && timelines.get(series.meter.id);
      if (!timeline) break;
      const packed = layer.packed.get(from + i) ?? NOTHING_PACKED;
      const { meter, channel } = series;
      const places = placesOf(timeline, packed.lengths.length === 0 ? [] : packed.firsts.split(' '));
      jobs.push({ columns, series: { meterId: meter.id, channel, ...packed, ...places, isOfMeans } });
    }
    return decode(jobs);
  };
  const addRows = (at: number, columns: ReadingColumns): void => {
    const { meter, channel } = wanted[at] as WantedDays;
    const timeline = timelines.get(meter.id);
    if (!timeline) return;
    // Where both have a day, the row has been rebuilt since.
    for (const row of layer.days.get(at) ?? []) setDay(columns, row, timeline.days.get(row.day));
    for (const [{ day, hour }, cells] of fresh.get(meter.id) ?? []) {
      const place = (timeline.days.get(day)?.place ?? 0) + hour;
      const cell = cells.find((each) => each.channel === channel);
      setCell(columns, place, cell ?? { count: null, sum: null, min: null, max: null });
    }
  };
  const createFree = () => Array.from({ length: CHANNELS_AT_ONCE }, () => createColumns(length));
  return (async function* () {
    let next = decodeFrom(0, createFree());
    let free = createFree();
    for (let from = 0; from < wanted.length; from += CHANNELS_AT_ONCE) {
      const decoded = await next;
      next = decodeFrom(from + CHANNELS_AT_ONCE, free);
      // Its failure is seen by the next step; who stops before does not need it.
      next.catch(() => undefined);
      for (const [i, columns] of decoded.entries()) {
        addRows(from + i, columns);
        yield columns;
      }
      free = decoded;
    }
    return undefined;
  })();
};
