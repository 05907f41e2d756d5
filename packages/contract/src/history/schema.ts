import { SHOWN_WORK_MODES } from '@airdeck/domain/purifier-state';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { id, instant, text } from '../field.ts';
import { grade, maintenanceMark as maintenance, maintenanceTimes, rating, sensorType } from '../monitoring/schema.ts';
import { purifierState } from '../purifier/schema.ts';
import { level, measure, step, unit } from './query.ts';

/** State of a meter, sensor or purifier that keeps only its history. */
export const pastState = z.enum(['UNUSED', 'DELETED']);
export type PastState = z.infer<typeof pastState>;
const past_state = pastState.optional();

/** The meter of a row with its place, in the page's language. */
export const rowMeter = z.object({
  organization_name: text,
  office_name: text,
  department_name: text,
  meter_id: id,
  meter_name: text,
  /** Time zone for the row's times. */
  time_zone: text,
  /** State of the row's meter, sensor or purifier; without it they are in use. */
  past_state,
});

/** Sensor of a row. */
const rowSensor = z.object({ sensor_id: id, sensor_name: text, type: sensorType, sequence: z.int() });

const bucketTime = z.object({ start: instant, end: instant });
const averagedTime = bucketTime.extend({ maintenance });
/** Received ÷ expected readings of the part of the bucket that has passed, 0 to 1. */
const completeness = z.number();

/** Readings of a meter at one time: for each type the mean of its sensors; types without a reading are left out. */
export const meterReading = rowMeter.extend({
  time: instant,
  maintenance,
  /** Of several sensors of a graded type the worst one's, the mean of others. */
  values: z.partialRecord(z.enum(SENSOR_TYPES), z.number()),
  /** Names of the worst sensors, where the meter has several of a graded type. */
  worst_sensors: z.partialRecord(z.enum(SENSOR_TYPES), text),
  index: z.number().nullable(),
  grade: grade.nullable(),
});
export type MeterReading = z.infer<typeof meterReading>;

export const sensorReading = rowMeter.extend(rowSensor.shape).extend({
  time: instant,
  maintenance,
  value: z.number(),
  rating: rating.nullable(),
});
export type SensorReading = z.infer<typeof sensorReading>;

const averages = z.object({ mean: z.number(), min: z.number(), max: z.number() });

/** A bucket in which a meter measured something; several sensors of a type count as one. */
export const meterAverage = rowMeter.extend(averagedTime.shape).extend({
  values: z.partialRecord(z.enum(SENSOR_TYPES), averages),
  index: z.number().nullable(),
  grade: grade.nullable(),
  completeness,
});
export type MeterAverage = z.infer<typeof meterAverage>;

/**
 * Means of several meters: every meter has the same weight, independent of its interval. `values`: the mean of the
 * meters' means, the lowest and the highest reading of any; `index`: the mean of theirs; `completeness`: the mean of theirs,
 * 0 of a meter that sent nothing.
 */
const meanOfMeters = z.object({
  values: z.partialRecord(z.enum(SENSOR_TYPES), averages),
  index: z.number().nullable(),
  grade: grade.nullable(),
  completeness,
  /** Meters that measured something, those in use, and how many of them were bad and very bad on average. */
  meters: z.int(),
  meters_in_use: z.int(),
  bad: z.int(),
  very_bad: z.int(),
  /** The meter with the highest index; null where there is no index. */
  worst: z.object({ meter_id: id, meter_name: text, index: z.number(), grade }).nullable(),
});

/** A bucket of a place in which one of its meters measured something. Names below the level are null. */
export const placeAverage = averagedTime.extend(meanOfMeters.shape).extend({
  level,
  place_id: id,
  organization_name: text,
  office_name: text.nullable(),
  department_name: text.nullable(),
  time_zone: text,
});
export type PlaceAverage = z.infer<typeof placeAverage>;

/** The whole period in one row. */
export const averagesSummary = meanOfMeters.extend({ maintenance });
export type AveragesSummary = z.infer<typeof averagesSummary>;

const column = z.array(z.number().nullable());

/**
 * Means of many meters, each a handful of columns: a tenth of the same as rows. An axis holds the buckets of one time zone,
 * a meter's columns are as long as its axis; null is a bucket in which nothing was measured.
 */
export const meterColumns = z.object({
  unit,
  axes: z.array(z.object({ time_zone: text, starts: z.array(instant), end: instant })),
  meters: z.array(
    z.object({
      meter_id: id,
      /** Position in `axes`. */
      axis: z.int(),
      index: column,
      completeness: column,
      values: z.partialRecord(z.enum(SENSOR_TYPES), column),
      /** Buckets that a maintenance window touches; left out where none does. */
      maintenance: z.array(z.boolean()).optional(),
    }),
  ),
});
export type MeterColumns = z.infer<typeof meterColumns>;

export const sensorAverage = rowMeter
  .extend(rowSensor.shape)
  .extend(averagedTime.shape)
  .extend(averages.shape)
  .extend({ count: z.int(), rating: rating.nullable(), completeness });
export type SensorAverage = z.infer<typeof sensorAverage>;

const rowPurifier = rowMeter.extend({ purifier_id: id, purifier_name: text });
/** OFF when off, TROUBLE when in trouble, STOP when stopped, else AUTO or MANUAL. */
export const shownWorkMode = z.enum(SHOWN_WORK_MODES);

/** A state and the first and last time that the purifier reported exactly this. */
export const purifierSpan = rowPurifier.extend({
  time: instant,
  last_time: instant,
  work_mode: shownWorkMode,
  state: purifierState,
});
export type PurifierSpan = z.infer<typeof purifierSpan>;

/** Minutes of a bucket in each state; what no report covers is `unknown`. A future part of a bucket counts nowhere. */
export const purifierMinutes = rowPurifier.extend(bucketTime.shape).extend({
  minutes: z.record(shownWorkMode, z.number()),
  unknown: z.number(),
});
export type PurifierMinutes = z.infer<typeof purifierMinutes>;

/**
 * One line of a graph. `times`: the first in epoch seconds, then the steps between them, so that a year of minutes is
 * small. Times of an earlier week are shifted onto the requested period, local day by local day. Readings are at their
 * own time; buckets at their start, with null for those without readings. The axis is in the first line's zone: days,
 * months and years of another zone are aggregated in that zone and drawn at the same date.
 */
export const series = z.object({
  /** The meter, the sensor or the place. */
  id,
  name: text,
  /** 0 is the period itself. */
  weeks_ago: z.int(),
  interval_s: z.int(),
  times: z.array(z.int()),
  values: z.array(z.number().nullable()),
  /** Set for buckets only, as long as `values`. */
  min: z.array(z.number().nullable()).optional(),
  max: z.array(z.number().nullable()).optional(),
  completeness: z.array(z.number()).optional(),
  /** Meters whose mean the line is; 1 of a meter or a sensor. */
  meters: z.int().optional(),
  /** The whole period in one row; null where nothing was measured. */
  summary: z
    .object({ mean: z.number(), min: z.number(), max: z.number(), completeness, maintenance })
    .nullable()
    .optional(),
});
export type Series = z.infer<typeof series>;

export const seriesAnswer = z.object({
  measure,
  step,
  time_zone: text,
  /** The period as instants, `end` outside. */
  start: instant,
  end: instant,
  /** Four ascending bounds of the measure's ratings, at the period's last day. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Of the period itself, not of earlier weeks. */
  maintenance: maintenanceTimes,
  series: z.array(series),
});
export type SeriesAnswer = z.infer<typeof seriesAnswer>;

/** A limit with which the means of hours are compared, in the unit of the measure. */
export const hourLimit = z.object({
  most: z.number().nullable(),
  least: z.number().nullable(),
  /** Code of a shipped pack; null: the organization's own threshold of bad air. */
  pack: text.nullable(),
  source: text.nullable(),
  /** Unconfirmed. */
  draft: z.boolean(),
});
export type HourLimit = z.infer<typeof hourLimit>;

/**
 * The 168 hours of a week, Monday 00:00 first, by the clock of the meter's organization: each aggregates all such hours
 * of the period. An hour that repeats in autumn counts twice.
 */
export const weekAnswer = z.object({
  /** The meter, the sensor or the place. */
  id,
  name: text,
  measure,
  time_zone: text,
  /** The period as instants, `end` outside. */
  start: instant,
  end: instant,
  /** Four ascending bounds of the measure's ratings, at the period's last day. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Mean of all readings of such hours, of a place the mean of its meters' means; null without readings. */
  mean: column,
  /** The highest reading; of the index the highest hour. */
  max: column,
  /** Received ÷ expected readings, 0 to 1; null if no such hour of the period has begun. */
  completeness: column,
  /** Whether a maintenance window touches such an hour of the period. */
  maintenance: z.array(z.boolean()),
  /** Of the period's last day; null: there is none, or not the same for all meters. */
  limit: hourLimit.nullable(),
  /** Share of the hours with a mean, of all meters, whose mean is beyond the limit, 0 to 1; null without such hours. */
  beyond: column,
  /** The same by local day of the period. */
  days: z.array(z.object({ day: text, beyond: z.number().nullable() })),
});
export type WeekAnswer = z.infer<typeof weekAnswer>;

/** Everything that can be chosen on the history screens, flat; it is small even for a thousand meters. */
export const choices = z.object({
  meters: z.array(
    z.object({
      id,
      name: text,
      organization_id: id,
      organization_name: text,
      office_id: id,
      office_name: text,
      department_id: id,
      department_name: text,
      time_zone: text,
      interval_s: z.int(),
      past_state,
      sensors: z.array(z.object({ id, type: sensorType, sequence: z.int(), name: text, past_state })),
      purifiers: z.array(z.object({ id, name: text, past_state })),
    }),
  ),
});
export type Choices = z.infer<typeof choices>;
export type ChoiceMeter = Choices['meters'][number];
