import type { CommandRecord } from '@airdeck/contract/control/schema';
import { useQueries } from '@tanstack/react-query';
import type { Attempt } from './order.ts';
import { batchQuery } from './queries.ts';

/** The newest records of all attempts, by their id. */
export const useRecords = (attempts: readonly Attempt[]): ReadonlyMap<number, CommandRecord> =>
  useQueries({
    queries: attempts.map(({ order }) => batchQuery(order.batchId)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data = [] }) => data.map((record) => [record.id, record] as const))),
  });
