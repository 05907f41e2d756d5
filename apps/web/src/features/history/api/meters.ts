import { getChoices } from '@airdeck/contract/history/routes';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { getSensors } from '@airdeck/contract/monitoring/routes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { historyKey } from './keys.ts';

/** Every meter that the user may see, with its places, sensors and purifiers. */
export const choicesQuery = () =>
  queryOptions<ChoiceMeter[], ApiFailure>({
    queryKey: historyKey('choices'),
    queryFn: async ({ signal }) => (await call(getChoices, { signal })).meters,
    placeholderData: (old) => old,
    staleTime: 300_000,
  });

/** Time of a meter's newest reading; null when there is none. */
export const newestQuery = (meter: number) =>
  queryOptions<string | null, ApiFailure>({
    queryKey: historyKey('newest', meter),
    queryFn: async ({ signal }) =>
      (await call(getSensors, { query: { id: meter }, signal })).meters[0]?.last_time ?? null,
  });
