import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { deviceCode, id, instant, text, version, yesNo } from '../field.ts';
import { SEVERITIES, severity } from '../standard/schema.ts';

/** The bound of a rule: the threshold of a grade on that day, or a value of the rule's own. */
export const BASES = ['BAD', 'VERY_BAD', 'VALUE'] as const;
/** The sensors of a rule: one type, or all types without their own rule of that code. */
export const APPLIES_TO = ['ALL', ...SENSOR_TYPES] as const;
export const DIRECTIONS = ['ABOVE', 'BELOW'] as const;
/** Compared value: each reading, the mean of each hour of the organization, or the mean of the last 24 hours, every hour. */
export const AVERAGES = ['NONE', 'HOUR', 'DAY'] as const;

const MAX_DURATION_MIN = 1_440;

/** A field of a form that was left empty is no number either. */
const number = z.number({
  error: ({ input }) => (input === undefined || input === null || input === '' ? 'REQUIRED' : 'INVALID'),
});

/** Fields that a person enters for a rule. `ruleErrors` checks those that depend on each other. */
export const alarmRuleFields = z.object({
  code: deviceCode,
  applies_to: z.enum(APPLIES_TO).default('ALL'),
  basis: z.enum(BASES),
  direction: z.enum(DIRECTIONS).default('ABOVE'),
  /** Set where `basis` is VALUE, in the type's unit. */
  limit: number.nullable().default(null),
  /** null: a tenth away from the bound. */
  release: number.nullable().default(null),
  duration_min: number.int('INVALID').min(0, 'TOO_SMALL').max(MAX_DURATION_MIN, 'TOO_LARGE').default(0),
  average: z.enum(AVERAGES).default('NONE'),
  use: yesNo.default('Y'),
});
export type AlarmRuleFields = z.infer<typeof alarmRuleFields>;

/** Without an organization it is the installation's. */
export const newAlarmRule = alarmRuleFields.extend({ organization_id: id.nullable().default(null) });
export type NewAlarmRule = z.infer<typeof newAlarmRule>;

const condition = {
  applies_to: z.enum(APPLIES_TO),
  basis: z.enum(BASES),
  direction: z.enum(DIRECTIONS),
  limit: z.number().nullable(),
  release: z.number().nullable(),
  duration_min: z.int(),
  average: z.enum(AVERAGES),
  use: yesNo,
};
export const heldCondition = z.object(condition);
export type HeldCondition = z.infer<typeof heldCondition>;

export const alarmRule = z.object({
  id,
  /** null: of the installation. */
  organization_id: id.nullable(),
  organization_name: text.nullable(),
  code: text,
  description: text,
  description_en: text.nullable(),
  severity: severity,
  ...condition,
  /** The installation's rule that an organization's rule replaces; null: none. */
  replaced: heldCondition.nullable(),
  /** Organizations with their own rule instead. */
  override_count: z.int(),
  created_time: instant,
  updated_time: instant,
  version,
});
export type AlarmRule = z.infer<typeof alarmRule>;

/** Severities whose alarms clear themselves ten minutes after their condition has ended. */
export const alarmSetting = z.object({
  auto_clear: z.array(severity).max(SEVERITIES.length, 'TOO_LONG'),
});
export type AlarmSetting = z.infer<typeof alarmSetting>;
