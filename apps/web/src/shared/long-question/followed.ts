import { hashKey, type QueryFunction, type QueryKey } from '@tanstack/react-query';
import { followRequest } from '../../lib/api/expected-answers.ts';

/** A query that can take long, whose expected time is known from its first request on, also when a screen is not drawn yet. */
export const followed = <T, Key extends QueryKey, Options extends { queryKey: Key; queryFn?: QueryFunction<T, Key> }>(
  options: Options & { queryKey: Key; queryFn?: QueryFunction<T, Key> },
): Options => {
  const { queryKey, queryFn } = options;
  if (queryFn === undefined) return options;
  return {
    ...options,
    queryFn: (context: Parameters<typeof queryFn>[0]) => {
      followRequest(hashKey(queryKey), context.signal);
      return queryFn(context);
    },
  };
};
