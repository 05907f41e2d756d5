import type { PastState, rowMeter } from '@airdeck/contract/history/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { z } from 'zod';
import { localName } from '../../../registry/registry.ts';
import { type Meter, type Purifier, type Sensor, stateOfMeter } from '../../../registry/snapshot.ts';
import { memoize } from './memoize.ts';

type RowMeter = z.infer<typeof rowMeter>;

/** The mark of what is no longer in use. */
export const pastState = (state: PastState | null): { past_state?: PastState } =>
  state === null ? {} : { past_state: state };

const rowMeterOf = (meter: Meter, language: Language): RowMeter => ({
  organization_name: localName(meter.organization, language),
  office_name: localName(meter.department.office, language),
  department_name: localName(meter.department, language),
  meter_id: meter.id,
  meter_name: localName(meter, language),
  time_zone: meter.organization.timeZone,
  ...pastState(stateOfMeter(meter)),
});

/** Row fields of a meter, built once for each meter. */
export const createRowMeters = (language: Language): ((meter: Meter) => RowMeter) =>
  memoize((meter: Meter) => rowMeterOf(meter, language));

/** Row fields of a sensor and its meter, built once for each sensor. */
export const createRowSensors = (language: Language) => {
  const rowMeter = createRowMeters(language);
  return memoize(({ id, name, type, sequence, meter, state }: Sensor) => ({
    ...rowMeter(meter),
    ...pastState(stateOfMeter(meter) ?? state),
    sensor_id: id,
    sensor_name: name,
    type,
    sequence,
  }));
};

/** Row fields of a purifier and its meter, built once for each purifier. */
export const createRowPurifiers = (language: Language) => {
  const rowMeter = createRowMeters(language);
  return memoize((purifier: Purifier) => ({
    ...rowMeter(purifier.meter),
    ...pastState(stateOfMeter(purifier.meter) ?? purifier.state),
    purifier_id: purifier.id,
    purifier_name: localName(purifier, language),
  }));
};

/** Returns how to get the place name that a field stands for from a meter; null for another field. */
export const placeNameOf = (field: string, language: Language): ((meter: Meter) => string) | null => {
  switch (field) {
    case 'organization_name':
      return ({ organization }) => localName(organization, language);
    case 'office_name':
      return ({ department }) => localName(department.office, language);
    case 'department_name':
      return ({ department }) => localName(department, language);
    case 'meter_name':
      return (meter) => localName(meter, language);
    default:
      return null;
  }
};
