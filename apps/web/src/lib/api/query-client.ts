import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

const MAX_RETRIES = 2;

const TOO_MANY_REQUESTS = 429;

/** Whether another try may work: no connection, no answer in time, a busy server, a gateway error. */
function mayPass(failure: Error): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  const status = failure.status ?? 0;
  return failure.kind === 'network' || failure.kind === 'timeout' || status === TOO_MANY_REQUESTS || status >= 502;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // An offline console tries all the same, and shows the data that it has.
      networkMode: 'always',
      retry: (failures, failure) => failures < MAX_RETRIES && mayPass(failure),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
