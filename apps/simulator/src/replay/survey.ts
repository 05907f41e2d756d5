import type { RecordedRow } from './read-recording.ts';
import { RecordingError } from './recording-error.ts';

export interface Survey {
  readonly rows: number;
  readonly last: number;
}

/** Reads a whole recording once, so that errors are reported before anything is sent. */
export async function survey(rows: AsyncIterable<RecordedRow>): Promise<Survey> {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for await (const { time } of rows) {
    count += 1;
    last = Math.max(last, time);
  }
  if (count === 0) throw new RecordingError('the file has no readings');
  return { rows: count, last };
}
