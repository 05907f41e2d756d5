import { addDays } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import {
  BLOCK_DAYS,
  type BlockDays,
  type BlockHours,
  CorruptBlockError,
  daysOfHours,
  hoursOfDays,
} from './block-hours.ts';
import { BITS_VERSION, decodeBits, encodeBits } from './hour-block-bits.ts';
import { DEFLATED_VERSION, decodeDeflated, encodeDeflated } from './hour-block-deflated.ts';

/** Names the block that cannot be decoded. @throws CorruptBlockError */
export const namingBlock = <T>(
  nameOf: () => { meter_id: number; channel: number; first: string },
  decode: () => T,
): T => {
  try {
    return decode();
  } catch (error) {
    const { meter_id, channel, first } = nameOf();
    const where = `channel ${channel} of meter ${meter_id} from ${first} on`;
    throw new CorruptBlockError(`the packed hours of ${where} cannot be read`, { cause: error });
  }
};

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/** The first day of the block that a day lies in, and the day's place there. */
export const blockOf = (day: string): { first: string; place: number } => {
  const place = dayNumber(day) % BLOCK_DAYS;
  return { first: addDays(day, -place), place };
};

/**
 * The shorter one of two forms. Bits are shorter where an hour's values are spread as in the other hours, which is so in
 * most air; deflated blobs are shorter where most hours are alike, and hold every value that rollup_hour can hold.
 * @throws RangeError when a day has more hours than any day.
 */
export const encodeBlock = (channel: number, days: BlockDays): Buffer => {
  const hours = hoursOfDays(days);
  const deflated = encodeDeflated(channel, hours);
  const bits = encodeBits(channel, hours);
  return bits && bits.length <= deflated.length ? bits : deflated;
};

/**
 * Hours as columns of numbers, which the next call overwrites. `isOfMeans`: min and max may not be decoded, and mean
 * nothing.
 * @throws CorruptBlockError
 */
export const decodeHours = (channel: number, blob: Uint8Array, isOfMeans = false): BlockHours => {
  if (blob[0] === BITS_VERSION) return decodeBits(channel, blob);
  if (blob[0] === DEFLATED_VERSION) return decodeDeflated(channel, blob, isOfMeans);
  throw new CorruptBlockError(`packed hours begin with ${blob[0]}`);
};

/** @throws CorruptBlockError */
export const decodeBlock = (channel: number, blob: Buffer): BlockDays => daysOfHours(decodeHours(channel, blob));
