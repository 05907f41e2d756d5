import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import { meterIndex, roundIndex } from '@airdeck/domain/air-index';
import { addDays } from '@airdeck/domain/calendar';
import { type DayRange, type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import { isGraded } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import { Failure } from '../../../platform/http/failure.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { FrameColumns } from '../../../store/frames/frame-columns.ts';
import { readFrames } from '../../../store/packed/read-frames-queries.ts';
import { createShift, pairHours, weeksBefore } from './axis.ts';
import type { SeriesItem } from './series-item.ts';

/** Points of a line: ascending epoch ms, and values. */
export interface Points {
  times: Float64Array;
  values: Float64Array;
}

/** Days that are read at once: two months of minutes fit into memory. */
const MAX_DAYS_AT_ONCE = 62;

/** The value of one frame; null when it has no reading of the item. */
const createValueAt = (
  context: RequestContext,
  item: SeriesItem,
): ((columns: FrameColumns, at: number) => number | null) => {
  const { measure } = item;
  const [{ meter, channels }] = item.parts;
  const [only] = channels;
  if (measure !== 'INDEX' && only !== undefined && channels.length === 1) {
    return (columns, at) => {
      const ticks = columns.channels.get(only)?.[at] ?? null;
      return ticks === null ? null : fromTicks(measure, ticks);
    };
  }
  return (columns, at) => {
    const ticks = channels.flatMap((channel) => {
      const value = columns.channels.get(channel)?.[at];
      return typeof value === 'number' ? [{ channel, value }] : [];
    });
    if (ticks.length === 0) return null;
    if (measure !== 'INDEX') {
      const values = ticks.map(({ value }) => value);
      // As in the list: the worst sensor of a graded type, the mean of others.
      if (isGraded(measure)) return fromTicks(measure, Math.max(...values));
      return fromTicks(measure, Math.round(values.reduce((sum, value) => sum + value, 0) / values.length));
    }
    const readings = ticks.flatMap(({ channel, value }) => {
      const type = meter.sensors.get(channel)?.type;
      return type ? [{ type, value: fromTicks(type, value) }] : [];
    });
    const worst = meterIndex(readings, context.thresholdsAt(meter.organization, columns.times[at] ?? 0));
    return worst && roundIndex(worst.index);
  };
};

/** The time ranges of the days, to be read one after the other. */
const rangesOf = ({ from, to }: DayRange, zone: string): TimeRange[] => {
  const ranges = [];
  for (let day = from; day <= to; day = addDays(day, MAX_DAYS_AT_ONCE)) {
    const last = addDays(day, MAX_DAYS_AT_ONCE - 1);
    ranges.push(timeRangeOf({ from: day, to: last < to ? last : to }, zone));
  }
  return ranges;
};

type Shift = (time: number) => number | null;

const pointsOf = (columns: FrameColumns, shift: Shift, valueAt: ReturnType<typeof createValueAt>): Points => {
  const frames = columns.times.length;
  const [times, values] = [new Float64Array(frames), new Float64Array(frames)];
  let count = 0;
  for (let at = 0; at < frames; at++) {
    const shown = shift(columns.times[at] as number);
    const value = shown === null ? null : valueAt(columns, at);
    if (shown === null || value === null) continue;
    times[count] = shown;
    values[count++] = value;
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count) };
};

const joinPoints = (parts: readonly Points[]): Points => {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const length = parts.reduce((sum, { times }) => sum + times.length, 0);
  const points: Points = { times: new Float64Array(length), values: new Float64Array(length) };
  let at = 0;
  for (const { times, values } of parts) {
    points.times.set(times, at);
    points.values.set(values, at);
    at += times.length;
  }
  return points;
};

/**
 * Readings of the sensors of an item's only meter on the days, or on those of earlier weeks, drawn over the days.
 * @throws Failure QUESTION_TOO_BIG
 */
export const loadPoints = async (
  context: RequestContext,
  item: SeriesItem,
  days: DayRange,
  zone: string,
  weeksAgo: number,
): Promise<Points> => {
  const parts: Points[] = [];
  let count = 0;
  const [{ meter, channels }] = item.parts;
  const valueAt = createValueAt(context, item);
  const shift: Shift = weeksAgo === 0 ? (time) => time : createShift(pairHours(days, weeksAgo, zone));
  for (const range of rangesOf(weeksBefore(days, weeksAgo), zone)) {
    const span = { meterId: meter.id, ...range };
    const [columns] = await context.read((tx) => readFrames(tx, [span], channels));
    if (!columns) continue;
    const part = pointsOf(columns, shift, valueAt);
    parts.push(part);
    count += part.times.length;
    if (count > MAX_SERIES_POINTS) throw new Failure('QUESTION_TOO_BIG');
  }
  return joinPoints(parts);
};
