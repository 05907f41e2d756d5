import { getPurifiers } from '@airdeck/contract/monitoring/routes';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { mergePurifiers } from '../live/merge-purifiers.ts';
import { recentEvents } from '../live/recent-events.ts';
import { KEYS, whileTranslating } from './keys.ts';

export type PurifierList = z.output<typeof getPurifiers.answer>;

async function fetchPurifiers(id: number | undefined, signal: AbortSignal): Promise<PurifierList> {
  const list = await call(getPurifiers, { query: { id }, signal });
  return recentEvents.ofType('purifiers').reduce(mergePurifiers, list);
}

/** Purifiers of the meter `id`, or every one, as they last reported. */
export const purifiersQuery = (id: number | undefined) =>
  queryOptions<PurifierList, ApiFailure>({
    queryKey: KEYS.purifiers(id),
    placeholderData: whileTranslating(KEYS.purifiers(id)),
    queryFn: ({ signal }) => fetchPurifiers(id, signal),
  });
