export const UNITS = ['µg/m³', 'mg/m³', 'ppm', 'ppb', '°C', '°F', 'K', '%', '1'] as const;
export type Unit = (typeof UNITS)[number];

/** Converts a value to the canonical unit. `temperatureC` is the air temperature, for gases measured by volume. */
export type ToCanonical = (value: number, temperatureC: number) => number;

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

/** The thresholds of each scale. GRADE runs from good to bad and counts in the index; the others have two bad ends. */
export type ScaleThresholds = {
  readonly GRADE: GradeThresholds;
  readonly COMFORT: ComfortBands;
  readonly DRYNESS: DrynessBands;
};
export type Scale = keyof ScaleThresholds;

/** When a value that does not change means a broken sensor. */
export interface StuckRule {
  /** At or below this value (in the type's unit) a constant value is normal: clean air, or the sensor's lower limit. */
  readonly restsUpTo: number;
  /** At or above this value a constant value is normal: the sensor's upper limit. */
  readonly restsFrom: number;
  /**
   * For a sensor whose last digit is always 0, i.e. one that resolves tens of ticks: a constant value at or above this
   * one counts as stuck. null: never.
   */
  readonly coarseFrom: number | null;
}

interface Measurement {
  /** The name in the device protocol, the API and the database. */
  readonly type: string;
  readonly category: 'PARTICLE' | 'GAS' | 'CLIMATE';
  /** Canonical unit of every stored and displayed value. */
  readonly unit: Unit;
  /** Number of stored decimal digits: the resolution is 10^-digits. */
  readonly digits: number;
  /** Default accepted range, both ends included; an administrator may narrow it. Its ticks fit a smallint. */
  readonly min: number;
  readonly max: number;
  /** The units that devices may send, the canonical one included. */
  readonly toCanonical: Readonly<Partial<Record<Unit, ToCanonical>>>;
  readonly stuck: StuckRule;
  /** Place among the values of a room on a wall display, lowest first. */
  readonly wallOrder: number;
}

interface Rated<S extends Scale> extends Measurement {
  readonly scale: S;
  /** Default thresholds, in the canonical unit. */
  readonly thresholds: ScaleThresholds[S];
  /** Value at which the sub-index reaches 500; null for types without a grade. */
  readonly top: S extends 'GRADE' ? number : null;
}

/** Everything that differs between sensor types, except their names in each language (packages/phrases). */
export type SensorTypeDescriptor = { [S in Scale]: Rated<S> }[Scale];
