const POWERS = [1, 10, 100, 1_000, 10_000, 100_000];
const FIRST_BYTES = 16_384;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const INT_MAX = 2_147_483_647;
/** A sign, ten digits, a point and a zero before it. */
const DECIMAL_BYTES = 16;
const NULL = Buffer.from('null');

/** JSON as bytes. Numbers with few decimals cost a tenth of what they do in `JSON.stringify`, and need no string. */
export interface JsonBytes {
  /** Adds text as it is. */
  text(part: string): void;
  /** Adds bytes that many answers share. */
  bytes(part: Uint8Array): void;
  /** Adds a number as `JSON.stringify` writes it; quickly if it has at most `digits` decimals. NaN is null. */
  decimal(value: number, digits: number): void;
  /** Adds an array of numbers. */
  decimals(values: ArrayLike<number>, digits: number): void;
  /** All bytes that were added since the last call. */
  take(): Buffer;
}

export const createJsonBytes = (firstBytes = FIRST_BYTES): JsonBytes => {
  let buffer = Buffer.allocUnsafeSlow(firstBytes);
  let length = 0;

  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  const text = (part: string): void => {
    reserve(3 * part.length);
    // Short texts are mostly names of fields, and a call of Buffer costs more than they do.
    if (part.length > 24) {
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
    reserve(part.length);
    buffer.set(part, length);
    length += part.length;
  };
  /** Adds `ticks` / 10^digits, with the zeros at its end left out. */
  const scaled = (ticks: number, digits: number): void => {
    let rest = ticks < 0 ? -ticks : ticks;
    let decimals = digits;
    for (let next = (rest / 10) | 0; decimals > 0 && next * 10 === rest; next = (rest / 10) | 0) {
      rest = next;
      decimals--;
    }
    let places = decimals + 1;
    while (places < 10 && rest >= (POWERS[places] ?? 10 ** places)) places++;
    if (ticks < 0) buffer[length++] = MINUS;
    let at = length + places + (decimals > 0 ? 1 : 0);
    length = at;
    for (let place = 0; place < places; place++) {
      if (place === decimals && place > 0) buffer[--at] = POINT;
      const next = (rest / 10) | 0;
      buffer[--at] = ZERO + rest - next * 10;
      rest = next;
    }
  };
  const decimal = (value: number, digits: number): void => {
    const scale = POWERS[digits] ?? 1;
    const ticks = Math.round(value * scale);
    if (ticks / scale === value && ticks <= INT_MAX && ticks >= -INT_MAX) {
      reserve(DECIMAL_BYTES);
      scaled(ticks, digits);
    } else if (Number.isNaN(value)) bytes(NULL);
    else text(JSON.stringify(value));
  };

  return {
    text,
    bytes,
    decimal,
    decimals(values, digits) {
      text('[');
      for (let i = 0; i < values.length; i++) {
        if (i > 0) {
          reserve(1);
          buffer[length++] = 44;
        }
        decimal(values[i] as number, digits);
      }
      text(']');
    },
    take() {
      const taken = Buffer.from(buffer.subarray(0, length));
      length = 0;
      return taken;
    },
  };
};
