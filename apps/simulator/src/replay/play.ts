import type { Clock } from '../clock.ts';
import { frameOf } from './frame-of.ts';
import type { RecordedRow } from './read-recording.ts';
import type { Sender } from './sender.ts';

/**
 * Plays a recording as if it were measured now: the first row at once, the others at their recorded intervals divided
 * by `speed`, each with its play time.
 */
export async function play(
  rows: AsyncIterable<RecordedRow>,
  sender: Sender,
  { speed, clock, signal }: { speed: number; clock: Clock; signal: AbortSignal },
): Promise<void> {
  const start = clock.now();
  let first: number | null = null;
  let previous = start - 1;
  for await (const row of rows) {
    first ??= row.time;
    // A recording's clock may have been set back; a meter's frames only move forward.
    const due: number = Math.max(previous + 1, start + (row.time - first) / speed);
    if (due > clock.now()) {
      await sender.flush();
      await clock.wait(due - clock.now(), signal);
    }
    if (signal.aborted) return;
    await sender.add(frameOf(row, due));
    if (sender.isFree()) await sender.flush();
    previous = due;
  }
}
