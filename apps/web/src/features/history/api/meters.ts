import { getChoices } from '@airdeck/contract/history/routes';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import type { Grade } from '@airdeck/domain/grade';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';

/** Every meter that the user may see, with its places, sensors and purifiers. */
export const choicesQuery = () =>
  queryOptions<ChoiceMeter[], ApiFailure>({
    queryKey: queryKey('history', 'choices'),
    queryFn: async ({ signal }) => (await call(getChoices, { signal })).meters,
    placeholderData: (old) => old,
    staleTime: 300_000,
  });

/** Meters that are bad or worse now, the worst grade first. */
export const badMetersQuery = () =>
  queryOptions<{ id: number; grade: Grade }[], ApiFailure>({
    queryKey: queryKey('history', 'bad'),
    queryFn: async ({ signal }) => {
      const { nodes } = await call(getTree, { signal });
      return nodes
        .flatMap(({ kind, id, grade }) =>
          kind === 'meter' && grade !== null && BAD.includes(grade) ? { id, grade } : [],
        )
        .toSorted((a, b) => BAD.indexOf(a.grade) - BAD.indexOf(b.grade));
    },
    refetchInterval: 60_000,
  });

const BAD: readonly Grade[] = ['VERY_BAD', 'BAD'];

/** Time of a meter's newest reading; null when there is none. */
export const newestQuery = (meter: number) =>
  queryOptions<string | null, ApiFailure>({
    queryKey: queryKey('history', 'newest', meter),
    queryFn: async ({ signal }) =>
      (await call(getSensors, { query: { id: meter }, signal })).meters[0]?.last_time ?? null,
  });
