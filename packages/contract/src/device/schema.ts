import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { deviceCode, id, instant, name, text, yesNo } from '../field.ts';

export const METER_TYPES = ['METER', 'AIR_PURIFIER', 'MULTI', 'UNKNOWN'] as const;

export const newSensor = z.object({
  type: z.enum(SENSOR_TYPES),
  sequence: z.int().min(1, 'TOO_SMALL').max(99, 'TOO_LARGE').default(1),
  name: name.optional(),
});
export type NewSensor = z.infer<typeof newSensor>;

export const newPurifier = z.object({
  /** The `{n}` of the topic `purifiers/{n}/state`. */
  number: z.int().min(1, 'TOO_SMALL').max(99, 'TOO_LARGE'),
  name,
  model: name.optional(),
});

export const newMeter = z.object({
  department_id: id,
  name,
  name_en: name.optional(),
  code: deviceCode,
  type: z.enum(METER_TYPES).default('METER'),
  interval_s: z.int().min(1, 'TOO_SMALL').max(86_400, 'TOO_LARGE').default(60),
  sensors: z.array(newSensor).max(99, 'TOO_LARGE').default([]),
  purifiers: z.array(newPurifier).max(99, 'TOO_LARGE').default([]),
});
export type NewMeter = z.infer<typeof newMeter>;

export const meter = z.object({
  id,
  organization_id: id,
  organization_name: text,
  office_id: id,
  office_name: text,
  department_id: id,
  department_name: text,
  name: text,
  name_en: text.nullable(),
  type: z.enum(METER_TYPES),
  code: text,
  interval_s: z.int(),
  use: yesNo,
  created_time: instant,
  updated_time: instant,
});
export type Meter = z.infer<typeof meter>;

/** A device's way in. The secret is in this answer and nowhere else: the server keeps its hash only. */
export const deviceCredential = z.object({ username: text, secret: text });

export const localizationSensor = z.object({
  id,
  meter_id: id,
  type: z.enum(SENSOR_TYPES),
  sequence: z.int(),
  name: text,
  use: yesNo,
});
