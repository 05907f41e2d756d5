import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mix, noiseAt, randomAt, seedOf, smoothNoise } from './random.ts';

const int = fc.integer({ min: 0, max: 2 ** 31 });

it('mixes into 32 bits', () => {
  fc.assert(
    fc.property(int, int, (a, b) => {
      const mixed = mix(a, b);
      expect(mixed).toBe(mixed >>> 0);
    }),
  );
});

it('mixes swapped arguments differently', () => {
  // Of two 32-bit numbers combined into one, some pairs collide (0 and 2^30 do); seeds and minutes as used here do not.
  const same: number[][] = [];
  for (let a = 0; a < 500; a++) for (let b = a + 1; b < 500; b++) if (mix(a, b) === mix(b, a)) same.push([a, b]);
  expect(same).toEqual([]);
});

it('gives each text its own seed', () => {
  const seeds = new Set(Array.from({ length: 5000 }, (_, i) => seedOf(1, `room ${i}`)));
  expect(seeds.size).toBe(5000);
});

it('is spread evenly, and the noise has mean 0 and deviation 1', () => {
  const n = 100_000;
  let uniform = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i += 1) {
    uniform += randomAt(3, i);
    const noise = noiseAt(3, i);
    sum += noise;
    squares += noise * noise;
  }
  expect(uniform / n).toBeCloseTo(0.5, 2);
  expect(sum / n).toBeCloseTo(0, 1);
  expect(Math.sqrt(squares / n)).toBeCloseTo(1, 1);
});

it('wanders smoothly between −1 and 1', () => {
  fc.assert(
    fc.property(int, fc.double({ min: 0, max: 1e6, noNaN: true }), (seed, x) => {
      const here = smoothNoise(seed, x);
      expect(Math.abs(here)).toBeLessThanOrEqual(1);
      expect(Math.abs(smoothNoise(seed, x + 0.01) - here)).toBeLessThan(0.05);
    }),
  );
});
