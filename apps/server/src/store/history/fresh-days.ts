import { HOUR_MS } from '@airdeck/domain/duration';
import type { Tx } from '../../platform/db/pool.ts';
import { createGiveWay } from '../../platform/give-way.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { mergeDays } from '../rollups/hour-block-queries.ts';
import { type StaleHour, staleHours, sumCells } from '../rollups/hour-cells.ts';
import { adopt, cellOf, type DayDraft, type DayRow, type HourCell, replaceHour } from '../rollups/rollup-rows.ts';
import type { ChannelSum } from '../rollups/sum-columns.ts';
import type { HourLayer } from './layer-queries.ts';

/** A query to the layer of hours. */
export interface Wanted {
  channels: readonly number[] | null;
  /** Number of hours of a meter's local day; undefined for a day that is not requested. */
  hours(meterId: number, day: string): number | undefined;
}

/** Stale hours that are summed up in one statement, so that its answer stays small. */
const HOURS_AT_ONCE = 5_000;

const createDrafts = (wanted: Wanted) => {
  const meters = new Map<number, Map<string, DayDraft>>();
  return {
    of(meterId: number, day: string): DayDraft | undefined {
      const days = meters.get(meterId) ?? new Map<string, DayDraft>();
      const known = days.get(day);
      if (known) return known;
      const hours = wanted.hours(meterId, day);
      if (hours === undefined) return undefined;
      const draft = { meterId, day, hours, channels: new Map() };
      meters.set(meterId, days.set(day, draft));
      return draft;
    },
    *rows(): Generator<DayRow> {
      for (const days of meters.values()) for (const draft of days.values()) yield* draft.channels.values();
    },
  };
};

/** Hours that do not begin with a UTC hour are another stretch of time than their mark. */
const knownSum = (sums: HourLayer['sums'], { start, end }: StaleHour): ChannelSum | undefined =>
  end - start === HOUR_MS ? sums?.get(start) : undefined;

/** Stale hours with their cells, summed up from their frames unless their sums are known; of some channels or of all. */
export async function* sumStale(
  db: Tx,
  snapshot: RegistrySnapshot,
  all: readonly StaleHour[],
  channels: readonly number[] | null,
  sums?: HourLayer['sums'],
): AsyncGenerator<[StaleHour, HourCell[]]> {
  const stale: StaleHour[] = [];
  for (const hour of all) {
    const sum = knownSum(sums, hour);
    if (sum) yield [hour, sum.count > 0 ? [cellOf(sum)] : []];
    else stale.push(hour);
  }
  for (let i = 0; i < stale.length; i += HOURS_AT_ONCE) {
    const hours = stale.slice(i, i + HOURS_AT_ONCE);
    for (const [at, cells] of (await sumCells(db, snapshot, hours)).entries()) {
      const kept = channels ? cells.filter((cell) => channels.includes(cell.channel)) : cells;
      yield [hours[at] as StaleHour, kept];
    }
  }
}

/** The days that are wanted of a layer of hours, its stale hours summed up from their frames. */
export const freshDays = async (
  db: Tx,
  snapshot: RegistrySnapshot,
  layer: HourLayer,
  wanted: Wanted,
): Promise<Iterable<DayRow>> => {
  const drafts = createDrafts(wanted);
  const isWanted = (meterId: number, day: string) => wanted.hours(meterId, day) !== undefined;
  const giveWay = createGiveWay();
  for (const row of await mergeDays(layer.rows, isWanted)) {
    await giveWay();
    const draft = drafts.of(row.meter_id, row.day);
    if (draft) adopt(draft, row);
  }
  const { channels } = wanted;
  const stale = staleHours(snapshot, layer.staleHours).filter(({ meterId, day }) => drafts.of(meterId, day));
  for await (const [{ meterId, day, hour }, cells] of sumStale(db, snapshot, stale, channels, layer.sums)) {
    await giveWay();
    const draft = drafts.of(meterId, day);
    if (draft) replaceHour(draft, hour, cells);
  }
  return drafts.rows();
};
