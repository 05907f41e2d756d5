import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNumbersById } from './numbers-by-id.ts';

it('keeps what a Map keeps', () => {
  const id = fc.integer({ min: 0, max: 5_000 });
  const value = fc.oneof(fc.double({ noNaN: true }), fc.integer());
  fc.assert(
    fc.property(fc.array(fc.tuple(id, value)), fc.array(id), (given, asked) => {
      const numbers = createNumbersById();
      for (const [key, number] of given) numbers.set(key, number);
      const expected = new Map(given);
      expect(asked.map(numbers.get)).toEqual(asked.map((key) => expected.get(key)));
      expect([...numbers.entries()]).toEqual([...expected].toSorted(([a], [b]) => a - b));
    }),
  );
});
