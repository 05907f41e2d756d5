import { meterIndex } from '@airdeck/domain/air-index';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { FrameColumns } from '../../../store/history/frame-columns.ts';
import { readFrames } from '../../../store/history/frame-queries.ts';
import { tenth } from '../list/rounding.ts';
import { createDayThresholds } from '../request/day-thresholds.ts';
import type { Look } from '../request/look.ts';
import type { Period } from '../request/period.ts';
import { createShift, pairHours, weeksBefore } from './series-axis.ts';
import type { SeriesItem } from './series-item.ts';

/** Points of a line: epoch ms, ascending, and values. */
export interface Points {
  times: number[];
  values: number[];
}

/** Days that are read at once: two months of minutes are not too much. */
const DAYS_AT_ONCE = 62;

/** The value of one frame; null when it has none of the item's. */
const createValueAt = (look: Look, item: SeriesItem): ((columns: FrameColumns, at: number) => number | null) => {
  const { meter, measure, channels } = item;
  const thresholdsAt = createDayThresholds(look.picture);
  return (columns, at) => {
    const ticks = channels.flatMap((channel) => {
      const value = columns.channels.get(channel)?.[at];
      return typeof value === 'number' ? [{ channel, value }] : [];
    });
    if (ticks.length === 0) return null;
    if (measure !== 'INDEX') {
      return fromTicks(measure, Math.round(ticks.reduce((sum, { value }) => sum + value, 0) / ticks.length));
    }
    const readings = ticks.flatMap(({ channel, value }) => {
      const type = meter.sensors.get(channel)?.type;
      return type ? [{ type, value: fromTicks(type, value) }] : [];
    });
    const worst = meterIndex(readings, thresholdsAt(meter.organization, columns.times[at] ?? 0));
    return worst && tenth(worst.index);
  };
};

/** The stretches of a period of a zone that are read one after the other. */
const stretchesOf = ({ startTime, endTime }: Period, zone: string): { start: number; end: number }[] => {
  const stretches = [];
  for (let day = startTime; day <= endTime; ) {
    const next = addDays(day, DAYS_AT_ONCE);
    const end = next <= endTime ? next : addDays(endTime, 1);
    stretches.push({ start: startOfLocalDay(day, zone), end: startOfLocalDay(end, zone) });
    day = next;
  }
  return stretches;
};

/** What an item's sensors measured in the period, or in that of earlier weeks, drawn over the period. */
export const loadPoints = async (
  look: Look,
  item: SeriesItem,
  period: Period,
  zone: string,
  weeksAgo: number,
): Promise<Points> => {
  const points: Points = { times: [], values: [] };
  const valueAt = createValueAt(look, item);
  const shift = weeksAgo === 0 ? (time: number) => time : createShift(pairHours(period, weeksAgo, zone));
  for (const { start, end } of stretchesOf(weeksBefore(period, weeksAgo), zone)) {
    const span = { meterId: item.meter.id, start, end };
    const [columns] = await look.read((tx) => readFrames(tx, [span], item.channels));
    for (const [at, time] of columns?.times.entries() ?? []) {
      const shown = shift(time);
      const value = columns && shown !== null ? valueAt(columns, at) : null;
      if (shown === null || value === null) continue;
      points.times.push(shown);
      points.values.push(value);
    }
  }
  return points;
};
