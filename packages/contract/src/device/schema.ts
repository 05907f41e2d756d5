import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { day, deviceCode, id, instant, ip, name, stamps, text, yesNo } from '../field.ts';

export const METER_TYPES = ['METER', 'AIR_PURIFIER', 'MULTI', 'UNKNOWN'] as const;
/** Performance grades of simple meters by the law on fine dust; OUT: tested, out of grade. */
export const CERTIFICATE_GRADES = ['GRADE_1', 'GRADE_2', 'GRADE_3', 'OUT'] as const;
export const certificateGrade = z.enum(CERTIFICATE_GRADES);
export type CertificateGrade = z.infer<typeof certificateGrade>;
/** Sensors, or purifiers, that one request adds to a meter. */
export const MAX_PARTS = 99;
const MAX_INTERVAL_S = 86_400;
/** A hundred years. */
const MAX_OPERATION_H = 876_000;

export const partNumber = z.int().min(1, 'TOO_SMALL').max(MAX_PARTS, 'TOO_LARGE');

/** Hours. */
export const operationHours = z.number().min(0, 'TOO_SMALL').max(MAX_OPERATION_H, 'TOO_LARGE');

export const newSensor = z.object({
  type: z.enum(SENSOR_TYPES),
  sequence: partNumber.default(1),
  name: name.optional(),
});
export type NewSensor = z.infer<typeof newSensor>;

export const newPurifier = z.object({
  /** The `{n}` of the topic `purifiers/{n}/state`. */
  number: partNumber,
  name,
  model: name.optional(),
});
export type NewPurifier = z.infer<typeof newPurifier>;

/** Fields of a meter that a person enters. */
export const meterFields = z.object({
  department_id: id,
  name,
  name_en: name.nullable().default(null),
  type: z.enum(METER_TYPES).default('METER'),
  code: deviceCode,
  ip: ip.nullable().default(null),
  use: yesNo.default('Y'),
  is_air: yesNo.default('N'),
  model: name.nullable().default(null),
  serial: name.nullable().default(null),
  hardware_version: name.nullable().default(null),
  software_version: name.nullable().default(null),
  first_operation_date: day.nullable().default(null),
  cumulative_operation_h: operationHours.nullable().default(null),
  /** Seconds between two frames. */
  interval_s: z.int().min(1, 'TOO_SMALL').max(MAX_INTERVAL_S, 'TOO_LARGE').default(60),
  /** The performance certificate of a simple meter; null: none is known. */
  certificate_grade: certificateGrade.nullable().default(null),
  certificate_number: name.nullable().default(null),
  certificate_until: day.nullable().default(null),
  calibration_date: day.nullable().default(null),
});
export type MeterFields = z.infer<typeof meterFields>;

/** Y: the meter continues the history of the last deleted meter with its code in its organization. */
export const takeOver = yesNo.default('N');

export const newMeter = meterFields.extend({
  take_over: takeOver,
  sensors: z.array(newSensor).max(MAX_PARTS, 'TOO_LARGE').default([]),
  purifiers: z.array(newPurifier).max(MAX_PARTS, 'TOO_LARGE').default([]),
});
export type NewMeter = z.infer<typeof newMeter>;

/**
 * Delivery of its own secret to an enrolled device that was claimed. OPEN: not delivered yet; DELIVERED, but not used
 * yet; DONE: used; EXPIRED: not used in time; ENDED by an administrator.
 */
export const HAND_OVER_STATES = ['OPEN', 'DELIVERED', 'DONE', 'EXPIRED', 'ENDED'] as const;

export const meter = z.object({
  id,
  organization_id: id,
  organization_name: text,
  organization_code: text,
  office_id: id,
  office_name: text,
  department_id: id,
  department_name: text,
  name: text,
  name_en: text.nullable(),
  type: z.enum(METER_TYPES),
  code: text,
  ip: text.nullable(),
  use: yesNo,
  is_air: yesNo,
  model: text.nullable(),
  serial: text.nullable(),
  hardware_version: text.nullable(),
  software_version: text.nullable(),
  first_operation_date: text.nullable(),
  cumulative_operation_h: z.number().nullable(),
  interval_s: z.int(),
  certificate_grade: certificateGrade.nullable(),
  certificate_number: text.nullable(),
  certificate_until: text.nullable(),
  calibration_date: text.nullable(),
  /** Numbers of rows that are deleted together with the meter. */
  sensor_count: z.int(),
  purifier_count: z.int(),
  /** null: its device was not enrolled. */
  hand_over: z.enum(HAND_OVER_STATES).nullable(),
  hand_over_time: instant.nullable(),
  ...stamps,
});
export type Meter = z.infer<typeof meter>;

/**
 * A device's way in, and where it leads. The secret is in this answer and nowhere else: the server keeps its hash only.
 */
export const deviceCredential = z.object({
  username: text,
  secret: text,
  /** The broker's port; 0 where the server does not know it. */
  mqtt_port: z.int(),
  mqtt_tls: z.boolean(),
});
export type DeviceCredential = z.infer<typeof deviceCredential>;
