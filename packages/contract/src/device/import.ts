import { z } from 'zod';
import { deviceCode, name, yesNo } from '../field.ts';
import { importRoutes, organizationOfRow } from '../import-file.ts';
import { purifier, purifierFields, sensor, sensorFields } from './parts.ts';
import { meter, meterFields, newSensor } from './schema.ts';

export const meterRow = z.object({
  organization_code: organizationOfRow,
  office_name: name,
  department_name: name,
  ...meterFields.omit({ department_id: true }).shape,
  /** Y: its enrolled device receives its secret over its connection; N: the secret is in the answer. */
  receives_secret: yesNo.default('N'),
});
export type MeterRow = z.infer<typeof meterRow>;

/** Parts of meters name theirs by its code. */
const partOf = { organization_code: organizationOfRow, meter_code: deviceCode };

export const sensorRow = z.object({ ...partOf, ...newSensor.shape, use: sensorFields.shape.use });
export type SensorRow = z.infer<typeof sensorRow>;

export const purifierRow = z.object({ ...partOf, ...purifierFields.shape });
export type PurifierRow = z.infer<typeof purifierRow>;

export const meterImport = importRoutes({
  path: '/meters',
  entity: 'meters',
  what: 'meters',
  row: meterRow,
  key: ['organization_code', 'code'],
  item: meter,
});
export const sensorImport = importRoutes({
  path: '/sensors',
  entity: 'sensors',
  what: 'sensors',
  row: sensorRow,
  key: ['organization_code', 'meter_code', 'type', 'sequence'],
  item: sensor,
});
export const purifierImport = importRoutes({
  path: '/purifiers',
  entity: 'purifiers',
  what: 'purifiers',
  row: purifierRow,
  key: ['organization_code', 'meter_code', 'number'],
  item: purifier,
});
