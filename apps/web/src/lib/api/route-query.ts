import type { Route } from '@airdeck/contract/route';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from './call.ts';
import type { CallArgs } from './create-call.ts';
import type { ApiFailure } from './failure.ts';

/** Key and fetcher of a GET route whose answer is the same in every language: `useQuery(routeQuery(route, args))`. */
export function routeQuery<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  route: Route<P, Q, B, A>,
  args: CallArgs<P, Q, B>,
) {
  return queryOptions<z.output<A>, ApiFailure>({
    queryKey: [route.path, args],
    queryFn: ({ signal }) => call(route, { ...args, signal }),
  });
}
