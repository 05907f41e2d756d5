import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

it('lets a burst through at once and makes the next ones wait in order, at the rate', () => {
  const buckets = createTokenBuckets(10, 3);
  expect([0, 0, 0].map((now) => buckets.take('a', now))).toEqual([0, 0, 0]);
  expect(buckets.take('a', 0)).toBeCloseTo(100);
  expect(buckets.take('a', 0)).toBeCloseTo(200);
  expect(buckets.take('a', 1000)).toBe(0);
});

it('does not save up more than the burst in a silence, however long', () => {
  const buckets = createTokenBuckets(10, 3);
  for (const silence of [0, 1_000, 3_600_000]) {
    expect([1, 2, 3].map(() => buckets.take('a', silence))).toEqual([0, 0, 0]);
    expect(buckets.take('a', silence)).toBeCloseTo(100);
  }
});

it('keeps keys apart, takes a token back, and forgets keys that are full again', () => {
  const buckets = createTokenBuckets(1, 1);
  expect(buckets.take('a', 0)).toBe(0);
  expect(buckets.take('b', 0)).toBe(0);
  expect(buckets.take('a', 0)).toBeCloseTo(1000);
  buckets.giveBack('a');
  expect(buckets.take('a', 1000)).toBe(0);
  buckets.prune(1500);
  expect(buckets.size()).toBe(1);
});

it('keeps ids apart, and takes a token back', () => {
  const buckets = createTokenBuckets(1, 1);
  expect([buckets.take(1, 0), buckets.take(2, 0), buckets.take('1', 0)]).toEqual([0, 0, 0]);
  expect(buckets.take(1, 0)).toBeCloseTo(1000);
  buckets.giveBack(1);
  expect(buckets.take(1, 1000)).toBe(0);
});

it('never lets more through in any time than the burst and the rate allow', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 });
  fc.assert(
    fc.property(gaps, fc.constantFrom('a', 7), (gaps, key) => {
      const buckets = createTokenBuckets(10, 20);
      let now = 0;
      let last = 0;
      const served = gaps.map((gap) => {
        now += gap;
        return now + buckets.take(key, now);
      });
      for (const [i, time] of served.entries()) {
        expect(time).toBeGreaterThanOrEqual(last - 1e-6);
        last = time;
        const earlier = served[i - 30];
        // Thirty messages, twenty of them in the burst: the other ten take a second.
        if (earlier !== undefined) expect(time - earlier).toBeGreaterThanOrEqual(1000 - 1e-6);
      }
    }),
  );
});
