import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balance } from './mass-balance.ts';

const positive = fc.double({ min: 0.01, max: 50, noNaN: true });

it('does in one step what it does in many', () => {
  fc.assert(
    fc.property(positive, positive, positive, (start, gain, loss) => {
      let stepped = start;
      for (let i = 0; i < 60; i += 1) stepped = balance(stepped, gain, loss, 1 / 60);
      expect(stepped).toBeCloseTo(balance(start, gain, loss, 1), 8);
    }),
  );
});

it('ends where gain and loss are equal, and gathers without loss', () => {
  expect(balance(900, 20, 4, 100)).toBeCloseTo(5, 9);
  expect(balance(10, 5, 0, 2)).toBe(20);
});
