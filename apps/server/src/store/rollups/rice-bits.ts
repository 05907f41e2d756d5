/*
 * Small whole numbers as bits, in Rice codes (R. F. Rice, "Some practical universal noiseless coding techniques", JPL
 * 79-22, 1979): a number's low `k` bits as they are, after the rest of it in unary, zeros before a one. The `k` that suits
 * the numbers is known to the reader. ESCAPE_ZEROS zeros and MAX_BITS bits are a number as it is, so one number is
 * never longer than 32 bits.
 */

/** Numbers have no more bits. */
export const MAX_BITS = 20;
const ESCAPE_ZEROS = 12;

/** In place of `k`: all numbers are 0, and take no bits. */
export const ALL_ZERO = 31;

const lengthOf = (value: number, k: number): number => {
  const zeros = value >>> k;
  return zeros < ESCAPE_ZEROS ? zeros + 1 + k : ESCAPE_ZEROS + MAX_BITS;
};

/** Bits that a mean of numbers suggests are within this of the best. */
const AROUND = 2;

/** The `k` that makes these numbers shortest, or ALL_ZERO. */
export const riceOf = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  if (sum === 0) return ALL_ZERO;
  const near = Math.floor(Math.log2(1 + sum / values.length));
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let k = Math.max(0, near - AROUND); k <= Math.min(MAX_BITS, near + AROUND); k++) {
    let length = 0;
    for (const value of values) length += lengthOf(value, k);
    if (length < least) [best, least] = [k, length];
  }
  return best;
};

export interface BitWriter {
  /** At most MAX_BITS bits. */
  put(value: number, bits: number): void;
  /** @throws RangeError when the number has more than MAX_BITS bits. */
  putRice(value: number, k: number): void;
  /** The bytes so far; the last one is filled up with zeros. */
  bytes(): number[];
}

export const createBitWriter = (): BitWriter => {
  const bytes: number[] = [];
  let [held, count] = [0, 0];
  const put = (value: number, bits: number): void => {
    for (let left = bits; left > 0; ) {
      const taken = Math.min(left, 8 - count);
      held = (held << taken) | ((value >>> (left - taken)) & ((1 << taken) - 1));
      count += taken;
      left -= taken;
      if (count < 8) continue;
      bytes.push(held);
      [held, count] = [0, 0];
    }
  };
  return {
    put,
    putRice(value, k) {
      if (value < 0 || value >= 2 ** MAX_BITS) throw new RangeError(`${value} has more than ${MAX_BITS} bits`);
      if (k === ALL_ZERO) return;
      const zeros = value >>> k;
      if (zeros >= ESCAPE_ZEROS) {
        put(0, ESCAPE_ZEROS);
        put(value, MAX_BITS);
        return;
      }
      put(1, zeros + 1);
      put(value, k);
    },
    bytes: () => (count === 0 ? [...bytes] : [...bytes, held << (8 - count)]),
  };
};

/** Reads what a writer has put. Behind the end it reads zeros: `hasEndedWell` finds that out once. */
export class BitReader {
  private readonly data: Uint8Array;
  private at: number;

  constructor(data: Uint8Array, firstByte: number) {
    this.data = data;
    this.at = firstByte * 8;
  }

  /** The next 32 bits, which stay unread. */
  private peek(): number {
    const { data, at } = this;
    const byte = at >>> 3;
    const bits = at & 7;
    const four =
      ((data[byte] as number) << 24) |
      ((data[byte + 1] as number) << 16) |
      ((data[byte + 2] as number) << 8) |
      (data[byte + 3] as number);
    return (four << bits) | ((data[byte + 4] as number) >>> (8 - bits));
  }

  /** At most MAX_BITS bits. */
  take(bits: number): number {
    if (bits === 0) return 0;
    const value = this.peek() >>> (32 - bits);
    this.at += bits;
    return value;
  }

  takeRice(k: number): number {
    if (k === ALL_ZERO) return 0;
    const word = this.peek();
    const zeros = Math.clz32(word);
    if (zeros >= ESCAPE_ZEROS) {
      this.at += ESCAPE_ZEROS + MAX_BITS;
      return word & ((1 << MAX_BITS) - 1);
    }
    this.at += zeros + 1 + k;
    return (zeros << k) | ((word >>> (31 - zeros - k)) & ((1 << k) - 1));
  }

  /** Whether all bytes have been read, and none behind them. */
  hasEndedWell(): boolean {
    return (this.at + 7) >>> 3 === this.data.length;
  }
}
