import { channelKey, channelOf, MAX_SEQ, parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { toTicks } from '@airdeck/domain/stored-value';
import { convert } from '@airdeck/domain/unit';
import type { DeviceFrame, DeviceValue } from './types.ts';

/** Where the value of a named sensor goes. */
export interface BoundSensor {
  /** The device's name of the sensor. */
  readonly sensor: string;
  /** Channel key such as `CO2:2`; null: the value is not stored. */
  readonly channel: string | null;
  /** Added to each value, in the type's unit. */
  readonly offset?: number;
  /** Type of the sensor, by a person; counts only where the device does not say it (`DeviceValue.type` is null). */
  readonly type?: SensorType;
  /** Unit of the values, by a person; counts together with `type`. Without it the device's unit counts. */
  readonly unit?: string;
}

/** Values of one time as they are stored: channels ascending, one value in ticks for each. */
export interface BoundFrame {
  /** Epoch milliseconds; null when the device gave no time. */
  time: number | null;
  channels: number[];
  ticks: number[];
}

/** A value that could not be stored, with the reason. */
export interface RefusedValue {
  readonly key: string;
  readonly reason: 'OUT_OF_RANGE' | 'UNKNOWN_UNIT' | 'REPEATED_KEY';
  readonly sample: string;
}

/**
 * Suggests where the sensors of a device go: the first of a type becomes `CO2`, the second `CO2:2`. Sensors that are
 * bound already keep their channels, so a failed sensor does not shift the others. A sensor whose name is a channel of
 * its type goes there. Values with a note are left to a person.
 */
export const suggestBinding = (frames: readonly DeviceFrame[], bound: readonly BoundSensor[] = []): BoundSensor[] => {
  const known = new Set(bound.map(({ sensor }) => sensor));
  const used = new Set(bound.map(({ channel }) => channel));
  const added: BoundSensor[] = [];
  const free = (type: SensorType, sensor: string): string | null => {
    const named = parseChannelKey(sensor);
    if (named !== null && typeOfChannel(named) === type && !used.has(sensor)) return sensor;
    for (let seq = 1; seq <= MAX_SEQ; seq++) {
      const key = channelKey(channelOf(type, seq));
      if (!used.has(key)) return key;
    }
    return null;
  };
  for (const { sensor, type, note } of frames.flatMap(({ values }) => values)) {
    if (type === null || known.has(sensor)) continue;
    known.add(sensor);
    const channel = note === undefined ? free(type, sensor) : null;
    if (channel !== null) used.add(channel);
    added.push({ sensor, channel });
  }
  return added;
};

/** °C of the frame's first temperature, for converting HCHO by volume. */
const celsiusOf = (values: readonly DeviceValue[]): number | undefined => {
  const found = values.find(({ type }) => type === 'TEMPERATURE');
  return found === undefined ? undefined : (convert('TEMPERATURE', found.value, found.unit) ?? undefined);
};

/** Puts the values of a device into its meter's channels. A value that cannot be stored affects no other. */
export const applyBinding = (
  frames: readonly DeviceFrame[],
  bound: readonly BoundSensor[],
): { frames: BoundFrame[]; refused: RefusedValue[] } => {
  const bySensor = new Map(bound.map((each) => [each.sensor, each]));
  const refused: RefusedValue[] = [];
  const stored: BoundFrame[] = [];
  for (const { time, values } of frames) {
    const ticks = new Map<number, number>();
    for (const { sensor, value, ...said } of values) {
      const to = bySensor.get(sensor);
      const type = said.type ?? to?.type ?? null;
      const unit = said.type === null ? (to?.unit ?? said.unit) : said.unit;
      const channel = to?.channel == null ? null : parseChannelKey(to.channel);
      // A sensor that now measures another type than the one it was bound to is not stored under the old one.
      if (to?.channel == null || channel === null || type === null || typeOfChannel(channel) !== type) continue;
      const refuse = (reason: RefusedValue['reason']) =>
        refused.push({ key: to.channel ?? '', reason, sample: `${sensor} ${value} ${unit}` });
      const converted = convert(type, value, unit, celsiusOf(values));
      if (converted === null) {
        refuse('UNKNOWN_UNIT');
        continue;
      }
      const canonical = converted + (to.offset ?? 0);
      const { min, max } = SENSOR_TYPE_INFO[type];
      if (!(canonical >= min && canonical <= max)) refuse('OUT_OF_RANGE');
      else if (ticks.has(channel)) refuse('REPEATED_KEY');
      else ticks.set(channel, toTicks(type, canonical));
    }
    if (ticks.size === 0) continue;
    const channels = [...ticks.keys()].sort((a, b) => a - b);
    stored.push({ time, channels, ticks: channels.map((channel) => ticks.get(channel) ?? 0) });
  }
  return { frames: stored, refused };
};

/** The sensor types whose values a device may send. */
export const isSensorType = (type: string): type is SensorType => SENSOR_TYPES.some((each) => each === type);
