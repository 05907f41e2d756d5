import type { ReadingColumns } from '@airdeck/domain/reading-columns';
import { createThread } from '../../platform/thread.ts';
import { CorruptBlockError } from '../rollups/hour-block.ts';
import { buffersOf, type HourSeries, setHours } from './hour-series.ts';

/** Columns are moved to the thread and back, so those of the job cannot be used any more. */
export interface HourJob {
  series: HourSeries;
  columns: ReadingColumns;
}
export type HourAnswer = { columns: ReadingColumns } | { error: string };

/** Less is decoded before a message to the thread and its answer have arrived. */
const LEAST_BLOCKS = 5;

/** Decodes packed hours into columns that are then the answer's: in this thread, or beside it. @throws CorruptBlockError */
export type DecodeHours = (series: HourSeries, columns: ReadingColumns) => Promise<ReadingColumns>;

/** For questions that take no longer than starting a thread. */
export const decodeHere: DecodeHours = async (series, columns) => {
  setHours(columns, series);
  return columns;
};

/**
 * For long questions: other requests go on meanwhile, and a second processor helps. Program: `hour-worker` as it was built.
 */
export const createDecodeBeside = (program: URL): DecodeHours => {
  const inThread = createThread<HourJob, HourAnswer>(program, {
    maxOldGenerationSizeMb: 64,
    maxYoungGenerationSizeMb: 4,
  });
  return async (series, columns) => {
    if (series.firsts.length < LEAST_BLOCKS) return decodeHere(series, columns);
    const answer = await inThread({ series, columns }, buffersOf(columns));
    if ('error' in answer) throw new CorruptBlockError(answer.error);
    return answer.columns;
  };
};

export const decodeBeside = createDecodeBeside(new URL('./hour-worker.js', import.meta.url));
