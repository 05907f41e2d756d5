import { addDays } from '@airdeck/domain/calendar';
import type { DayRange } from '@airdeck/domain/range';
import { createColumns, type ReadingColumns } from '@airdeck/domain/reading-columns';
import type { Tx } from '../../platform/db/pool.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { BLOCK_DAYS, blockOf, decodeHours, MEASURED } from '../rollups/hour-block.ts';
import { namingBlock } from '../rollups/hour-block-queries.ts';
import { type StaleHour, staleHours } from '../rollups/hour-cells.ts';
import type { DayRow, HourCell } from '../rollups/rollup-rows.ts';
import { sumStale } from './fresh-days.ts';
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

export interface WantedColumns {
  /**
   * Readings by hour of the period, of what was wanted at a place; hours of other days may be missing. The next call
   * overwrites them. @throws CorruptBlockError
   */
  of(at: number): ReadingColumns;
}

const setPacked = (
  columns: ReadingColumns,
  { meter, channel }: WantedDays,
  { firsts, lengths, data }: PackedHours,
  daysOf: (first: string) => readonly (TimelineDay | undefined)[],
): void => {
  let offset = 0;
  for (const [i, first] of firsts.entries()) {
    const blob = data.subarray(offset, offset + (lengths[i] ?? 0));
    offset += blob.length;
    const hours = namingBlock({ meter_id: meter.id, channel, first }, () => decodeHours(channel, blob));
    let from = 0;
    for (const [place, day] of daysOf(first).entries()) {
      const length = hours.lengths[place] as number;
      // A day of another length belongs to another calendar.
      for (let hour = 0; day?.hours === length && hour < length; hour++) {
        const at = from + hour;
        if (hours.flags[at] !== MEASURED) continue;
        const { count, sum, min, max } = hours;
        const to = day.place + hour;
        setAt(columns, to, count[at] as number, sum[at] as number, min[at] as number, max[at] as number);
      }
      from += length;
    }
  }
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
 * Hours of many channels, as bytes that are decoded one channel after the other: a year of them is large. They are as
 * fresh as those of `readBuckets`.
 */
export const readHourColumns = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  wanted: readonly WantedDays[],
  { from, to }: DayRange,
): Promise<WantedColumns> => {
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

  const columns = createColumns(Math.max(0, ...[...blocks.keys()].map(({ length }) => length)));
  return {
    of(at) {
      columns.count.fill(0);
      const series = wanted[at];
      const timeline = series && timelines.get(series.meter.id);
      const daysOf = timeline && blocks.get(timeline);
      if (!series || !timeline || !daysOf) return columns;
      const packed = layer.packed.get(at);
      if (packed) setPacked(columns, series, packed, daysOf);
      // Where both have a day, the row has been rebuilt since.
      for (const row of layer.days.get(at) ?? []) setDay(columns, row, timeline.days.get(row.day));
      for (const [{ day, hour }, cells] of fresh.get(series.meter.id) ?? []) {
        const place = (timeline.days.get(day)?.place ?? 0) + hour;
        const cell = cells.find(({ channel }) => channel === series.channel);
        setCell(columns, place, cell ?? { count: null, sum: null, min: null, max: null });
      }
      return columns;
    },
  };
};
