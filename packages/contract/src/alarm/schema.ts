import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { instant, text, version } from '../field.ts';
import { ALARM_SOURCES } from '../standard/built-in.ts';
import { severity } from '../standard/schema.ts';

export const ALARM_CATEGORIES = ['METER', 'SENSOR', 'AIR_PURIFIER', 'SERVER'] as const;
export type AlarmCategory = (typeof ALARM_CATEGORIES)[number];

/** An alarm, live or past. Names are those at the time it was raised. */
export const alarm = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  meter_id: z.int().nullable(),
  sensor_id: z.int().nullable(),
  purifier_id: z.int().nullable(),
  /** The place of a report on an office or a department. */
  office_id: z.int().nullable(),
  department_id: z.int().nullable(),
  organization_name: text.nullable(),
  office_name: text.nullable(),
  department_name: text.nullable(),
  meter_name: text.nullable(),
  sensor_name: text.nullable(),
  air_name: text.nullable(),
  category: z.enum(ALARM_CATEGORIES),
  code: text,
  source: z.enum(ALARM_SOURCES),
  severity: severity,
  description: text,
  description_en: text.nullable(),
  detail: text.nullable(),
  sensor_type: z.enum(SENSOR_TYPES).nullable(),
  /** The value that raised the alarm, in the type's unit. */
  value: z.number().nullable(),
  bound: z.number().nullable(),
  /** The first reading of the run that raised it. */
  since_time: instant,
  /** Spelled so in the specification. */
  occured_time: instant,
  /** When late readings last changed these times; null: never. */
  corrected_time: instant.nullable(),
  /** When its condition ended; null: it holds. */
  ended_time: instant.nullable(),
  /** Number of the occurrence: 1, and one more with each return. */
  occurrences: z.int(),
  /** The alarm of which this is an earlier occurrence; it is cleared at the time at which the alarm came back. */
  occurrence_of: z.int().nullable(),
  acknowledged_time: instant.nullable(),
  acknowledged_login: text.nullable(),
  acknowledged_note: text.nullable(),
  cleared_time: instant.nullable(),
  /** null: it is not cleared, or it cleared itself. */
  cleared_login: text.nullable(),
  cleared_note: text.nullable(),
  shelved_until: instant.nullable(),
  shelved_login: text.nullable(),
  shelved_note: text.nullable(),
  /** The maintenance window that holds it while it is shelved, or held this occurrence before. */
  window_id: z.int().nullable(),
  /** The alarm of which it is a symptom. */
  cause_id: z.int().nullable(),
  /** The person who reported it; null: a detector raised it. */
  reported_login: text.nullable(),
  has_photo: z.boolean(),
  /** How many are symptoms of it now. */
  symptom_count: z.int(),
  version,
});
export type Alarm = z.infer<typeof alarm>;
