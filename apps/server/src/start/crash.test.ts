import { expect, it } from 'vitest';
import { crashRepeatedly } from '../testing/crash-run.ts';
import { seededRandom } from '../testing/seeded-random.ts';

it('has every acknowledged frame once after kill -9 at random moments, three times', async () => {
  const { acknowledged, lost, wrong } = await crashRepeatedly(3, seededRandom());
  expect(acknowledged).toBeGreaterThan(1_000);
  expect(lost).toEqual([]);
  expect(wrong).toEqual([]);
}, 300_000);
