import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { bulkEdit } from '../bulk-edit.ts';
import { day, id, idText, name, namePart, STAMP_ORDERS, stamps, text, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { operationHours, partNumber } from './schema.ts';

/** Place of a part of a meter. */
const placed = {
  organization_id: id,
  organization_name: text,
  organization_code: text,
  office_name: text,
  department_name: text,
  meter_id: id,
  meter_name: text,
  meter_code: text,
};

const PLACED_ORDERS = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;

const placedFilters = {
  search: namePart,
  organizationName: namePart,
  officeName: namePart,
  departmentName: namePart,
  meterName: namePart,
  meterId: idText.optional(),
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  use: yesNo.optional(),
};

/** Type and number are the sensor's channel, the key of its readings: they cannot be changed later. */
export const sensorFields = z.object({ name, use: yesNo.default('Y') });
export const sensorAdded = sensorFields.extend({ meter_id: id, type: z.enum(SENSOR_TYPES), sequence: partNumber });
export type SensorFields = z.infer<typeof sensorFields>;
export type SensorAdded = z.infer<typeof sensorAdded>;

export const sensor = z.object({
  id,
  ...placed,
  name: text,
  type: z.enum(SENSOR_TYPES),
  sequence: z.int(),
  use: yesNo,
  ...stamps,
});
export type Sensor = z.infer<typeof sensor>;

export const SENSOR_ORDERS = [...PLACED_ORDERS, 'name', 'type', 'sequence', 'use', ...STAMP_ORDERS] as const;
export const sensorsQuery = listQuery(SENSOR_ORDERS).extend({
  ...placedFilters,
  sensorName: namePart,
  type: z.enum(SENSOR_TYPES).optional(),
});
export type SensorsQuery = z.infer<typeof sensorsQuery>;

export const sensors = resource({
  path: '/sensors',
  entity: 'sensors',
  what: ['a sensor of a meter', 'sensors of meters'],
  item: sensor,
  added: sensorAdded,
  edited: sensorFields,
  query: sensorsQuery,
});

export const purifierFields = z.object({
  /** The `{n}` of the topic `purifiers/{n}/state`. */
  number: partNumber,
  name,
  name_en: name.nullable().default(null),
  use: yesNo.default('Y'),
  model: name.nullable().default(null),
  serial: name.nullable().default(null),
  firmware_version: name.nullable().default(null),
  first_operation_date: day.nullable().default(null),
  cumulative_operation_h: operationHours.nullable().default(null),
});
export const purifierAdded = purifierFields.extend({ meter_id: id });
export type PurifierFields = z.infer<typeof purifierFields>;
export type PurifierAdded = z.infer<typeof purifierAdded>;

export const purifier = z.object({
  id,
  ...placed,
  number: z.int(),
  name: text,
  name_en: text.nullable(),
  use: yesNo,
  model: text.nullable(),
  serial: text.nullable(),
  firmware_version: text.nullable(),
  first_operation_date: text.nullable(),
  cumulative_operation_h: z.number().nullable(),
  ...stamps,
});
export type Purifier = z.infer<typeof purifier>;

export const PURIFIER_ORDERS = [...PLACED_ORDERS, 'number', 'name', 'model', 'use', ...STAMP_ORDERS] as const;
export const purifiersQuery = listQuery(PURIFIER_ORDERS).extend({ ...placedFilters, airName: namePart });
export type PurifiersQuery = z.infer<typeof purifiersQuery>;

export const purifiers = resource({
  path: '/purifiers',
  entity: 'purifiers',
  what: ['a purifier', 'purifiers'],
  item: purifier,
  added: purifierAdded,
  edited: purifierFields,
  query: purifiersQuery,
});

export const sensorsBulk = bulkEdit({
  path: '/sensors',
  entity: 'sensors',
  what: 'sensors',
  edited: sensorFields,
  shared: ['use'],
});

export const purifiersBulk = bulkEdit({
  path: '/purifiers',
  entity: 'purifiers',
  what: 'purifiers',
  edited: purifierFields,
  shared: ['use', 'model', 'firmware_version', 'first_operation_date'],
});
