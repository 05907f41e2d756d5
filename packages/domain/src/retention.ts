/** Data with a limited retention: raw readings, hourly and daily means, purifier states, and alarms. */
export const LAYERS = ['READING', 'HOUR', 'DAY', 'PURIFIER_STATE', 'ALARM'] as const;
export type Layer = (typeof LAYERS)[number];

/** How many days each layer is kept. */
export type Retention = Readonly<Record<Layer, number>>;

/** Minimum: late devices still send older data, and screens compare with earlier weeks. */
export const MIN_RETENTION_DAYS = 30;
/** Acknowledgements and remedies are still asked for after a year. */
const MIN_ALARM_DAYS = 365;
export const minRetentionDays = (layer: Layer): number => (layer === 'ALARM' ? MIN_ALARM_DAYS : MIN_RETENTION_DAYS);
export const MAX_RETENTION_DAYS = 36_500;

/** Five years of readings, ten of hours, a hundred of days, three of alarms. */
export const DEFAULT_RETENTION: Retention = {
  READING: 1825,
  HOUR: 3650,
  DAY: 36_500,
  PURIFIER_STATE: 1825,
  ALARM: 1095,
};

/** Layers that are derived from each other, the finest first: each is kept at least as long as the one before it. */
const MADE_OF = ['READING', 'HOUR', 'DAY'] as const;

/** The first layer that would expire before the one that it is derived from; null: none. */
export function brokenLayer(retention: Retention): Layer | null {
  return MADE_OF.find((layer, i) => i > 0 && retention[layer] < retention[MADE_OF[i - 1] ?? layer]) ?? null;
}
