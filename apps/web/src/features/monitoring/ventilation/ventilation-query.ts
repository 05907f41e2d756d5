import { getVentilation, type Ventilation } from '@airdeck/contract/history/ventilation';
import { addDays, localDay } from '@airdeck/domain/calendar';
import { HOUR_MS } from '@airdeck/domain/duration';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';

/** Four weeks. */
const DAYS = 28;

/**
 * Air changes of a meter's room in the last four weeks; an evening changes once it is over. `closing` replaces the opening
 * hours.
 */
export const ventilationQuery = (meterId: number, timeZone: string, closing: string | null) =>
  queryOptions<Ventilation, ApiFailure>({
    queryKey: queryKey('monitoring', 'ventilation', meterId, closing),
    queryFn: ({ signal }) => {
      const today = localDay(Date.now(), timeZone);
      const query = { meterId: String(meterId), startTime: addDays(today, 1 - DAYS), endTime: today };
      return call(getVentilation, { query: closing === null ? query : { ...query, closing }, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: HOUR_MS,
  });
