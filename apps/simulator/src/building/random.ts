/**
 * Randomness without a stream: a number is a hash of its purpose and time. A run can be repeated from its seed, and a
 * room can be continued at any time without the state of a generator.
 */
const INT_RANGE = 2 ** 32;

/** Two 32-bit numbers → one well-mixed 32-bit number (the finalizer of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The seed of a text, derived from a seed. */
export function seedOf(seed: number, text: string): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i += 1) h = mix(h, text.charCodeAt(i));
  return h >>> 0;
}

/** 0 ≤ number < 1 for `seed` and the integer `at`. */
export function randomAt(seed: number, at: number): number {
  return mix(seed, at) / INT_RANGE;
}

/** Roughly normal, mean 0 and standard deviation about 1 (the sum of four uniform numbers). */
export function noiseAt(seed: number, at: number): number {
  const a = mix(seed, at);
  const b = mix(a, seed);
  return ((a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16) - 131_070) / 37_837;
}

/** −1 to 1, varying smoothly with `x`: a new direction at every integer. */
export function smoothNoise(seed: number, x: number): number {
  const i = Math.floor(x);
  const f = x - i;
  const a = randomAt(seed, i);
  const b = randomAt(seed, i + 1);
  return (a + (b - a) * f * f * (3 - 2 * f)) * 2 - 1;
}
