import { subIndex } from '@airdeck/domain/air-index';
import { localDay } from '@airdeck/domain/calendar';
import { type GradedType, isGraded, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { thresholdsOn } from '../../registry/thresholds.ts';

/** Readings of a channel, added up in ticks. */
export interface Sum {
  sum: number;
  count: number;
}

export interface TypeChannels<T extends SensorType = SensorType> {
  type: T;
  channels: number[];
}

const typesOfMeters = new WeakMap<Meter, TypeChannels[]>();

/** The sensor types of a meter, with the channels of each. */
export const typesOf = (meter: Meter): readonly TypeChannels[] => {
  const known = typesOfMeters.get(meter);
  if (known) return known;
  const sensors = [...meter.sensors.values()];
  const types = SENSOR_TYPES.map((type) => ({
    type,
    channels: sensors.filter((sensor) => sensor.type === type).map(({ channel }) => channel),
  })).filter(({ channels }) => channels.length > 0);
  typesOfMeters.set(meter, types);
  return types;
};

const isGradedType = (each: TypeChannels): each is TypeChannels<GradedType> => isGraded(each.type);

const gradedTypesOfMeters = new WeakMap<Meter, TypeChannels<GradedType>[]>();

export const gradedTypesOf = (meter: Meter): readonly TypeChannels<GradedType>[] => {
  const known = gradedTypesOfMeters.get(meter);
  if (known) return known;
  const types = typesOf(meter).filter(isGradedType);
  gradedTypesOfMeters.set(meter, types);
  return types;
};

/** The channels whose means make the index of a meter. */
export const gradedChannels = (meter: Meter): number[] => gradedTypesOf(meter).flatMap(({ channels }) => channels);

/** All readings of some sensors together; null without any. */
export const joinSums = (channels: readonly number[], sumOf: (channel: number) => Sum | null): Sum | null => {
  let [sum, count] = [0, 0];
  for (const channel of channels) {
    const each = sumOf(channel);
    if (!each) continue;
    sum += each.sum;
    count += each.count;
  }
  return count === 0 ? null : { sum, count };
};

/** Index of the mean of a graded type, in ticks. */
export const indexOfMean = (type: GradedType, ticks: number, thresholds: Thresholds): number =>
  subIndex(type, fromTicks(type, ticks), thresholds);

/**
 * The index of a meter's averages: of each graded type the mean of its sensors, and of these means the worst. The same
 * function for every period and screen. `meanOf` gives the mean of a type in ticks; `day` is the local day whose
 * thresholds grade it; null without graded readings.
 */
export const indexOfTypes = (
  snapshot: RegistrySnapshot,
  meter: Meter,
  meanOf: (type: TypeChannels<GradedType>) => number | null,
  day: string,
): number | null => {
  const thresholds = thresholdsOn(snapshot, meter.organization.id, day);
  let worst: number | null = null;
  for (const each of gradedTypesOf(meter)) {
    const ticks = meanOf(each);
    if (ticks === null) continue;
    const index = indexOfMean(each.type, ticks, thresholds);
    if (worst === null || index > worst) worst = index;
  }
  return worst;
};

/** `indexOfTypes` of the readings of channels. */
export const indexOfMeans = (
  snapshot: RegistrySnapshot,
  meter: Meter,
  sumOf: (channel: number) => Sum | null,
  day: string,
): number | null =>
  indexOfTypes(
    snapshot,
    meter,
    ({ channels }) => {
      const all = joinSums(channels, sumOf);
      return all && all.sum / all.count;
    },
    day,
  );

/** The day whose thresholds grade a period: its first one, as for the means themselves. */
export const gradedDay = (start: number, { organization }: Meter): string => localDay(start, organization.timeZone);
