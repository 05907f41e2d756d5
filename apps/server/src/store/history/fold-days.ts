import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { type DayCell, larger, smaller } from '../rollups/day-cell.ts';
import type { MeterDay } from '../rollups/day-queries.ts';
import { type StaleHour, staleHours } from '../rollups/hour-cells.ts';
import { type HourCell, INDEX_CHANNEL } from '../rollups/rollup-rows.ts';
import { type DayToFold, type FoldedDay, foldDays, MAX_FOLDED_HOURS } from './folded-days-queries.ts';
import { sumStale, type Wanted } from './fresh-days.ts';
import type { LayerQuestion } from './layer-queries.ts';

/** Days that are older than their hours, by meter, and which of their hours are older than their frames. */
export type StaleDays = ReadonlyMap<number, ReadonlyMap<string, readonly StaleHour[]>>;

/** Key of a meter's day. */
export const dayKey = ({ meterId, day }: MeterDay): string => `${meterId}/${day}`;

/** A channel's day. */
export interface ChannelDay extends MeterDay {
  channel: number;
  cell: DayCell;
}

/** A channel's day while its hours are being added up; `summed`: frames of the hours with a value. */
interface DaySum extends DayCell {
  summed: number;
}

const sumOf = ({ count, sum, min, max, summed }: FoldedDay, i: number, channel: number): DaySum => {
  const known = channel === INDEX_CHANNEL ? (summed[i] ?? 0) : (count[i] ?? 0);
  const value = known > 0 ? (sum[i] ?? null) : null;
  return { count: count[i] ?? 0, sum: value, min: min[i] ?? null, max: max[i] ?? null, summed: known };
};

/** The hour that was left out, from its frames. */
const addHour = (day: DaySum, { channel, count, sum, min, max }: HourCell): void => {
  day.count += count;
  if (count === 0 || sum === null) return;
  day.summed += count;
  day.sum = (day.sum ?? 0) + (channel === INDEX_CHANNEL ? sum * count : sum);
  day.min = smaller(day.min, min);
  day.max = larger(day.max, max);
};

/** As `foldHours` fills frames of hours without an index. */
const cellOf = ({ count, sum, min, max, summed }: DaySum): DayCell => ({
  count,
  sum: sum !== null && summed < count ? sum * (count / summed) : sum,
  min,
  max,
});

/** The days that one statement can sum up: at most one of their hours is stale, mostly the open one. */
const toFold = (stale: StaleDays, hours: Wanted['hours']): { days: DayToFold[]; others: MeterDay[] } => {
  const days: DayToFold[] = [];
  const others: MeterDay[] = [];
  for (const [meterId, ofMeter] of stale) {
    for (const [day, marked] of ofMeter) {
      const length = hours(meterId, day);
      if (length === undefined) continue;
      const [first, ...more] = marked;
      const isSimple = more.length === 0 && length <= MAX_FOLDED_HOURS && (first?.hours ?? length) === length;
      if (isSimple) days.push({ meterId, day, hours: length, without: first?.hour ?? null });
      else others.push({ meterId, day });
    }
  }
  return { days, others };
};

/**
 * Stale days summed up by the database, the one hour of each that is stale from its frames; and the `others`, which are
 * to be read by hours: with several stale hours, packed ones, or marks that came after the question for the days.
 */
export const readFoldedDays = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  stale: StaleDays,
  { channels, hours, ...asked }: Wanted & Pick<LayerQuestion, 'start' | 'end'>,
): Promise<{ cells: ChannelDay[]; others: MeterDay[] }> => {
  const { days, others } = toFold(stale, hours);
  if (days.length === 0) return { cells: [], others };
  const folded = await foldDays(db, days, { channels, ...asked });
  const isLeftOut = ({ meterId, day, hour }: StaleHour): boolean =>
    stale
      .get(meterId)
      ?.get(day)
      ?.some((known) => known.hour === hour) ?? false;
  const late = new Set(
    staleHours(snapshot, folded.staleHours)
      .filter((hour) => !isLeftOut(hour))
      .map(dayKey),
  );
  const sums = new Map<string, Map<number, DaySum>>();
  const again: StaleHour[] = [];
  for (const row of folded.rows) {
    const day = days[row.at] as DayToFold;
    if (row.is_packed || late.has(dayKey(day))) {
      others.push(day);
      continue;
    }
    const channelsOfDay = (row.channels ?? []).map((channel, i) => [channel, sumOf(row, i, channel)] as const);
    sums.set(dayKey(day), new Map(channelsOfDay));
    again.push(...(stale.get(day.meterId)?.get(day.day) ?? []));
  }
  for await (const [hour, cells] of sumStale(db, snapshot, again, channels)) {
    const ofDay = sums.get(dayKey(hour));
    for (const cell of cells) {
      const known = ofDay?.get(cell.channel) ?? { count: 0, sum: null, min: null, max: null, summed: 0 };
      ofDay?.set(cell.channel, known);
      addHour(known, cell);
    }
  }
  const cells = days.flatMap(({ meterId, day }) =>
    [...(sums.get(dayKey({ meterId, day })) ?? [])].map(([channel, sum]) => ({
      meterId,
      day,
      channel,
      cell: cellOf(sum),
    })),
  );
  return { cells, others };
};
