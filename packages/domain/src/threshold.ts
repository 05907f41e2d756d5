import { SENSOR_TYPE_INFO, type SensorType, tableOf } from './sensor-type.ts';
import type { SENSOR_TYPE_DESCRIPTORS } from './sensor-types/index.ts';
import type { Scale, ScaleThresholds } from './sensor-types/types.ts';

type Descriptor = (typeof SENSOR_TYPE_DESCRIPTORS)[number];

export type Thresholds = { readonly [D in Descriptor as D['type']]: ScaleThresholds[D['scale']] };

/** The thresholds that apply until an administrator sets others. Graded types have the Korean grades and limits. */
export const DEFAULT_THRESHOLDS = tableOf(({ thresholds }) => thresholds) as Thresholds;

const SCALE_FIELDS: { readonly [S in Scale]: readonly (keyof ScaleThresholds[S])[] } = {
  GRADE: ['good', 'normal', 'bad', 'very_bad'],
  COMFORT: ['some_cold', 'nice', 'some_hot', 'very_hot'],
  DRYNESS: ['very_dry', 'some_dry', 'some_humid', 'very_humid'],
};

/** The threshold fields of each type, in ascending order of their values. */
export const THRESHOLD_FIELDS = tableOf(({ scale }) => SCALE_FIELDS[scale]) as {
  readonly [T in SensorType]: readonly (keyof Thresholds[T])[];
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
