import { getSensors } from '@airdeck/contract/monitoring/routes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { historyKey } from './keys.ts';

/** When a meter last measured something; null when it never did. */
export const newestQuery = (meter: number) =>
  queryOptions<string | null, ApiFailure>({
    queryKey: historyKey('newest', meter),
    queryFn: async ({ signal }) =>
      (await call(getSensors, { query: { id: meter }, signal })).meters[0]?.last_time ?? null,
  });
