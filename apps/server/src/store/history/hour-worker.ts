// The thread in which packed hours are decoded (hour-decoder.ts).
import { parentPort } from 'node:worker_threads';
import { CorruptBlockError } from '../rollups/block-hours.ts';
import type { HourAnswer, HourJob } from './hour-decoder.ts';
import { buffersOf, setHours } from './hour-series.ts';

const answer = (message: HourAnswer, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(message, moved);

parentPort?.on('message', (jobs: readonly HourJob[]) => {
  try {
    for (const { series, columns } of jobs) setHours(columns, series);
    const all = jobs.map(({ columns }) => columns);
    answer({ columns: all }, all.flatMap(buffersOf));
  } catch (error) {
    // Any other error ends the thread, and with it the question.
    if (!(error instanceof CorruptBlockError)) throw error;
    answer({ error: error.message });
  }
});
