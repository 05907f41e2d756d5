import { channelKey, channelOf } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { humidityOf } from './humid-air.ts';
import { mix, noiseAt, randomAt, seedOf, smoothNoise } from './random.ts';
import type { Room, RoomState } from './room.ts';

/** Errors of a sensor type: a constant factor and offset per sensor, and noise in each value. */
interface Accuracy {
  readonly gain: number;
  readonly offset: number;
  /** Noise as a share of the value, and as a constant. */
  readonly share: number;
  readonly noise: number;
}

const ACCURACY: Readonly<Record<SensorType, Accuracy>> = {
  PM10: { gain: 0.06, offset: 0, share: 0.05, noise: 0.5 },
  'PM2.5': { gain: 0.05, offset: 0, share: 0.03, noise: 0.25 },
  'PM1.0': { gain: 0.05, offset: 0, share: 0.03, noise: 0.2 },
  CO2: { gain: 0.02, offset: 12, share: 0.004, noise: 2 },
  TEMPERATURE: { gain: 0, offset: 0.25, share: 0, noise: 0.03 },
  HUMIDITY: { gain: 0.02, offset: 1, share: 0, noise: 0.15 },
  HCHO: { gain: 0.08, offset: 0.001, share: 0.02, noise: 0.0006 },
};

const SECOND_MS = 1000;
const DRIFT_MS = 20 * 60_000;
const DROP_OUT_MS = 25 * 60_000;
const DROP_OUT_CHANCE = 1 / 900;
/** Rooms of this size have differences from one end to the other. */
const BIG_ROOM_M3 = 1500;

/** One sensor of a meter, ready to measure. */
export interface Sensor {
  readonly type: SensorType;
  /** Its key in a frame: `CO2`, `CO2:2`. */
  readonly key: string;
  readonly seed: number;
  readonly gain: number;
  readonly offset: number;
  /** Variation at its place relative to the room's mean, as a share of the value. */
  readonly spread: number;
  /** Steps per unit of the type. */
  readonly ticks: number;
}

export function createSensor(room: Room, type: SensorType, sequence: number): Sensor {
  const key = channelKey(channelOf(type, sequence));
  const seed = seedOf(room.seed, key);
  const { gain, offset } = ACCURACY[type];
  return {
    type,
    key,
    seed,
    gain: 1 + gain * (2 * randomAt(seed, 1) - 1),
    offset: offset * (2 * randomAt(seed, 2) - 1),
    spread: sequence === 1 ? 0 : 0.14 * Math.min(1, room.volume_m3 / BIG_ROOM_M3),
    ticks: 10 ** SENSOR_TYPE_INFO[type].digits,
  };
}

function trueValue(type: SensorType, state: RoomState): number {
  switch (type) {
    case 'PM1.0':
      return state.fine;
    case 'PM2.5':
      return state.fine + state.medium;
    case 'PM10':
      return state.fine + state.medium + state.coarse;
    case 'CO2':
      return state.co2;
    case 'HCHO':
      return state.hcho;
    case 'TEMPERATURE':
      return state.temperature;
    case 'HUMIDITY':
      return humidityOf(state.temperature, state.moisture);
  }
}

/** Now and then a sensor is silent for a while. */
function isDroppedOut({ seed }: Sensor, time: number): boolean {
  return randomAt(mix(seed, 3), Math.floor(time / DROP_OUT_MS)) < DROP_OUT_CHANCE;
}

/** The sensor's reading of the room's air, at its type's resolution and within its range; null while it is silent. */
export function measure(sensor: Sensor, state: RoomState): number | null {
  const { type, seed, gain, offset, spread, ticks } = sensor;
  if (isDroppedOut(sensor, state.time)) return null;
  const { share, noise } = ACCURACY[type];
  const place = spread === 0 ? 1 : 1 + spread * smoothNoise(mix(seed, 4), state.time / DRIFT_MS);
  const value = trueValue(type, state) * gain * place + offset;
  const noisy = value + (value * share + noise) * noiseAt(seed, Math.floor(state.time / SECOND_MS));
  const { min, max } = SENSOR_TYPE_INFO[type];
  return Math.round(Math.min(max, Math.max(min, noisy)) * ticks) / ticks;
}
