import { type CurrentPurifiers, getCurrentPurifiers } from '@airdeck/contract/purifier/current';
import type { ControllerView } from '@airdeck/contract/purifier/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-keys.ts';
import type { ApiFailure } from '../failure.ts';

const RELOAD_MS = 10_000;
/** More than a meter drives. */
const MAX_OF_METER = 100;

export interface PurifierControl extends Pick<CurrentPurifiers, 'activities' | 'controllers'> {
  /** The controller of each purifier of a meter; empty for all meters, of which only the counts are needed. */
  byPurifier: ReadonlyMap<number, ControllerView>;
}

/** Activity and controller of the purifiers of a meter, or of all. */
export const purifierControlQuery = (meterId: number | undefined) =>
  queryOptions<PurifierControl, ApiFailure>({
    queryKey: queryKey('purifier', 'control', meterId ?? null),
    queryFn: async ({ signal }) => {
      const query = { meterId, size: meterId === undefined ? 1 : MAX_OF_METER };
      const { activities, controllers, content } = await call(getCurrentPurifiers, { query, signal });
      const rows = meterId === undefined ? [] : content;
      return {
        ...{ activities, controllers },
        byPurifier: new Map(rows.map(({ id, controlled_by }) => [id, controlled_by])),
      };
    },
    refetchInterval: RELOAD_MS,
    structuralSharing: false,
  });
