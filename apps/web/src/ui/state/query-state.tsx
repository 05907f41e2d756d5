import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiFailure } from '../../lib/api/failure.ts';
import { ErrorPanel } from './error-panel.tsx';

interface QueryStateProps<T> {
  query: UseQueryResult<T, ApiFailure>;
  /** In the shape of what is coming. */
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}

/** Skeleton on the first load, the error if that failed, else the data: old data stays while new one is loading. */
export function QueryState<T>({ query, skeleton, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
