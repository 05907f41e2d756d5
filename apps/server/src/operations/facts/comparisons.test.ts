import { expect, it } from 'vitest';
import { compareSettled, createComparisons } from './comparisons.ts';

it('facts that readings changed between two questions are compared again', async () => {
  const compare = createComparisons();
  let asked = 0;
  await compareSettled(compare, async (trial) => {
    asked++;
    trial.same('received', asked, 3);
    trial.holds('always', true);
  });
  expect(asked).toBe(3);
  expect(compare.report()).toEqual({ comparisons: 2, contradictions: 0, listed: [] });
});

it('facts that contradict each other at every try are counted once, beside those before', async () => {
  const compare = createComparisons();
  compare.holds('before', false);
  let asked = 0;
  await compareSettled(compare, async (trial) => {
    asked++;
    trial.same('received', 0.7, 0.8);
  });
  expect(asked).toBe(5);
  expect(compare.report()).toEqual({
    comparisons: 2,
    contradictions: 2,
    listed: ['before', 'received: 0.7 and 0.8'],
  });
});
