import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

const MODULUS = 2_147_483_648;

/** Pseudo-random numbers from 0 to below 1. */
export const numbersOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % MODULUS;
  return seed / MODULUS;
};

/** The same for one test, from a seed of its own; a failed test prints it, and `TEST_SEED` repeats it. */
export const seededRandom = (): (() => number) => {
  const seed = Number(process.env.TEST_SEED ?? randomInt(MODULUS));
  onTestFailed(() => console.error(`repeat with TEST_SEED=${seed}`));
  return numbersOf(seed);
};
