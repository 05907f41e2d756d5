import { expect, it } from 'vitest';
import { createHeapGrowth } from './heap-growth.ts';

const MB = 2 ** 20;

it.each<[string, number, number[], number[][]]>([
  ['a small heap that is busy may grow most', 32, [0.05, 0.5, 0.9, 0.1, 0.1], [[], [150], [], [30], []]],
  ['a larger one by the same number of bytes', 128, [0.5, 0.1], [[50], [30]]],
  ['a large one as if it were calm', 400, [0.5, 0.9], [[], []]],
])('%s', (_, heapMb, shares, expected) => {
  let ms = 0;
  let now = 0;
  const set: number[] = [];
  const measure = createHeapGrowth({
    processorMs: () => ms,
    monotonic: () => now,
    heapBytes: () => heapMb * MB,
    setPercent: (percent) => set.push(percent),
  });
  const after = (share: number): number[] => {
    now += 2_000;
    ms += 2_000 * share;
    measure();
    return set.splice(0);
  };
  expect(shares.map(after)).toEqual(expected);
});
