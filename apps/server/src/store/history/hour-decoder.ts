import type { ReadingColumns } from '@airdeck/domain/reading-columns';
import { createThread } from '../../platform/thread.ts';
import { CorruptBlockError } from '../rollups/block-hours.ts';
import { buffersOf, type HourSeries, setHours } from './hour-series.ts';

/** Packed hours and the columns that get them. */
export interface HourJob {
  series: HourSeries;
  columns: ReadingColumns;
}
export type HourAnswer = { columns: ReadingColumns[] } | { error: string };

/** Less is decoded before a message to the thread and its answer have arrived. */
const LEAST_BLOCKS = 10;

/**
 * Decodes packed hours into their columns and answers these: the ones of the jobs may have been moved. @throws
 * CorruptBlockError
 */
export type DecodeHours = (jobs: readonly HourJob[]) => Promise<ReadingColumns[]>;

/** For questions that take no longer than starting a thread. */
export const decodeHere: DecodeHours = async (jobs) => {
  for (const { series, columns } of jobs) setHours(columns, series);
  return jobs.map(({ columns }) => columns);
};

/**
 * For long questions: other requests go on meanwhile, and a second processor helps. Program: `hour-worker` as it was built.
 */
export const createDecodeBeside = (program: URL): DecodeHours => {
  const inThread = createThread<readonly HourJob[], HourAnswer>(program, {
    maxOldGenerationSizeMb: 64,
    maxYoungGenerationSizeMb: 4,
  });
  return async (jobs) => {
    const blocks = jobs.reduce((sum, { series }) => sum + series.lengths.length, 0);
    if (blocks < LEAST_BLOCKS) return decodeHere(jobs);
    const answer = await inThread(
      jobs,
      jobs.flatMap(({ columns }) => buffersOf(columns)),
    );
    if ('error' in answer) throw new CorruptBlockError(answer.error);
    return answer.columns;
  };
};

export const decodeBeside = createDecodeBeside(new URL('./hour-worker.js', import.meta.url));
