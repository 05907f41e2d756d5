/*
 * A meter's UTC day, packed (docs/adr/0005): a blob of its times and one of each channel.
 *
 * blob   = head, body; the body is deflated when that makes it smaller
 * times  = varint of each difference of steps: of 00:00 the first frame, then step after step. All of them equal, as
 *          a meter's interval mostly is: zeros, of which a few bytes are left
 * ticks  = varint n, n varints, differences. The n are lengths of runs of frames that have the channel, that lack it,
 *          that have it, …; n = 0 where all have it. A difference to the tick before (the first one to 0) is a byte,
 *          zigzag, or ESCAPE and two bytes
 * varint = seven bits a byte, the lowest first, zigzag where it may be negative
 */

export const HEAD_PLAIN = 0x10;
export const HEAD_DEFLATED = 0x11;

export const ESCAPE = 255;

/** The channel under which a packed day keeps the times of its frames. */
export const TIMES_CHANNEL = 0;

/** More than two a second, all day long. A day that has more is not packed. */
export const MAX_FRAMES = 200_000;

/** A difference of steps within a day is less than 2^28 as zigzag, and so is everything else. */
export const MAX_VARINT_BYTES = 4;

/** Bytes of the longest body of ticks: for each frame a run and an escaped difference. */
export const longestTicks = (frames: number): number => (frames + 1) * (MAX_VARINT_BYTES + 3);

export const longestTimes = (frames: number): number => frames * MAX_VARINT_BYTES;
