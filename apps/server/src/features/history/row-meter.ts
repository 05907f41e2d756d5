import type { rowMeter } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { z } from 'zod';
import type { Meter, Purifier, Sensor } from '../../site/picture.ts';
import { localName } from '../../site/site.ts';

export type RowMeter = z.infer<typeof rowMeter>;

const rowMeterOf = (meter: Meter, language: Language): RowMeter => ({
  organization_name: localName(meter.organization, language),
  office_name: localName(meter.department.office, language),
  department_name: localName(meter.department, language),
  meter_id: meter.id,
  meter_name: localName(meter, language),
  time_zone: meter.organization.timeZone,
});

/** What rows say of their meter, made once for each. */
export const createRowMeters = (language: Language): ((meter: Meter) => RowMeter) => {
  const known = new Map<Meter, RowMeter>();
  return (meter) => {
    const made = known.get(meter) ?? rowMeterOf(meter, language);
    known.set(meter, made);
    return made;
  };
};

export const rowSensorOf = ({ id, name, type, sequence }: Sensor) => ({
  sensor_id: id,
  sensor_name: name,
  type,
  sequence,
});

/** What rows say of their purifier and its meter. */
export const createRowPurifiers =
  (rowMeter: (meter: Meter) => RowMeter, language: Language) =>
  (purifier: Purifier): RowMeter & { purifier_id: number; purifier_name: string } => ({
    ...rowMeter(purifier.meter),
    purifier_id: purifier.id,
    purifier_name: localName(purifier, language),
  });
