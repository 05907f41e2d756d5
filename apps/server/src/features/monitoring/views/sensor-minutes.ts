import type { Db } from '../../../platform/db/pool.ts';
import type { MeterSpan } from '../../../store/history/frame-columns.ts';
import { readFrames } from '../../../store/history/frame-queries.ts';

const MINUTE_MS = 60_000;

/** Every minute of a span in which the channel measured something: epoch seconds, and the mean in ticks. */
export const loadMinutes = async (
  db: Db,
  channel: number,
  span: MeterSpan,
): Promise<{ second: number; mean: number }[]> => {
  const [frames] = await readFrames(db, [span], [channel]);
  const column = frames?.channels.get(channel) ?? [];
  const minutes = new Map<number, { sum: number; count: number }>();
  for (const [i, ticks] of column.entries()) {
    if (ticks === null) continue;
    const minute = Math.floor((frames?.times[i] ?? 0) / MINUTE_MS);
    const { sum, count } = minutes.get(minute) ?? { sum: 0, count: 0 };
    minutes.set(minute, { sum: sum + ticks, count: count + 1 });
  }
  return [...minutes].map(([minute, { sum, count }]) => ({ second: minute * 60, mean: sum / count }));
};
