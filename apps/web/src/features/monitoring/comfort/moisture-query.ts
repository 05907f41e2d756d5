import { getWallMoisture, type WallMoisture } from '@airdeck/contract/history/wall-moisture';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';

/** Mould risk of a meter's room, from hourly means: they change once an hour. */
export const moistureQuery = (meterId: number) =>
  queryOptions<WallMoisture, ApiFailure>({
    queryKey: queryKey('monitoring', 'wall-moisture', meterId),
    queryFn: ({ signal }) => call(getWallMoisture, { query: { meterId: String(meterId) }, signal }),
    staleTime: 10 * MINUTE_MS,
  });
