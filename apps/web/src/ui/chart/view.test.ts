import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWhole, keepInside, panBy, zoomAt } from './view.ts';

const WHOLE = { from: 1_000, to: 2_000 };

test.each([
  [
    { from: 1_200, to: 1_400 },
    { from: 1_200, to: 1_400 },
  ],
  [
    { from: 800, to: 1_000 },
    { from: 1_000, to: 1_200 },
  ],
  [
    { from: 1_900, to: 2_400 },
    { from: 1_500, to: 2_000 },
  ],
  [{ from: 0, to: 9_000 }, WHOLE],
  [
    { from: 1_499, to: 1_501 },
    { from: 1_475, to: 1_525 },
  ],
])('%j is kept inside as %j', (view, kept) => {
  expect(keepInside(view, WHOLE, 50)).toEqual(kept);
});

test('what is kept inside is inside, and stays as it is when it was', () => {
  const edge = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(edge, edge, (a, b) => {
      const kept = keepInside({ from: Math.min(a, b), to: Math.max(a, b) }, WHOLE, 50);
      expect(kept.from).toBeGreaterThanOrEqual(WHOLE.from);
      expect(kept.to).toBeLessThanOrEqual(WHOLE.to);
      expect(kept.to - kept.from).toBeGreaterThanOrEqual(50);
      expect(keepInside(kept, WHOLE, 50)).toEqual(kept);
    }),
  );
});

test('zooming keeps the time under the pointer, and out undoes in', () => {
  const near = zoomAt(WHOLE, 1_250, 0.5);
  expect(near).toEqual({ from: 1_125, to: 1_625 });
  expect(zoomAt(near, 1_250, 2)).toEqual(WHOLE);
});

test('panning moves by a share of the width', () => {
  expect(panBy({ from: 1_200, to: 1_400 }, 0.5)).toEqual({ from: 1_300, to: 1_500 });
  expect(isWhole({ from: 1_200, to: 1_400 }, WHOLE)).toBe(false);
  expect(isWhole(WHOLE, WHOLE)).toBe(true);
});
