import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../failure.ts';

const MAX_RETRIES = 2;
/** A minute, with the library's pauses of 1, 2, 4 … 30 s: enough for a busy server to catch up. */
const MAX_BUSY_RETRIES = 6;

const TOO_MANY_REQUESTS = 429;

/** Whether the server refused a question because it does not keep up. */
export const isBusy = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.status === TOO_MANY_REQUESTS;

/**
 * Whether another try may work: no connection, or a gateway error. Not where no answer came in time: it has taken the 30 s
 * that an answer may take.
 */
function mayPass(failure: Error): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  return failure.kind === 'network' || (failure.status ?? 0) >= 502;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // An offline console tries all the same, and shows the data that it has.
      networkMode: 'always',
      retry: (failures, failure) =>
        isBusy(failure) ? failures < MAX_BUSY_RETRIES : failures < MAX_RETRIES && mayPass(failure),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
