import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWhole, keptInside, pannedBy, timeRangeText, zoomedAt } from './time-range.ts';

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
])('%j is kept inside as %j', (range, kept) => {
  expect(keptInside(range, WHOLE, 50)).toEqual(kept);
});

test('a range is moved inside its bounds, and unchanged if it is inside', () => {
  const edge = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(edge, edge, (a, b) => {
      const kept = keptInside({ from: Math.min(a, b), to: Math.max(a, b) }, WHOLE, 50);
      expect(kept.from).toBeGreaterThanOrEqual(WHOLE.from);
      expect(kept.to).toBeLessThanOrEqual(WHOLE.to);
      expect(kept.to - kept.from).toBeGreaterThanOrEqual(50);
      expect(keptInside(kept, WHOLE, 50)).toEqual(kept);
    }),
  );
});

test('zooming keeps the time under the pointer, and out undoes in', () => {
  const near = zoomedAt(WHOLE, 1_250, 0.5);
  expect(near).toEqual({ from: 1_125, to: 1_625 });
  expect(zoomedAt(near, 1_250, 2)).toEqual(WHOLE);
});

test('panning moves by a share of the width', () => {
  expect(pannedBy({ from: 1_200, to: 1_400 }, 0.5)).toEqual({ from: 1_300, to: 1_500 });
  expect(isWhole({ from: 1_200, to: 1_400 }, WHOLE)).toBe(false);
  expect(isWhole(WHOLE, WHOLE)).toBe(true);
});
const at = (text: string) => Date.parse(`${text}+09:00`);
test.each([
  ['2025-07-01T00:00', '2025-07-02T00:00', 'ko', '2025-07-01'],
  ['2025-07-01T00:00', '2025-08-01T00:00', 'en', '07/01/2025 – 07/31/2025'],
  ['2025-07-01T00:00', '2025-07-01T09:30', 'ko', '2025-07-01 00:00 ~ 2025-07-01 09:30'],
] as const)('%s to %s in %s is %s', (from, to, language, text) => {
  expect(timeRangeText({ from: at(from), to: at(to) }, { language, timeZone: 'Asia/Seoul' })).toBe(text);
});
