import type { Route } from '@airdeck/contract/route';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ApiFailure } from '../failure.ts';
import { call } from './call.ts';
import type { CallArgs } from './create-call.ts';
import { queriesOf, queryKey, whileTranslating } from './query-keys.ts';

/** Key and fetcher of a GET route: `useQuery(routeQuery(route, args))`. */
export function routeQuery<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  route: Route<P, Q, B, A>,
  args: CallArgs<P, Q, B>,
) {
  const key = queryKey('route', route.path, args);
  return queryOptions<z.output<A>, ApiFailure>({
    queryKey: key,
    queryFn: ({ signal }) => call(route, { ...args, signal }),
    placeholderData: whileTranslating(key),
  });
}

/** Matches the cached queries of a route, with the given arguments if there are any. */
export const queriesOfRoute = ({ path }: { path: string }, ...args: readonly object[]) =>
  queriesOf('route', path, ...args);
