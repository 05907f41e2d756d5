/**
 * Randomness without a stream: a number is a hash of what it is for and when. So a run can be repeated from its seed,
 * and a room can be continued from the middle without carrying a generator's state.
 */
const INT_RANGE = 2 ** 32;

/** Two 32-bit numbers → one well-mixed 32-bit number (the finalizer of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A seed and a text → the text's own seed. */
export function seedOf(seed: number, text: string): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i += 1) h = mix(h, text.charCodeAt(i));
  return h >>> 0;
}

/** 0 ≤ number < 1 that belongs to `seed` and the whole number `at`. */
export function randomAt(seed: number, at: number): number {
  return mix(seed, at) / INT_RANGE;
}

/** A bell-like number around 0 with a standard deviation of about 1 (the sum of four uniform ones). */
export function noiseAt(seed: number, at: number): number {
  const a = mix(seed, at);
  const b = mix(a, seed);
  return ((a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16) - 131_070) / 37_837;
}

/** −1 to 1, wandering smoothly with `x`: one new direction for every whole number. */
export function smoothNoise(seed: number, x: number): number {
  const i = Math.floor(x);
  const f = x - i;
  const a = randomAt(seed, i);
  const b = randomAt(seed, i + 1);
  return (a + (b - a) * f * f * (3 - 2 * f)) * 2 - 1;
}
