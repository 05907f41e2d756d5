import { expect, it } from 'vitest';
import { createWorkCosts } from './work-costs.ts';

it('learns from answers how long others of their kind take, in any order of their sizes', () => {
  const costs = createWorkCosts();
  const answer = (cells: number) => costs.note('averages', cells, 12 + cells * 0.05);
  for (const cells of [10_000, 40_000, ...Array<number>(20).fill(12)]) answer(cells);
  // Within a fifth.
  expect(costs.estimate('averages', 40_000) / 2_012).toBeCloseTo(1, 0.7);
  expect(costs.estimate('averages', 12)).toBeLessThan(20);
  // The machine got busy.
  for (const cells of [40_000, 40_000, 40_000]) costs.note('averages', cells, cells * 0.2);
  expect(costs.estimate('averages', 40_000)).toBeGreaterThan(4_000);
  expect(costs.estimate('others', 40_000)).toBe(createWorkCosts().estimate('others', 40_000));
});
