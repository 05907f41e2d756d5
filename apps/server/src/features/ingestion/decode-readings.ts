import { isDeviceTime, MAX_FRAMES_PER_MESSAGE, MAX_READINGS_PER_FRAME } from '@airdeck/contract/protocol/message';
import type { MessageRejection, Rejection } from '@airdeck/contract/reading/schema';
import { parseChannelKey, typeOfChannel } from '@airdeck/domain/channel';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import { toTicks } from '@airdeck/domain/stored-value';
import { convert } from '@airdeck/domain/unit';
import { parseJson } from '../../device-messages/parse-payload.ts';
import { repeatedKeys } from './repeated-keys.ts';

/** A reading or a message that was not taken. `key` is empty for a whole message. */
export interface Rejected {
  key: string;
  reason: Rejection | MessageRejection;
  sample: string;
}

/** One frame as it will be stored: channels ascending, one value in ticks for each. */
export interface DecodedFrame {
  /** Epoch milliseconds; null when the device gave no time. */
  time: number | null;
  channels: number[];
  ticks: number[];
}

export interface Decoded {
  frames: DecodedFrame[];
  /** null as long as everything was right: the common case allocates nothing. */
  rejected: Rejected[] | null;
}

type Json = Record<string, unknown>;

const SAMPLE_LENGTH = 200;
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)(?![\s\S])/;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sampleOf = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, SAMPLE_LENGTH);

/** Epoch milliseconds of a frame's time, null when it has none, NaN when it cannot be read. */
const readTime = (time: unknown): number | null => {
  if (time === undefined) return null;
  if (typeof time === 'number') return Number.isSafeInteger(time) ? time : Number.NaN;
  return typeof time === 'string' && WITH_OFFSET.test(time) ? Date.parse(time) : Number.NaN;
};

/** Inserts a reading in order; frames are usually ordered, so this usually appends. */
const place = (frame: DecodedFrame, channel: number, ticks: number): void => {
  const { channels } = frame;
  let at = channels.length;
  while (at > 0 && (channels[at - 1] as number) > channel) at--;
  if (at === channels.length) {
    channels.push(channel);
    frame.ticks.push(ticks);
  } else {
    channels.splice(at, 0, channel);
    frame.ticks.splice(at, 0, ticks);
  }
};

/** The value in the type's unit, or why there is none. */
const toCanonicalValue = (
  type: SensorType,
  value: unknown,
  units: Json | null,
  temperature: unknown,
): number | Rejection => {
  if (typeof value !== 'number') return 'NOT_A_NUMBER';
  if (Object.is(value, -0)) return 'NOT_A_NUMBER';
  let converted: number | null = value;
  const unit = units?.[type];
  if (unit !== undefined) {
    const celsius = typeof temperature === 'number' ? temperature : undefined;
    converted = typeof unit === 'string' ? convert(type, value, unit, celsius) : null;
    if (converted === null) return 'UNKNOWN_UNIT';
  }
  const { min, max } = SENSOR_TYPE_INFO[type];
  return converted >= min && converted <= max ? converted : 'OUT_OF_RANGE';
};

/** Decodes one frame; pushes its errors to `rejected`. null if nothing of it can be stored. */
const decodeFrame = (
  input: unknown,
  doubled: ReadonlySet<string> | null,
  rejected: Rejected[],
): DecodedFrame | null => {
  if (!isObject(input) || !isObject(input.readings)) {
    rejected.push({ key: '', reason: 'NOT_A_FRAME', sample: sampleOf(input) });
    return null;
  }
  const time = readTime(input.time);
  if (time !== null && !isDeviceTime(time)) {
    rejected.push({ key: '', reason: 'BAD_TIME', sample: sampleOf(input.time) });
    return null;
  }
  const units = isObject(input.units) ? input.units : null;
  const readings = input.readings;
  const frame: DecodedFrame = { time, channels: [], ticks: [] };
  let count = 0;
  for (const key of Object.keys(readings)) {
    if (++count > MAX_READINGS_PER_FRAME) {
      rejected.push({ key: '', reason: 'TOO_MANY', sample: `${Object.keys(readings).length} readings` });
      break;
    }
    const value = readings[key];
    const channel = parseChannelKey(key);
    let reason: Rejection | null = null;
    if (doubled?.has(key)) reason = 'REPEATED_KEY';
    else if (channel === null) reason = 'UNKNOWN_TYPE';
    else {
      const type = typeOfChannel(channel);
      const result = toCanonicalValue(type, value, units, units && celsiusOf(readings, units));
      if (typeof result === 'number') place(frame, channel, toTicks(type, result));
      else reason = result;
    }
    if (reason !== null) rejected.push({ key, reason, sample: sampleOf(value) });
  }
  return frame.channels.length > 0 ? frame : null;
};

/** Temperature of the frame itself in °C, for converting HCHO from ppm. */
const celsiusOf = (readings: Json, units: Json): number | null => {
  const value = readings.TEMPERATURE;
  if (typeof value !== 'number') return null;
  return typeof units.TEMPERATURE === 'string' ? convert('TEMPERATURE', value, units.TEMPERATURE) : value;
};

/** A payload, taken apart reading by reading: a bad one costs only itself. */
export const decodeReadings = (payload: Buffer): Decoded => {
  const parsed = parseJson(payload);
  if ('reason' in parsed) return { frames: [], rejected: [{ key: '', ...parsed }] };
  const message = parsed.json;
  const inputs = Array.isArray(message) ? message : [message];
  const doubled = repeatedKeys(parsed);
  const rejected: Rejected[] = [];
  const frames: DecodedFrame[] = [];
  for (const [i, input] of inputs.entries()) {
    if (i >= MAX_FRAMES_PER_MESSAGE) {
      rejected.push({ key: '', reason: 'TOO_MANY', sample: `${inputs.length} frames` });
      break;
    }
    const frame = decodeFrame(input, doubled, rejected);
    if (frame !== null) frames.push(frame);
  }
  return { frames, rejected: rejected.length > 0 ? rejected : null };
};
