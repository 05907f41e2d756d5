import { COMMANDS } from '@airdeck/domain/control/command';
import { CONTROLLERS } from '@airdeck/domain/control/controller';
import {
  CONTROL_SOURCES,
  FAN_DIRECTIONS,
  FAN_SPEEDS,
  VENTILATION_MODES,
  WORK_MODES,
} from '@airdeck/domain/purifier-state';
import { z } from 'zod';
import { id, instant, text } from '../field.ts';

/** Time of day as the specification writes it: 0000 to 2359. */
const timeOfDay = z.string();

/** Last reported state of a purifier. A fact that its device does not report is null. */
export const purifierState = z.object({
  power: z.enum(['ON', 'OFF']),
  control: z.enum(['AUTO', 'MANUAL']),
  run: z.enum(['WORK', 'STOP', 'TROUBLE']),
  source: z.enum(CONTROL_SOURCES).nullable(),
  fan_speed: z.enum(FAN_SPEEDS).nullable(),
  fan_direction: z.enum(FAN_DIRECTIONS).nullable(),
  ventilation: z.enum(VENTILATION_MODES).nullable(),
  uv: z.boolean().nullable(),
  anion: z.boolean().nullable(),
  light: z.boolean().nullable(),
  /** Fans 1 to 3: running or not. */
  fans: z.array(z.boolean()).max(3),
  reserved_start: timeOfDay.nullable(),
  reserved_end: timeOfDay.nullable(),
  /** Hours between filter replacements. */
  filter_period_h: z.number().nullable(),
  /** Hours that filters 1 to 3 have been used. */
  filter_use_h: z.array(z.number()).max(3),
  /** Minutes after which it switches itself off; 0: never. Older reports do not have it. */
  operating_time_min: z.number().nullable().optional(),
  /** Supported commands; missing where the device does not report them. */
  commands: z.array(z.enum(COMMANDS)).max(COMMANDS.length).optional(),
});
export type PurifierState = z.infer<typeof purifierState>;

/** What controls a purifier now. */
export const controller = z.object({
  by: z.enum(CONTROLLERS),
  /** Login of the person, or name of the timetable; null: not known, or neither. */
  name: text.nullable(),
  /** When the person's override or the timetable's period ends; null: not known. */
  until: instant.nullable(),
});
export type ControllerView = z.infer<typeof controller>;

export const purifierView = z.object({
  id,
  name: text,
  number: z.int(),
  model: text.nullable(),
  meter_id: id,
  meter_name: text,
  organization_name: text,
  office_name: text,
  department_name: text,
  /** null until the purifier has reported once. */
  state: purifierState.nullable(),
  work_mode: z.enum(WORK_MODES).nullable(),
  collected_time: instant.nullable(),
  stale: z.boolean(),
});
export type PurifierView = z.infer<typeof purifierView>;
