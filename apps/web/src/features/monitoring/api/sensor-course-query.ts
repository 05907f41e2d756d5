import { getSensorCourse } from '@airdeck/contract/monitoring/routes';
import type { SensorCourse } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { KEYS } from './keys.ts';

/** Live readings are added to it; now and then it is loaded again, for what came late. */
const RELOAD_MS = 300_000;

/** Today's readings of one sensor, and those of the same day a week ago. */
export const sensorCourseQuery = (id: number) =>
  queryOptions<SensorCourse, ApiFailure>({
    queryKey: KEYS.course(id),
    queryFn: ({ signal }) => call(getSensorCourse, { params: { id }, signal }),
    refetchInterval: RELOAD_MS,
  });
