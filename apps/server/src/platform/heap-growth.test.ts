import { expect, it } from 'vitest';
import { createHeapGrowth, type HeapGrowth } from './heap-growth.ts';

const MB = 2 ** 20;

/** The growth after each share of a processor. */
const growths = (limitsOld: boolean, heapMb: number, shares: readonly number[]): HeapGrowth[] => {
  let ms = 0;
  let now = 0;
  const measure = createHeapGrowth({
    limitsOld,
    processorMs: () => ms,
    monotonic: () => now,
    heapBytes: () => heapMb * MB,
  });
  return shares.map((share) => {
    now += 2_000;
    ms += 2_000 * share;
    return measure();
  });
};

it.each<[string, number, number[], number[]]>([
  ['a small heap that is busy may grow most', 32, [0.05, 0.5, 0.9, 0.1, 0.1], [30, 150, 150, 30, 30]],
  ['a larger one by the same number of bytes', 128, [0.5, 0.1], [50, 30]],
  ['a large one as if it were calm', 400, [0.5, 0.9], [30, 30]],
])('%s', (_, heapMb, shares, expected) => {
  expect(growths(true, heapMb, shares).map(({ oldPercent }) => oldPercent)).toEqual(expected);
});

it('lets the young generation grow once a process has been busy for longer than a start', () => {
  const found = growths(true, 32, [0.9, 0.9, 0.9, 0.1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1]);
  expect(found.map(({ young }) => young)).toEqual([...Array(8).fill(false), true, true, false]);
});

it('leaves the old generation of some processes to V8', () => {
  expect(growths(false, 32, [0.1, 0.9]).map(({ oldPercent }) => oldPercent)).toEqual([null, null]);
});
