import { DAY_MS } from '@airdeck/domain/duration';
import { byteView } from '../../platform/byte-view.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { CELL_BYTES, type DayCell, foldHours, larger, readCell, smaller } from '../rollups/day-cell.ts';
import type { MeterDay } from '../rollups/day-queries.ts';
import type { StaleHour } from '../rollups/hour-cells.ts';
import { COLUMNS, type DayRow, emptyRow, type HourCell, INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type ChannelDay, dayKey, type StaleDays } from './fold-days.ts';
import { sumStale, type Wanted } from './fresh-days.ts';
import { type LayerQuestion, type MonthLayer, type MonthsRow, readIndexDays } from './layer-queries.ts';

/** At the beginning of an hour the one before may be stale too. Days of which more is stale are not worth a look. */
const MAX_STALE_HOURS = 2;

/** A day without a mark: its cells have all of its hours, but they may be older than the stale ones. */
interface OpenDay extends MeterDay {
  stale: readonly StaleHour[];
  cells: Map<number, DayCell>;
  index: DayRow;
}

/** The cells of one day, by channel; `place`: counted from the first day of the question. */
const cellsOfDay = (row: MonthsRow | undefined, place: number): Map<number, DayCell> => {
  const cells = new Map<number, DayCell>();
  if (!row) return cells;
  const view = byteView(row.data);
  let begin = 0;
  for (const [i, channel] of row.channels.entries()) {
    const length = (row.lengths[i] as number) / CELL_BYTES;
    const at = place - (row.firsts[i] as number);
    const cell = at >= 0 && at < length ? readCell(view, begin + at) : null;
    if (cell) cells.set(channel, cell);
    begin += length;
  }
  return cells;
};

/**
 * Whether the cells have exactly the hours that have a rollup, and none of the stale ones is among them. Cells of a day
 * without a mark were made of all hours of their time, so it is enough that they have as many frames.
 */
const lacksOnlyStale = ({ stale, cells, index }: OpenDay): boolean => {
  const { length } = index.count;
  if (stale.some(({ hour, hours }) => hours !== length || Boolean(index.count[hour]))) return false;
  return foldHours(INDEX_CHANNEL, index).count === (cells.get(INDEX_CHANNEL)?.count ?? 0);
};

const addHour = ({ cells, index }: OpenDay, hour: number, cell: HourCell): void => {
  const { channel, count, sum, min, max } = cell;
  if (channel === INDEX_CHANNEL) {
    for (const column of COLUMNS) index[column][hour] = cell[column];
    return;
  }
  const known = cells.get(channel) ?? { count: 0, sum: 0, min: null, max: null };
  cells.set(channel, {
    count: known.count + count,
    sum: (known.sum ?? 0) + (sum ?? 0),
    min: smaller(known.min, min),
    max: larger(known.max, max),
  });
};

/**
 * Of the stale days, those of which only hours are stale that the cells do not have yet, mostly the open one: the frames
 * of these hours are added to the cells. The index has no sum that could be added to, so its hours are read. The
 * `others` are to be summed up from their hours: days with a mark of their own, with a stale hour that their cells have,
 * with packed hours or those of another calendar; and all if the index is not asked for.
 */
export const readOpenDays = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  stale: StaleDays,
  months: MonthLayer,
  { channels, hours, from }: Wanted & Pick<LayerQuestion, 'from'>,
): Promise<{ cells: ChannelDay[]; others: StaleDays }> => {
  const marked = new Set(months.staleDays.map(dayKey));
  const unmarked = [...stale].flatMap(([meterId, days]) =>
    [...days]
      .filter(([, hoursOfDay]) => hoursOfDay.length <= MAX_STALE_HOURS)
      .map(([day]) => ({ meterId, day }))
      .filter((day) => !marked.has(dayKey(day))),
  );
  const hasIndex = channels === null || channels.includes(INDEX_CHANNEL);
  if (!hasIndex || unmarked.length === 0) return { cells: [], others: stale };
  const rows = new Map(months.rows.map((row) => [row.meter_id, row]));
  const indexes = new Map(
    (await readIndexDays(db, unmarked)).map((row) => [dayKey({ meterId: row.meter_id, day: row.day }), row]),
  );

  const open = new Map<string, OpenDay>();
  for (const { meterId, day } of unmarked) {
    const length = hours(meterId, day);
    if (length === undefined) continue;
    const key = dayKey({ meterId, day });
    const place = (Date.parse(day) - Date.parse(from)) / DAY_MS;
    const each: OpenDay = {
      ...{ meterId, day, stale: stale.get(meterId)?.get(day) ?? [] },
      cells: cellsOfDay(rows.get(meterId), place),
      index: indexes.get(key) ?? emptyRow({ meterId, day, hours: length }, INDEX_CHANNEL),
    };
    if (each.index.count.length === length && lacksOnlyStale(each)) open.set(key, each);
  }

  const added = [...open.values()].flatMap((each) => each.stale);
  for await (const [hour, cells] of sumStale(db, snapshot, added, channels)) {
    const day = open.get(dayKey(hour));
    if (day) for (const cell of cells) addHour(day, hour.hour, cell);
  }
  const others = new Map(
    [...stale].map(([meterId, days]): [number, ReadonlyMap<string, readonly StaleHour[]>] => [
      meterId,
      new Map([...days].filter(([day]) => !open.has(dayKey({ meterId, day })))),
    ]),
  );
  const cells = [...open.values()].flatMap(({ meterId, day, cells: own, index }) =>
    [...own.set(INDEX_CHANNEL, foldHours(INDEX_CHANNEL, index))].map(([channel, cell]) => ({
      ...{ meterId, day, channel, cell },
    })),
  );
  return { cells, others };
};
