import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { randomAt } from '../building/random.ts';

interface Walk {
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly digits: number;
}

/** Indoor air as meters report it: range, speed and digits of each type. */
const WALKS: Readonly<Record<SensorType, Walk>> = {
  PM10: { low: 2, high: 160, step: 2, digits: 0 },
  'PM2.5': { low: 1, high: 90, step: 1.2, digits: 1 },
  'PM1.0': { low: 1, high: 70, step: 1, digits: 1 },
  CO2: { low: 400, high: 2500, step: 18, digits: 0 },
  TEMPERATURE: { low: 16, high: 31, step: 0.1, digits: 1 },
  HUMIDITY: { low: 20, high: 85, step: 0.4, digits: 1 },
  HCHO: { low: 0.005, high: 0.2, step: 0.002, digits: 3 },
};

/** Number of different sets of readings; devices cycle through them from different positions. */
const RING = 4096;
const TIME_HEAD = Buffer.from('{"time":');
const TIME_DIGITS = 13;
const ZERO = 48;

/** Readings of successive frames, as the text that follows the time. */
function readingTexts(readingsPerFrame: number): Buffer[] {
  const sensors = Array.from({ length: readingsPerFrame }, (_, i) => {
    const type = SENSOR_TYPES[i % SENSOR_TYPES.length] ?? 'CO2';
    const sequence = Math.floor(i / SENSOR_TYPES.length) + 1;
    const { low, high } = WALKS[type];
    const value = low + (high - low) * 0.3 * randomAt(i, 0);
    return { walk: WALKS[type], key: sequence === 1 ? type : `${type}:${sequence}`, value };
  });
  return Array.from({ length: RING }, (_, turn) => {
    const readings: Record<string, number> = {};
    sensors.forEach((sensor, i) => {
      const { low, high, step, digits } = sensor.walk;
      const moved = sensor.value + (randomAt(i + 1, turn) - 0.5) * 2 * step;
      sensor.value = Math.min(high, Math.max(low, moved));
      readings[sensor.key] = Number(sensor.value.toFixed(digits));
    });
    return Buffer.from(`,"readings":${JSON.stringify(readings)}}`);
  });
}

function writeDigits(target: Buffer, at: number, value: number, digits: number): void {
  let rest = value;
  for (let offset = at + digits - 1; offset >= at; offset -= 1) {
    target[offset] = ZERO + (rest % 10);
    rest = (rest / 10) | 0;
  }
}

/** Frames as bytes, assembled from prepared parts. */
export interface FrameSource {
  /** Number of bytes that `write` would write for this position. */
  length(place: number): number;
  /** Writes the frame of `time` (epoch ms) at a position; returns the offset behind it. */
  write(target: Buffer, at: number, time: number, place: number): number;
  /** Length of the longest frame in bytes. */
  readonly longest: number;
}

export function createFrameSource(readingsPerFrame: number): FrameSource {
  const texts = readingTexts(readingsPerFrame);
  const fixed = TIME_HEAD.length + TIME_DIGITS;
  const textAt = (place: number): Buffer => texts[place % RING] as Buffer;
  return {
    longest: fixed + Math.max(...texts.map((text) => text.length)),
    length: (place) => fixed + textAt(place).length,
    write(target, at, time, place) {
      const digits = at + TIME_HEAD.copy(target, at);
      const thousands = Math.floor(time / 1_000_000);
      writeDigits(target, digits, thousands, TIME_DIGITS - 6);
      writeDigits(target, digits + TIME_DIGITS - 6, time - thousands * 1_000_000, 6);
      const offset = digits + TIME_DIGITS;
      return offset + textAt(place).copy(target, offset);
    },
  };
}
