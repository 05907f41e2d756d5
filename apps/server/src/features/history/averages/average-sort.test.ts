import { expect, it } from 'vitest';
import { sortInRuns } from './average-sort.ts';

it.each([0, 1, 4_999, 5_001, 23_456])(
  'sorts %i rows as the standard sort does, equal ones in their order',
  async (length) => {
    // Each value many times, in no order.
    const values = Float64Array.from({ length }, (_, i) => (i * 7_919) % 101);
    const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0);
    const numbers = Uint32Array.from({ length }, (_, i) => i);
    expect(await sortInRuns(numbers.slice(), compare)).toEqual(numbers.slice().sort(compare));
  },
);
