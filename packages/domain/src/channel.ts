import { SENSOR_TYPES, type SensorType } from './sensor-type.ts';

/** The highest sequence number of one sensor type in one meter. */
export const MAX_SEQ = 99;

const TYPE_STEP = 100;

/**
 * Encodes one channel of a meter as a smallint: type number × 100 + sequence number. Type numbers are 1 to 7 in the
 * order of SENSOR_TYPES; they are stored, so that order must never change.
 * @throws RangeError when seq is not an integer from 1 to 99.
 */
export function channelOf(type: SensorType, seq: number): number {
  if (!Number.isInteger(seq) || seq < 1 || seq > MAX_SEQ) throw new RangeError(`no sequence number: ${seq}`);
  return (SENSOR_TYPES.indexOf(type) + 1) * TYPE_STEP + seq;
}

/** @throws RangeError when `channel` is not a channel. */
export function typeOfChannel(channel: number): SensorType {
  const type = SENSOR_TYPES[Math.trunc(channel / TYPE_STEP) - 1];
  if (type === undefined || !isChannel(channel)) throw new RangeError(`no channel: ${channel}`);
  return type;
}

/** @throws RangeError when `channel` is not a channel. */
export function seqOfChannel(channel: number): number {
  if (!isChannel(channel)) throw new RangeError(`no channel: ${channel}`);
  return channel % TYPE_STEP;
}

export function isChannel(n: number): boolean {
  return Number.isInteger(n) && n >= TYPE_STEP && n < (SENSOR_TYPES.length + 1) * TYPE_STEP && n % TYPE_STEP !== 0;
}

/** Key of a channel in the native protocol: `CO2` for the first sensor of a type, `CO2:2` for the second. */
export function channelKey(channel: number): string {
  const type = typeOfChannel(channel);
  const seq = seqOfChannel(channel);
  return seq === 1 ? type : `${type}:${seq}`;
}

/** There are only 693 channels, so all keys are precomputed and parsing is one lookup. */
const CHANNEL_BY_KEY: ReadonlyMap<string, number> = new Map(
  SENSOR_TYPES.flatMap((type) =>
    Array.from({ length: MAX_SEQ }, (_, i): [string, number] => {
      const channel = channelOf(type, i + 1);
      return [channelKey(channel), channel];
    }),
  ),
);

/**
 * The channel of a native protocol key; null for an unknown key. Each channel has exactly one spelling (`CO2`, never
 * `CO2:1` or `CO2:02`), so one frame cannot name a channel twice.
 */
export function parseChannelKey(key: string): number | null {
  return CHANNEL_BY_KEY.get(key) ?? null;
}
