import { getSwitchOffTests, type SwitchOffTests } from '@airdeck/contract/control/switch-off-test';
import { DEFAULT_PAGE_SIZE } from '@airdeck/contract/paging';
import { type CurrentPurifier, type CurrentPurifiers, getCurrentPurifiers } from '@airdeck/contract/purifier/current';
import { getEffect, type PurifierEffects } from '@airdeck/contract/purifier/effect';
import { type FilterReplacement, getReplacements, replaceFilter } from '@airdeck/contract/purifier/filter';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import type { CurrentSearch } from './search.ts';

/** Purifiers report each minute or so. */
const RELOAD_MS = 10_000;

export const currentQuery = ({ search, state, by, page, size, sort }: CurrentSearch) =>
  queryOptions<CurrentPurifiers, ApiFailure>({
    queryKey: queryKey('purifier', 'current', search, state, by, page, size, sort),
    queryFn: ({ signal }) =>
      call(getCurrentPurifiers, {
        query: {
          search,
          activity: state,
          controller: by,
          page: (page ?? 1) - 1,
          size: size ?? DEFAULT_PAGE_SIZE,
          sort,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: RELOAD_MS,
  });

/** One purifier; null: there is none that the viewer sees. */
export const purifierQuery = (id: number) =>
  queryOptions<CurrentPurifier | null, ApiFailure>({
    queryKey: queryKey('purifier', 'one', id),
    queryFn: async ({ signal }) => {
      const { content } = await call(getCurrentPurifiers, { query: { purifierId: id }, signal });
      return content[0] ?? null;
    },
    refetchInterval: RELOAD_MS,
  });

export const replacementsQuery = (id: number) =>
  queryOptions<{ content: FilterReplacement[] }, ApiFailure>({
    queryKey: queryKey('purifier', 'replacements', id),
    queryFn: ({ signal }) => call(getReplacements, { params: { id }, query: {}, signal }),
  });

const EFFECT_DAYS = 7;

/** Effect of a purifier on the air in the last days of its organization. */
export const effectQuery = (id: number, timeZone: string) =>
  queryOptions<PurifierEffects, ApiFailure>({
    queryKey: queryKey('purifier', 'effect', id),
    queryFn: ({ signal }) => {
      const today = localDay(Date.now(), timeZone);
      const query = { startTime: addDays(today, 1 - EFFECT_DAYS), endTime: today };
      return call(getEffect, { params: { id }, query, signal });
    },
  });

/** Switch-off tests of a purifier; a running one moves on by itself. */
export const switchOffQuery = (id: number) =>
  queryOptions<SwitchOffTests, ApiFailure>({
    queryKey: queryKey('purifier', 'switchOff', id),
    queryFn: ({ signal }) => call(getSwitchOffTests, { params: { id }, signal }),
    refetchInterval: RELOAD_MS,
  });

/** `lastId`: the replacement that the viewer saw last. */
export const sendReplacement = ({ id, number, lastId }: { id: number; number: number; lastId: number | null }) =>
  call(replaceFilter, { params: { id, number }, body: { last_id: lastId } });
