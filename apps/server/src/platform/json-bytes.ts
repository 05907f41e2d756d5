const POWERS = [1, 10, 100, 1_000, 10_000, 100_000];
const FIRST_BYTES = 16_384;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const COMMA = 44;
const INT_MAX = 2_147_483_647;
/** The next part may be a little larger. */
const MARGIN = 1.1;
/** A sign, ten digits, a point and a zero before it. */
const DECIMAL_BYTES = 16;
/** A call of Buffer costs more than so many bytes one by one. */
const SHORT = 24;
const NOTHING = Buffer.alloc(0);
const NULL = Buffer.from('null');

/** JSON as bytes. Numbers with few decimals cost a tenth of what they do in `JSON.stringify`, and need no string. */
export interface JsonBytes {
  /** Adds text as it is. */
  text(part: string): void;
  /** Adds bytes that many answers share. */
  bytes(part: Uint8Array): void;
  /** Adds a number as `JSON.stringify` writes it; quickly if it has at most `digits` decimals. NaN is null. */
  decimal(value: number, digits: number): void;
  /**
   * Adds the few bytes before a number, and `ticks` / 10^digits, less than 2^31 ticks, as `JSON.stringify` writes it.
   * Faster than `decimal`: V8 makes an object of each number with decimals that a function gets.
   */
  field(before: Uint8Array, ticks: number, digits: number): void;
  /** Adds an array of numbers. */
  decimals(values: ArrayLike<number>, digits: number): void;
  /** All bytes that were added since the last call. */
  take(): Buffer;
}

const isShort = (ticks: number, scale: number, value: number): boolean =>
  ticks / scale === value && ticks <= INT_MAX && ticks >= -INT_MAX;

/** Writes `ticks` / 10^digits at a place, with the zeros at its end left out, and answers where it ends. */
const writeScaled = (out: Uint8Array, start: number, ticks: number, digits: number): number => {
  let rest = ticks < 0 ? -ticks : ticks;
  let decimals = digits;
  for (let next = (rest / 10) | 0; decimals > 0 && next * 10 === rest; next = (rest / 10) | 0) {
    rest = next;
    decimals--;
  }
  let places = decimals + 1;
  while (places < 10 && rest >= (POWERS[places] ?? 10 ** places)) places++;
  let first = start;
  if (ticks < 0) out[first++] = MINUS;
  const end = first + places + (decimals > 0 ? 1 : 0);
  let at = end;
  for (let place = 0; place < places; place++) {
    if (place === decimals && place > 0) out[--at] = POINT;
    const next = (rest / 10) | 0;
    out[--at] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
};

export const createJsonBytes = (firstBytes = FIRST_BYTES): JsonBytes => {
  let buffer = NOTHING;
  let length = 0;
  let nextBytes = firstBytes;

  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + more, nextBytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  const text = (part: string): void => {
    reserve(3 * part.length);
    // Short texts are mostly names of fields.
    if (part.length > SHORT) {
      length += buffer.write(part, length);
      return;
    }
    const start = length;
    for (let i = 0; i < part.length; i++) {
      const code = part.charCodeAt(i);
      if (code > 127) {
        length = start + buffer.write(part, start);
        return;
      }
      buffer[length++] = code;
    }
  };
  const bytes = (part: Uint8Array): void => {
    const size = part.length;
    reserve(size);
    if (size > SHORT) buffer.set(part, length);
    else for (let i = 0; i < size; i++) buffer[length + i] = part[i] as number;
    length += size;
  };
  const field = (before: Uint8Array, ticks: number, digits: number): void => {
    const size = before.length;
    reserve(size + DECIMAL_BYTES);
    for (let i = 0; i < size; i++) buffer[length + i] = before[i] as number;
    length = writeScaled(buffer, length + size, ticks, digits);
  };
  const decimal = (value: number, digits: number): void => {
    const scale = POWERS[digits] ?? 1;
    const ticks = Math.round(value * scale);
    if (isShort(ticks, scale, value)) {
      reserve(DECIMAL_BYTES);
      length = writeScaled(buffer, length, ticks, digits);
    } else if (Number.isNaN(value)) bytes(NULL);
    else text(JSON.stringify(value));
  };

  return {
    text,
    bytes,
    decimal,
    field,
    decimals(values, digits) {
      text('[');
      const scale = POWERS[digits] ?? 1;
      let last = Number.NaN;
      /** Where the last number begins, and its comma. */
      let [start, comma] = [0, 0];
      for (let i = 0; i < values.length; i++) {
        const value = values[i] as number;
        reserve(DECIMAL_BYTES + 1);
        const out = buffer;
        let end = length;
        if (value === last) {
          // Steps of time and completeness are mostly the same number again.
          for (let at = start; at <= comma; at++) out[end++] = out[at] as number;
          length = end;
          continue;
        }
        const ticks = Math.round(value * scale);
        if (isShort(ticks, scale, value)) {
          // Not by `decimal`, for the reason of `field`.
          start = length;
          comma = writeScaled(out, start, ticks, digits);
          out[comma] = COMMA;
          length = comma + 1;
          last = value;
        } else {
          decimal(value, digits);
          text(',');
        }
      }
      if (values.length > 0) length--;
      text(']');
    },
    take() {
      const taken = buffer.subarray(0, length);
      // The bytes are handed over. The next ones are mostly as many.
      buffer = NOTHING;
      nextBytes = Math.ceil(length * MARGIN);
      length = 0;
      return taken;
    },
  };
};
