import { expect, it } from 'vitest';
import { ACTS_PX, movedBy, moveSwipe, type Swipe } from './swipe.ts';

const BEGUN: Swipe = { kind: 'begun', x: 300, y: 100 };

it.each([
  ['a tremor', 295, 104, 'begun'],
  ['a scroll', 298, 60, 'scrolls'],
  ['a scroll that slants', 270, 130, 'scrolls'],
  ['a movement to the right', 340, 100, 'scrolls'],
  ['a swipe', 270, 105, 'swipes'],
] as const)('%s', (_, x, y, kind) => {
  expect(moveSwipe(BEGUN, x, y).kind).toBe(kind);
});

it('follows the finger both ways, to a limit, and not once the page scrolls', () => {
  const swiped = moveSwipe(BEGUN, 200, 100);
  expect(movedBy(swiped)).toBe(100);
  expect(movedBy(moveSwipe(swiped, 290, 300))).toBe(10);
  expect(movedBy(moveSwipe(swiped, 320, 100))).toBe(0);
  expect(movedBy(moveSwipe(swiped, 0, 100))).toBeGreaterThan(ACTS_PX);
  expect(movedBy(moveSwipe(swiped, 0, 100))).toBeLessThan(200);
  expect(movedBy(moveSwipe(moveSwipe(BEGUN, 300, 40), 100, 40))).toBe(0);
});
