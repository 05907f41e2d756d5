import { getSensors } from '@airdeck/contract/monitoring/routes';
import type { SensorList } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { mergeSensors } from '../live/merge-sensors.ts';
import { recentEvents } from '../live/recent-events.ts';
import { KEYS, whileTranslating } from './keys.ts';

async function fetchSensors(id: number | undefined, signal: AbortSignal): Promise<SensorList> {
  const list = await call(getSensors, { query: { id }, signal });
  return recentEvents.ofType('sensors').reduce(mergeSensors, list);
}

/** Sensors of the meter `id` with their courses, or of every meter without. */
export const sensorsQuery = (id: number | undefined) =>
  queryOptions<SensorList, ApiFailure>({
    queryKey: KEYS.sensors(id),
    placeholderData: whileTranslating(KEYS.sensors(id)),
    queryFn: ({ signal }) => fetchSensors(id, signal),
  });
