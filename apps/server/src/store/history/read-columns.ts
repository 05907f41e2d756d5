import { addDays } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import { createColumns, type ReadingColumns } from '@airdeck/domain/reading-columns';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { BLOCK_DAYS, blockOf } from '../rollups/hour-block.ts';
import { type StaleHour, staleHours } from '../rollups/hour-cells.ts';
import type { DayRow, HourCell } from '../rollups/rollup-rows.ts';
import { sumStale } from './fresh-days.ts';
import type { DecodeHours } from './hour-decoder.ts';
import type { HourSeries } from './hour-series.ts';
import { periodOf, readDayCells, timelinesOf } from './read-buckets.ts';
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
  await readDayCells(
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
      add: (columns, place, { count, sum, min, max }) => {
        if (sum === null || min === null || max === null) return;
        setAt(columns, place, count, sum, min, max);
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

/** Local days of a meter's channel of which hours are wanted. */
export interface WantedDays {
  meter: Meter;
  channel: number;
  days: readonly string[];
}

const seriesOf = (
  { meter, channel }: WantedDays,
  packed: PackedHours,
  daysOf: (first: string) => readonly (TimelineDay | undefined)[],
): HourSeries => {
  const places = new Int32Array(packed.firsts.length * BLOCK_DAYS);
  const hours = new Uint8Array(places.length);
  for (const [block, first] of packed.firsts.entries()) {
    for (const [place, day] of daysOf(first).entries()) {
      places[block * BLOCK_DAYS + place] = day?.place ?? 0;
      hours[block * BLOCK_DAYS + place] = day?.hours ?? 0;
    }
  }
  return { meterId: meter.id, channel, ...packed, places, hours };
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

/** The days of blocks among those of a period. */
const blockDaysOf = ({ days }: Timeline) => {
  const known = new Map<string, readonly (TimelineDay | undefined)[]>();
  return (first: string): readonly (TimelineDay | undefined)[] => {
    const found = known.get(first) ?? Array.from({ length: BLOCK_DAYS }, (_, place) => days.get(addDays(first, place)));
    known.set(first, found);
    return found;
  };
};

/**
 * Readings by hour of the period, of each that is wanted in turn; the next ones overwrite them, and hours of days that are
 * not wanted may be missing. They are read as bytes and decoded one channel after the other, the next one while the
 * caller works with one: a year of them is large. They are as fresh as those of `readBuckets`.
 * @throws CorruptBlockError
 */
export const readHourColumns = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  wanted: readonly WantedDays[],
  { from, to }: DayRange,
  decode: DecodeHours,
): Promise<AsyncGenerator<ReadingColumns, undefined>> => {
  const timelines = timelinesOf({ meters: wanted.map(({ meter }) => meter), unit: 'hour', from, to });
  const blocks = new Map<Timeline, (first: string) => readonly (TimelineDay | undefined)[]>();
  for (const timeline of timelines.values()) blocks.set(timeline, blocks.get(timeline) ?? blockDaysOf(timeline));
  const firstOf = new Map<string, string>();
  const firstsOf = (days: readonly string[]): string[] => {
    const firsts = new Set<string>();
    for (const day of days) {
      const first = firstOf.get(day) ?? blockOf(day).first;
      firstOf.set(day, first);
      firsts.add(first);
    }
    return [...firsts];
  };
  const asked = wanted.map(({ meter, channel, days }) => ({ meterId: meter.id, channel, blocks: firstsOf(days) }));
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

  const length = Math.max(0, ...[...blocks.keys()].map((timeline) => timeline.length));
  const decodePacked = async (at: number, columns: ReadingColumns): Promise<ReadingColumns> => {
    const series = wanted[at];
    const packed = layer.packed.get(at);
    const timeline = series && timelines.get(series.meter.id);
    const daysOf = timeline && blocks.get(timeline);
    if (series && packed && daysOf) return decode(seriesOf(series, packed, daysOf), columns);
    columns.count.fill(0);
    return columns;
  };
  const addRows = (at: number, { meter, channel }: WantedDays, columns: ReadingColumns): void => {
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
  return (async function* () {
    let next = decodePacked(0, createColumns(length));
    let free = createColumns(length);
    for (const [at, series] of wanted.entries()) {
      const columns = await next;
      next = decodePacked(at + 1, free);
      // Its failure is seen by the next step; who stops before does not need it.
      next.catch(() => undefined);
      addRows(at, series, columns);
      yield columns;
      free = columns;
    }
    return undefined;
  })();
};
