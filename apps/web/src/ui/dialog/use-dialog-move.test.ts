import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepInside } from './use-dialog-move.ts';

const size = { width: 1000, height: 800 };
const home = { left: 300, top: 200, right: 700, bottom: 600 };

test.each([
  ['a little', { x: 16, y: -16 }, { x: 16, y: -16 }],
  ['beyond the right edge', { x: 999, y: 0 }, { x: 300, y: 0 }],
  ['beyond the upper left corner', { x: -999, y: -999 }, { x: -300, y: -200 }],
  ['beyond the lower edge', { x: 0, y: 999 }, { x: 0, y: 200 }],
])('a dialog that is moved %s', (_, wanted, offset) => {
  expect(keepInside(wanted, home, size)).toEqual(offset);
});

test('one that is higher than the window keeps its header inside', () => {
  expect(keepInside({ x: 0, y: -500 }, { ...home, top: 32, bottom: 900 }, size)).toEqual({ x: 0, y: -32 });
});

test('one that fits is inside wherever it is moved', () => {
  const by = fc.integer({ min: -5_000, max: 5_000 });
  fc.assert(
    fc.property(by, by, (x, y) => {
      const at = keepInside({ x, y }, home, size);
      expect(home.left + at.x).toBeGreaterThanOrEqual(0);
      expect(home.right + at.x).toBeLessThanOrEqual(size.width);
      expect(home.top + at.y).toBeGreaterThanOrEqual(0);
      expect(home.bottom + at.y).toBeLessThanOrEqual(size.height);
    }),
  );
});
