import type { WallValue } from '@airdeck/contract/wall-display/wall';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { sensorsOf } from '../assess/air-status.ts';
import type { Assessor } from '../assess/assessor.ts';

/** The highest current value of each type of a meter, in the order of the types. */
export const highestValues = (assessor: Assessor, context: RequestContext, meter: Meter): WallValue[] => {
  const highest = new Map<WallValue['type'], WallValue>();
  for (const sensor of sensorsOf(meter)) {
    const { value, rating, stale } = assessor.sensor(sensor, context);
    if (value === null || stale) continue;
    const known = highest.get(sensor.type);
    if (!known || known.value < value) highest.set(sensor.type, { type: sensor.type, value, rating });
  }
  return [...highest.values()];
};
