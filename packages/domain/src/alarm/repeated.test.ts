import { expect, it } from 'vitest';
import { badWithin, isFault, repeatWindowMs } from './repeated.ts';

const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;

it.each([
  ['none', [], false, false],
  ['one', [0], false, true],
  ['two', [0, 1], false, true],
  ['three', [0, 1, 2], true, true],
  ['three of ten', [0, 5, 9], true, true],
  ['three of eleven', [0, 5, 10], false, true],
  ['one that is the tenth', [9], false, true],
  ['one that is too long ago', [10], false, false],
  ['more than three', [0, 1, 2, 3, 4, 5], true, true],
] as const)('%s bad, minutes ago: %j begins a fault: %s, and makes it last: %s', (_, ago, begins, lasts) => {
  const bad = badWithin(
    ago.map((minutes) => NOW - minutes * MINUTE),
    60,
    NOW,
  );
  expect([isFault(bad, false), isFault(bad, true)]).toEqual([begins, lasts]);
});

it('keeps the newest three in order', () => {
  expect(badWithin([NOW, NOW - 3, NOW - 1, NOW - 2], 60, NOW)).toEqual([NOW - 2, NOW - 1, NOW]);
});

it('uses a longer window for a slow meter', () => {
  expect([repeatWindowMs(60), repeatWindowMs(600)]).toEqual([10 * MINUTE, 100 * MINUTE]);
});
