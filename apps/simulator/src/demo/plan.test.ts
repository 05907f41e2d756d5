import { DAY_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderedSpans } from './plan.ts';

const NOW = Date.parse('2026-05-12T15:20:00+09:00');

it('fills the last day first, then the same day of the weeks before, then the rest backwards', () => {
  const days = orderedSpans(NOW - 35 * DAY_MS, NOW).map(({ to }) => (NOW - to) / DAY_MS);
  expect(days.slice(0, 8)).toEqual([0, 7, 14, 21, 1, 2, 3, 4]);
  expect(days).toHaveLength(35);
});

it('covers the past without a hole and without overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 * DAY_MS }), (length) => {
      const spans = orderedSpans(NOW - length, NOW).toSorted((a, b) => a.from - b.from);
      let at = NOW - length;
      for (const { from, to } of spans) {
        expect(from).toBe(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBe(NOW);
    }),
  );
});
