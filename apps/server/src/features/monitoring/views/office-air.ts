import type { OfficeAir } from '@airdeck/contract/floor-plan/routes';
import { isoTime } from '@airdeck/domain/calendar';
import { localName } from '../../../registry/registry.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { sensorsOf } from '../assess/air-status.ts';
import type { Assessor } from '../assess/assessor.ts';
import { findPlace } from '../assess/places.ts';
import { pathTo } from './format.ts';
import { meterNow, sensorNow } from './sensors.ts';

/** The meters of an office with their current values. @throws Failure INVALID_VIEW */
export const officeAir = (assessor: Assessor, context: RequestContext, id: number): OfficeAir => {
  const office = findPlace(context, 'office', id);
  return {
    time: isoTime(context.now),
    path: pathTo(office, context.language),
    meters: office.meters.map((meter) => ({
      ...meterNow(assessor, context, meter),
      name: localName(meter, context.language),
      department: localName(meter.department, context.language),
      sensors: sensorsOf(meter).map((sensor) => sensorNow(assessor, context, sensor)),
    })),
  };
};
