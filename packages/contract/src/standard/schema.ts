import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { LAST_DAY } from '../asked-days.ts';
import { day, description, deviceCode, id, name, phone, stamps, text, yesNo } from '../field.ts';

export const SENSOR_CATEGORIES = ['PARTICLE', 'GAS', 'CLIMATE'] as const;
export const ERROR_GROUPS = ['METER', 'AIR_PURIFIER'] as const;
export const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INFO'] as const;
export type Severity = (typeof SEVERITIES)[number];
/** Shared by name in the OpenAPI document. */
export const severity = z.enum(SEVERITIES);

/** A field of a form that was left empty is no number either. */
const number = z.number({
  error: ({ input }) => (input === undefined || input === null || input === '' ? 'REQUIRED' : 'INVALID'),
});
const bound = number.nullable().default(null);

/** A type has four of them (domain/threshold THRESHOLD_FIELDS), in its unit; the others are null. */
const thresholds = {
  good: bound,
  normal: bound,
  bad: bound,
  very_bad: bound,
  some_cold: bound,
  nice: bound,
  some_hot: bound,
  very_hot: bound,
  very_dry: bound,
  some_dry: bound,
  some_humid: bound,
  very_humid: bound,
};
export type ThresholdField = keyof typeof thresholds;

/** Thresholds, and the first local day on which they apply. For present thresholds, their own first day or null. */
const standardFields = {
  ...thresholds,
  /** Y: those above hold, the master's for an organization, the shipped ones for the master. */
  inherits: yesNo,
  valid_from: day
    .refine((value) => value <= LAST_DAY, 'TOO_LARGE')
    .nullable()
    .default(null),
};

/** The present and the planned thresholds, beside the inherited ones. */
const standardState = {
  ...standardFields,
  /** The four that hold while `inherits` is Y. */
  inherited_bounds: z.array(z.number()),
  /** null: nothing is planned. Bounds null: from then on the inherited ones apply. */
  planned_from: day.nullable(),
  planned_bounds: z.array(z.number()).nullable(),
  /** The first day on which a change can begin: today. */
  first_day: day,
};
export type StandardState = z.infer<z.ZodObject<typeof standardState>>;

export const masterSensorFields = z.object({
  code: deviceCode,
  category: z.enum(SENSOR_CATEGORIES),
  model: name.nullable().default(null),
  description: description.nullable().default(null),
  description_en: description.nullable().default(null),
  /** In the type's unit: thresholds lie within. It lies within the type's own (domain/sensor-type). */
  range_min: number,
  range_max: number,
  ...standardFields,
});
export type MasterSensorFields = z.infer<typeof masterSensorFields>;

export const masterSensor = z.object({
  id,
  type: z.enum(SENSOR_TYPES),
  code: text,
  category: z.enum(SENSOR_CATEGORIES),
  model: text.nullable(),
  description: text.nullable(),
  description_en: text.nullable(),
  unit: text,
  range_min: z.number(),
  range_max: z.number(),
  ...standardState,
  ...stamps,
});
export type MasterSensor = z.infer<typeof masterSensor>;

/** A text that is null is the master's. */
export const organizationSensorFields = z.object({
  name: name.nullable().default(null),
  model: name.nullable().default(null),
  description: description.nullable().default(null),
  /** N: sensors of the type are shown nowhere and count in no index; their readings are stored. */
  use: yesNo,
  ...standardFields,
});
export type OrganizationSensorFields = z.infer<typeof organizationSensorFields>;

export const organizationSensor = z.object({
  id,
  organization_id: id,
  organization_name: text,
  type: z.enum(SENSOR_TYPES),
  code: text,
  category: z.enum(SENSOR_CATEGORIES),
  unit: text,
  range_min: z.number(),
  range_max: z.number(),
  name: text.nullable(),
  model: text.nullable(),
  master_model: text.nullable(),
  description: text.nullable(),
  master_description: text.nullable(),
  master_description_en: text.nullable(),
  use: yesNo,
  /** Start of very good: the start of the range. null for types without a grade. */
  very_good: z.number().nullable(),
  ...standardState,
  ...stamps,
});
export type OrganizationSensor = z.infer<typeof organizationSensor>;

export const masterErrorFields = z.object({
  code: deviceCode,
  group: z.enum(ERROR_GROUPS),
  severity: severity,
  description: description.min(1, 'REQUIRED'),
  description_en: description.nullable().default(null),
  /** N: no organization has alarms of it. */
  use: yesNo.default('Y'),
});
export type MasterErrorFields = z.infer<typeof masterErrorFields>;

export const masterError = z.object({
  id,
  code: text,
  group: z.enum(ERROR_GROUPS),
  severity: severity,
  description: text,
  description_en: text.nullable(),
  use: yesNo,
  /** Y: it ships with the product, and is neither deleted nor renamed. */
  built_in: yesNo,
  /** Rows that depend on it and are deleted with it: organizations with own settings, alarm rules, open alarms. */
  override_count: z.int(),
  rule_count: z.int(),
  open_alarm_count: z.int(),
  ...stamps,
});
export type MasterError = z.infer<typeof masterError>;

/** null: the master's value holds. */
export const organizationErrorFields = z.object({
  use: yesNo,
  severity: severity.nullable().default(null),
  description: description.nullable().default(null),
  /** What to do; null: the product's text. */
  instruction: description.nullable().default(null),
  instruction_en: description.nullable().default(null),
  /** Whom to call: a person or a role. */
  contact: name.nullable().default(null),
  phone: phone.nullable().default(null),
});
export type OrganizationErrorFields = z.infer<typeof organizationErrorFields>;

export const organizationError = z.object({
  id,
  organization_id: id,
  organization_name: text,
  code: text,
  group: z.enum(ERROR_GROUPS),
  use: yesNo,
  /** N: out of use for all organizations, this one included. */
  master_use: yesNo,
  severity: severity.nullable(),
  master_severity: severity,
  description: text.nullable(),
  master_description: text,
  master_description_en: text.nullable(),
  instruction: text.nullable(),
  instruction_en: text.nullable(),
  contact: text.nullable(),
  phone: text.nullable(),
  ...stamps,
});
export type OrganizationError = z.infer<typeof organizationError>;
