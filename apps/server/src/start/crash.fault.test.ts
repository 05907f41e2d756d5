import { expect, it } from 'vitest';
import { crashRepeatedly } from '../testing/crash-run.ts';
import { seededRandom } from '../testing/seeded-random.ts';

it('has every acknowledged frame once after kill -9 at random moments, thirty times', async () => {
  const { acknowledged, lost, wrong, starts } = await crashRepeatedly(30, seededRandom());
  console.log(`${acknowledged} frames acknowledged; starts after a kill, ms: ${starts.join(' ')}`);
  expect(lost).toEqual([]);
  expect(wrong).toEqual([]);
  expect(Math.max(...starts)).toBeLessThan(10_000);
}, 600_000);
