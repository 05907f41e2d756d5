import { type GradedType, SENSOR_TYPE_INFO, type SensorType } from './sensor-type.ts';

/** The value above which each grade begins; at or below `good` the air is very good. */
export type GradeThresholds = {
  readonly good: number;
  readonly normal: number;
  readonly bad: number;
  readonly very_bad: number;
};

/** °C. very cold < some_cold ≤ some cold < nice ≤ nice ≤ some_hot < some hot ≤ very_hot < very hot. */
export type ComfortBands = {
  readonly some_cold: number;
  readonly nice: number;
  readonly some_hot: number;
  readonly very_hot: number;
};

/**
 * %. very dry < very_dry ≤ some dry < some_dry ≤ comfortable ≤ some_humid < some humid ≤ very_humid < very humid:
 * the dry names are upper bounds, the humid names lower ones, as the master sensor's four fields have it.
 */
export type DrynessBands = {
  readonly very_dry: number;
  readonly some_dry: number;
  readonly some_humid: number;
  readonly very_humid: number;
};

export type Thresholds = {
  readonly [T in SensorType]: T extends GradedType
    ? GradeThresholds
    : T extends 'TEMPERATURE'
      ? ComfortBands
      : DrynessBands;
};

/** Korean grades and limits; PM1.0 has no legal limit and reuses those of PM2.5. */
export const DEFAULT_THRESHOLDS: Thresholds = {
  PM10: { good: 15, normal: 30, bad: 80, very_bad: 150 },
  'PM2.5': { good: 8, normal: 15, bad: 35, very_bad: 75 },
  'PM1.0': { good: 8, normal: 15, bad: 35, very_bad: 75 },
  CO2: { good: 600, normal: 800, bad: 1000, very_bad: 1500 },
  TEMPERATURE: { some_cold: 18, nice: 20, some_hot: 26, very_hot: 28 },
  HUMIDITY: { very_dry: 30, some_dry: 40, some_humid: 60, very_humid: 70 },
  HCHO: { good: 0.03, normal: 0.05, bad: 0.08, very_bad: 0.1 },
};

const GRADE_FIELDS = ['good', 'normal', 'bad', 'very_bad'] as const;

/** The threshold fields of each type, in ascending order of their values. */
export const THRESHOLD_FIELDS: { readonly [T in SensorType]: readonly (keyof Thresholds[T])[] } = {
  PM10: GRADE_FIELDS,
  'PM2.5': GRADE_FIELDS,
  'PM1.0': GRADE_FIELDS,
  CO2: GRADE_FIELDS,
  TEMPERATURE: ['some_cold', 'nice', 'some_hot', 'very_hot'],
  HUMIDITY: ['very_dry', 'some_dry', 'some_humid', 'very_humid'],
  HCHO: GRADE_FIELDS,
};

/** A type's four thresholds, ascending. */
export function thresholdBounds(type: SensorType, thresholds: Thresholds): [number, number, number, number] {
  const values: Readonly<Record<string, number>> = thresholds[type];
  const [a = 0, b = 0, c = 0, d = 0] = THRESHOLD_FIELDS[type].map((field) => values[field] ?? 0);
  return [a, b, c, d];
}

export const THRESHOLD_ISSUES = ['OUT_OF_RANGE', 'NOT_ASCENDING'] as const;
export type ThresholdIssue = (typeof THRESHOLD_ISSUES)[number];

/**
 * Issues of thresholds that an administrator entered, field → code; empty when valid. OUT_OF_RANGE: missing, not a
 * finite number, or outside the type's range. NOT_ASCENDING: not above the field before it.
 */
export function thresholdIssues(
  type: SensorType,
  thresholds: Readonly<Partial<Record<string, number>>>,
  range: { readonly min: number; readonly max: number } = SENSOR_TYPE_INFO[type],
): Record<string, ThresholdIssue> {
  const issues: Record<string, ThresholdIssue> = {};
  let previous = Number.NEGATIVE_INFINITY;
  for (const field of THRESHOLD_FIELDS[type]) {
    const value = thresholds[field] ?? Number.NaN;
    if (!(value >= range.min && value <= range.max)) issues[field] = 'OUT_OF_RANGE';
    else if (value <= previous) issues[field] = 'NOT_ASCENDING';
    previous = Number.isNaN(value) ? previous : value;
  }
  return issues;
}
