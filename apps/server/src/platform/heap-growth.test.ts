import { expect, it } from 'vitest';
import { createHeapGrowth } from './heap-growth.ts';

it('limits the growth of a calm process, and lets V8 decide for a busy one', () => {
  let ms = 0;
  let now = 0;
  const set: number[] = [];
  const measure = createHeapGrowth({
    processorMs: () => ms,
    monotonic: () => now,
    setPercent: (percent) => set.push(percent),
  });
  const after = (share: number): number[] => {
    now += 2_000;
    ms += 2_000 * share;
    measure();
    return set.splice(0);
  };
  expect([0.05, 0.5, 0.9, 0.1, 0.1].map(after)).toEqual([[], [0], [], [30], []]);
});
