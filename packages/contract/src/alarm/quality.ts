import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { day, id, idText, instant, text, timeZone } from '../field.ts';
import { route } from '../route.ts';
import { severity } from '../standard/schema.ts';
import { alarmHistoryCounts } from './routes.ts';
import { ALARM_CATEGORIES } from './schema.ts';

/** Days of the alarm performance, today included. */
export const ALARM_QUALITY_DAYS = ['7', '30'] as const;

/**
 * What one operator can take, after ISA-18.2 (table 7) and EEMUA 191: about 6 alarms in an hour (150 in a day) are likely to
 * be acceptable, and more than 10 in ten minutes are a flood.
 */
export const ALARMS_AN_HOUR = 6;
export const ALARMS_IN_TEN_MINUTES = 10;
/** Maximum number of listed alarms of each kind. */
export const MAX_QUALITY_ROWS = 10;
/** Recurrences within an hour from which an alarm is chattering. */
export const CHATTERING_RETURNS = 3;

/** Subject of alarms, with its most recent names. */
export const alarmSubject = z.object({
  organization_id: id.nullable(),
  meter_id: id.nullable(),
  sensor_id: id.nullable(),
  purifier_id: id.nullable(),
  organization_name: text.nullable(),
  department_name: text.nullable(),
  meter_name: text.nullable(),
  sensor_name: text.nullable(),
  air_name: text.nullable(),
  category: z.enum(ALARM_CATEGORIES),
  sensor_type: z.enum(SENSOR_TYPES).nullable(),
  code: text,
  severity: severity,
  description: text,
  description_en: text.nullable(),
});

const atTime = z.object({ start: instant, count: z.int() }).nullable();
/** Number of alarms, and their median in seconds; null without alarms. */
const median = z.object({ count: z.int(), median_s: z.number().nullable() });

export const alarmQuality = z.object({
  time_zone: text,
  /** Local days, both included. */
  from_day: day,
  to_day: day,
  /** Those that the asker may choose. */
  organizations: z.array(z.object({ id, name: text })),
  /** How many alarms occurred, and how often open ones came back. */
  alarms: z.int(),
  returns: z.int(),
  per_day: alarmHistoryCounts.shape.buckets,
  /** In an hour, in the mean of the time that has passed. */
  per_hour: z.number(),
  /** The full hour, and the ten minutes, in which most occurred; null when none did. */
  worst_hour: atTime,
  worst_ten_minutes: atTime,
  /** Ten-minute periods with a flood. */
  floods: z.int(),
  acknowledge: median,
  /** From occurrence to clearing. */
  clear: median,
  /** The most frequent alarms, returns included. */
  frequent: z.array(alarmSubject.extend({ count: z.int(), last_time: instant })),
  /** Those that came back at least 3 times within an hour, and how often at most. */
  chattering: z.array(alarmSubject.extend({ returns: z.int(), start: instant })),
  /** Alarms that are uncleared for more than a day, the oldest first; and their number. */
  lasting: z.array(alarmSubject.extend({ id: z.int(), occured_time: instant, ended_time: instant.nullable() })),
  lasting_count: z.int(),
  /** Sensors that were stuck or whose device reports drift, and whether that still lasts. */
  sensors: z.array(
    alarmSubject.extend({
      kind: z.enum(['STUCK', 'DRIFTING']),
      count: z.int(),
      last_time: instant,
      lasts: z.boolean(),
    }),
  ),
});
export type AlarmQuality = z.infer<typeof alarmQuality>;
export type AlarmSubject = z.infer<typeof alarmSubject>;

export const getAlarmQuality = route({
  method: 'GET',
  path: '/alarms/quality',
  access: { action: 'read', entity: 'alarms' },
  isLong: true,
  summary: 'Alarm performance: rates, floods, most frequent, chattering and standing alarms, reaction times',
  query: z.object({
    days: z.enum(ALARM_QUALITY_DAYS).default('7'),
    organizationId: idText.optional(),
    /** The clock of the days; that of the asker's organization when left out. */
    timeZone: timeZone.optional(),
  }),
  answer: alarmQuality,
});
