import { SENSOR_TYPES, type SensorType } from '../sensor-type.ts';
import { median } from './statistics.ts';

/** Means of ten minutes of a night in which a building is closed, by type, in its unit; null without readings. */
export type NightSlots = Readonly<Partial<Record<SensorType, readonly (number | null)[]>>>;

/** One night of a meter, by which the health of its sensors is judged. Values are in the type's unit. */
export interface NightFacts {
  /** Standard deviation of the differences of successive ten minutes: the noise of the sensor, because nothing happens. */
  readonly noise: Readonly<Partial<Record<SensorType, number>>>;
  readonly medians: Readonly<Partial<Record<SensorType, number>>>;
  /** The lowest ten minutes of CO2; null without readings. */
  readonly lowestCo2: number | null;
  /** Share of the ten minutes in which a smaller size of particles has more mass than a larger one; null: none compared. */
  readonly disorder: number | null;
}

/** Fewer differences say nothing about noise. */
const LEAST_DIFFERENCES = 12;
/** PM1.0 is part of PM2.5, and that of PM10: a sensor rounds and averages, so this much is no disorder. */
const DISORDER = { share: 1.1, more: 1 } as const;
const SIZES = ['PM1.0', 'PM2.5', 'PM10'] as const;

const measured = (slots: readonly (number | null)[] | undefined): number[] =>
  (slots ?? []).filter((value) => value !== null);

const noiseOf = (slots: readonly (number | null)[]): number | null => {
  const differences: number[] = [];
  for (let i = 1; i < slots.length; i++) {
    const [before, now] = [slots[i - 1], slots[i]];
    if (before != null && now != null) differences.push(now - before);
  }
  if (differences.length < LEAST_DIFFERENCES) return null;
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
  return Math.sqrt(differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / differences.length);
};

const disorderOf = (night: NightSlots): number | null => {
  let [compared, broken] = [0, 0];
  const length = Math.max(...SIZES.map((size) => night[size]?.length ?? 0));
  for (let i = 0; i < length; i++) {
    const values = SIZES.flatMap((size) => night[size]?.[i] ?? []);
    if (values.length < 2) continue;
    compared++;
    const isBroken = values.some(
      (value, at) => at > 0 && (values[at - 1] ?? 0) > value * DISORDER.share + DISORDER.more,
    );
    if (isBroken) broken++;
  }
  return compared < LEAST_DIFFERENCES ? null : broken / compared;
};

export function nightFacts(night: NightSlots): NightFacts {
  const noise: Partial<Record<SensorType, number>> = {};
  const medians: Partial<Record<SensorType, number>> = {};
  for (const type of SENSOR_TYPES) {
    const slots = night[type];
    const values = measured(slots);
    if (!slots || values.length === 0) continue;
    medians[type] = median(values);
    const own = noiseOf(slots);
    if (own !== null) noise[type] = own;
  }
  const co2 = measured(night.CO2);
  return { noise, medians, lowestCo2: co2.length === 0 ? null : Math.min(...co2), disorder: disorderOf(night) };
}
