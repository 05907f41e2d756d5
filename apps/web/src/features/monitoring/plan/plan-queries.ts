import {
  type FloorPlan,
  getFloorPlanImage,
  getOfficeAir,
  listFloorPlans,
  type OfficeAir,
} from '@airdeck/contract/floor-plan/routes';
import type { LiveEvent } from '@airdeck/contract/live/event';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../../lib/api/call.ts';
import { queriesOf, queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { dataUrl } from '../../../shared/report/photo.ts';
import { mergeOffice } from './plan-rules.ts';

const airKey = (officeId: number) => queryKey('monitoring', 'plan', officeId);

/** Current values of the meters of an office. */
export const officeAirQuery = (officeId: number) =>
  queryOptions<OfficeAir, ApiFailure>({
    queryKey: airKey(officeId),
    placeholderData: whileTranslating(airKey(officeId)),
    queryFn: ({ signal }) => call(getOfficeAir, { query: { id: officeId }, signal }),
  });

export const plansQuery = (officeId: number) =>
  queryOptions<FloorPlan[], ApiFailure>({
    queryKey: queryKey('monitoring', 'floorPlans', officeId),
    queryFn: async ({ signal }) => (await call(listFloorPlans, { query: { officeId }, signal })).plans,
  });

/** The image of a plan as a `data:` address: an address of the server would need a session that images cannot send. */
export const planImageQuery = ({ id, image_version: version }: FloorPlan) =>
  queryOptions<string, ApiFailure>({
    queryKey: queryKey('route', 'floorPlanImage', id, version),
    queryFn: async ({ signal }) => dataUrl(await download(getFloorPlanImage, { params: { id }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Plans were changed here. */
export const forgetPlans = (client: QueryClient, officeId: number): Promise<void> =>
  client.invalidateQueries(queriesOf('monitoring', 'floorPlans', officeId));

function apply(client: QueryClient, officeId: number, event: LiveEvent): void {
  if (event.type === 'sensors') {
    client.setQueryData<OfficeAir>(airKey(officeId), (old) => old && mergeOffice(old, event));
  } else if (event.type === 'hello') {
    // Earlier answers may have missed events.
    void client.invalidateQueries(queriesOf('monitoring', 'plan', officeId));
  } else if (event.type === 'site') void client.invalidateQueries(queriesOf('monitoring'));
}

/** Keeps the values current while the screen is mounted. */
export function usePlanLive(officeId: number, error: ApiFailure | null): void {
  const client = useQueryClient();
  const onEvents = (events: readonly LiveEvent[]) => {
    for (const event of events) apply(client, officeId, event);
  };
  useLive({ view: 'plan', id: officeId }, onEvents, error?.code !== 'INVALID_VIEW');
}
