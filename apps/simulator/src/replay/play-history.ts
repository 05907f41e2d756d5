import { frameOf } from './frame-of.ts';
import type { RecordedRow } from './read-recording.ts';
import type { Sender } from './sender.ts';

/** Sends a recording as past frames with shifted times. */
export async function playHistory(
  rows: AsyncIterable<RecordedRow>,
  sender: Sender,
  { move, signal }: { move: (time: number) => number; signal: AbortSignal },
): Promise<void> {
  for await (const row of rows) {
    if (signal.aborted) return;
    await sender.add(frameOf(row, move(row.time)));
  }
}
