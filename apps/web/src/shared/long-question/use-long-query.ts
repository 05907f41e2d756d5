import {
  hashKey,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { expectedAnswers } from '../../lib/api/expected-answers.ts';
import { useStore } from '../../lib/store.ts';
import { followed } from './followed.ts';

/** The wait for an answer that can take long, for `LongWait`. */
export interface Wait {
  /** Of the query. */
  key: string;
  isWaiting: boolean;
  isCanceled: boolean;
  /** null until the server says it. */
  expectedMs: number | null;
  cancel(): void;
  loadAgain(): void;
}

export interface LongQuery<T, E> {
  query: UseQueryResult<T, E>;
  wait: Wait;
}

type LongQueryOptions<T, E, Key extends QueryKey> = UseQueryOptions<T, E, T, Key> & {
  queryFn?: QueryFunction<T, Key> | undefined;
};

/** A query that can take long: `LongWait` shows how long, and cancels it. */
export function useLongQuery<T, E, Key extends QueryKey>(options: LongQueryOptions<T, E, Key>): LongQuery<T, E> {
  const client = useQueryClient();
  const { queryKey, enabled } = options;
  const key = hashKey(queryKey);
  const query = useQuery(followed(options));
  const expectedMs = useStore(expectedAnswers).get(key) ?? null;
  const { fetchStatus, error, isPending, isPlaceholderData, refetch } = query;
  const isWithout = isPending || isPlaceholderData;
  return {
    query,
    wait: {
      ...{ key, expectedMs },
      isWaiting: isWithout && fetchStatus === 'fetching',
      isCanceled: isWithout && fetchStatus === 'idle' && error === null && enabled !== false,
      cancel: () => void client.cancelQueries({ queryKey, exact: true }),
      loadAgain: () => void refetch(),
    },
  };
}
