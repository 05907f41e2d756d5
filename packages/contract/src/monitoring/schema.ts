import { GRADES } from '@airdeck/domain/grade';
import { RATINGS } from '@airdeck/domain/rating';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { id, instant, text } from '../field.ts';

/** The levels that have cards; a card of one level opens the next. The words are the address's. */
export const CARD_VIEWS = ['agency', 'grade', 'half', 'meter'] as const;
export type CardView = (typeof CARD_VIEWS)[number];

export const PLACE_KINDS = ['organization', 'office', 'department', 'meter'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export const grade = z.enum(GRADES);
export const rating = z.enum(RATINGS);
export type Rating = z.infer<typeof rating>;
export const sensorType = z.enum(SENSOR_TYPES);

export const placeRef = z.object({ kind: z.enum(PLACE_KINDS), id, name: text });
export type PlaceRef = z.infer<typeof placeRef>;

/** How many meters are in which state: `total` = `online` + `stale` + `never`. */
export const meterCounts = z.object({
  total: z.int(),
  online: z.int(),
  /** Reported once and fell silent. */
  stale: z.int(),
  /** Never reported. */
  never: z.int(),
  VERY_GOOD: z.int(),
  GOOD: z.int(),
  NORMAL: z.int(),
  BAD: z.int(),
  VERY_BAD: z.int(),
});
export type MeterCounts = z.infer<typeof meterCounts>;

/**
 * Since when the air of a sensor, or of any sensor of a meter, has been in its grade or a worse one without a break: the
 * time of the first such reading, and what lies before it. CHANGE: better air. GAP: nothing was measured for three intervals. EARLIER: more of the same,
 * for more than a week.
 */
export const gradeSince = z.object({ time: instant, begins: z.enum(['CHANGE', 'GAP', 'EARLIER']) });
export type GradeSince = z.infer<typeof gradeSince>;

const worst = z.object({
  meter_id: id,
  meter_name: text,
  type: sensorType,
  /** In the type's unit. */
  value: z.number(),
  grade,
  /** null: of good air. */
  since: gradeSince.nullable(),
});

/** Who handles alarms of bad air and silence; null while none is acknowledged. A gateway and the meters behind it are one. */
export const handling = z.object({
  /** Open alarms of bad air and silence. */
  alarms: z.int(),
  /** How many of them are acknowledged: at least one. */
  handled: z.int(),
  /** Who acknowledged last, and when. */
  by: text,
  at: instant,
});
export type Handling = z.infer<typeof handling>;

/** The running maintenance window of a place or of one above it: its alarms are held. */
export const maintenance = z.object({ until: instant, reason: text });
export type Maintenance = z.infer<typeof maintenance>;

/**
 * Times within the answer's time in which a maintenance window of its meters, or of a place above them, runs: ascending,
 * clipped, and windows that overlap joined.
 */
export const maintenanceTimes = z.array(z.object({ start: instant, end: instant }));
export type MaintenanceTimes = z.infer<typeof maintenanceTimes>;

/** Set where a maintenance window of a meter, or of a place above it, touches the time. */
export const maintenanceMark = z.literal(true).optional();

/** The part of a card that changes with every reading. */
export const cardNow = z.object({
  id,
  index: z.number().nullable(),
  grade: grade.nullable(),
  worst: worst.nullable(),
  meters: meterCounts,
  /** Mean index of each ten minutes of the last six hours, oldest first, null where nothing was measured. */
  trend: z.array(z.number().nullable()),
  last_time: instant.nullable(),
  handling: handling.nullable(),
  maintenance: maintenance.nullable(),
});
export type CardNow = z.infer<typeof cardNow>;

/** Mean index of today so far (0), or of the same hours 1, 2, 3 weeks ago. */
export const weekAverage = z.object({
  weeks_ago: z.int(),
  index: z.number().nullable(),
  grade: grade.nullable(),
  /** Received ÷ expected frames; comparisons below 0.75 are marked. */
  completeness: z.number(),
  maintenance: maintenanceMark,
});
export type WeekAverage = z.infer<typeof weekAverage>;

export const card = cardNow.extend({
  name: text,
  /** Names of the places above it, topmost first, to distinguish places with the same name. */
  above: z.array(text),
  /**
   * Name of the first and number of the items directly below ("main building and 1 more"); for a meter, its sensors.
   */
  first_child: text.nullable(),
  children: z.int(),
  weeks: z.array(weekAverage),
  /** The hours of earlier weeks end when the hour that is open now will, on the clock of the place: `10:00`. */
  weeks_until: text,
});
export type Card = z.infer<typeof card>;

export const cardList = z.object({
  view: z.enum(CARD_VIEWS),
  /** The item that `id` named, with everything above it, topmost first; empty without an id. */
  path: z.array(placeRef),
  time: instant,
  meters: meterCounts,
  cards: z.array(card),
});
export type CardList = z.infer<typeof cardList>;

/** Bounds as the type has them: four ascending numbers, below the first is the first rating. */
const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const sensorNow = z.object({
  id,
  type: sensorType,
  sequence: z.int(),
  name: text,
  value: z.number().nullable(),
  rating: rating.nullable(),
  /** null: of good air, of a type without grades, or not current. */
  since: gradeSince.nullable(),
  time: instant.nullable(),
  stale: z.boolean(),
});
export type SensorNow = z.infer<typeof sensorNow>;

export const sensorCard = sensorNow.extend({
  bounds,
  /** Smallest and largest value of today; null before the first reading. */
  today_min: z.number().nullable(),
  today_max: z.number().nullable(),
  /** Mean of each ten minutes since the day began in the organization's zone, up to now. Empty in lists. */
  course: z.array(z.number().nullable()),
});
export type SensorCard = z.infer<typeof sensorCard>;

export const meterNow = z.object({
  id,
  maintenance: maintenance.nullable(),
  index: z.number().nullable(),
  grade: grade.nullable(),
  /** Since when at least one sensor of the meter has been at least as bad; null: of good air, or not current. */
  since: gradeSince.nullable(),
  last_time: instant.nullable(),
  stale: z.boolean(),
});
export type MeterNow = z.infer<typeof meterNow>;

export const meterSensors = meterNow.extend({
  /** From its organization to the meter itself. */
  path: z.array(placeRef),
  code: text,
  type: text,
  interval_s: z.int(),
  time_zone: text,
  sensors: z.array(sensorCard),
});
export type MeterSensors = z.infer<typeof meterSensors>;

export const sensorList = z.object({ time: instant, path: z.array(placeRef), meters: z.array(meterSensors) });
export type SensorList = z.infer<typeof sensorList>;

/** One sensor's minutes of today and of the same day a week ago: two columns, epoch seconds and values. */
const points = z.object({ times: z.array(z.int()), values: z.array(z.number()) });
export const sensorCourse = z.object({
  type: sensorType,
  sequence: z.int(),
  day_start: instant,
  day_end: instant,
  today: points,
  /** Times are shifted by a week, so that both lie over one axis. */
  week_ago: points,
  /** The next hour; null: no forecast for this sensor is better than "as now". */
  forecast: z
    .object({
      /** Means of ten minutes, at their middle. */
      ...points.shape,
      /** Ends of the 80 % band. */
      low: z.array(z.number()),
      high: z.array(z.number()),
      /** 1 - mean squared error ÷ that of "as now", over the last two weeks. */
      skill: z.number(),
    })
    .nullable(),
  /** Of today. */
  maintenance: maintenanceTimes,
});
export type SensorCourse = z.infer<typeof sensorCourse>;

/** One row of the site tree. `id` is unique within its kind only. */
export const treeNode = z.object({
  kind: z.enum(PLACE_KINDS),
  id,
  name: text,
  parent_id: id.nullable(),
  meters: z.int(),
  /** Grade of the worst meter. */
  grade: grade.nullable(),
});
export type TreeNode = z.infer<typeof treeNode>;
