import { z } from 'zod';
import { deviceCode, name } from '../field.ts';
import { importRoutes, organizationOfRow } from '../import-file.ts';
import { meterFields, newPurifier, newSensor } from './schema.ts';

export const meterRow = z.object({
  organization_code: organizationOfRow,
  office_name: name,
  department_name: name,
  ...meterFields.omit({ department_id: true }).shape,
});
export type MeterRow = z.infer<typeof meterRow>;

/** Parts of meters name theirs by its code. */
const partOf = { organization_code: organizationOfRow, meter_code: deviceCode };

export const sensorRow = z.object({ ...partOf, ...newSensor.shape });
export type SensorRow = z.infer<typeof sensorRow>;

export const purifierRow = z.object({ ...partOf, ...newPurifier.shape });
export type PurifierRow = z.infer<typeof purifierRow>;

export const meterImport = importRoutes({ path: '/meters', entity: 'meters', what: 'meters', row: meterRow });
export const sensorImport = importRoutes({ path: '/sensors', entity: 'sensors', what: 'sensors', row: sensorRow });
export const purifierImport = importRoutes({
  path: '/purifiers',
  entity: 'purifiers',
  what: 'purifiers',
  row: purifierRow,
});
