import { expect, test } from 'vitest';
import { shownShare } from './share.ts';

test.each([
  [0, 0],
  [0.0004, 0],
  [0.87349, 0.873],
  [0.9985, 0.999],
  [0.9998, 0.999],
  [1, 1],
  [1.2, 1],
])('the share %d is shown as %d', (share, shown) => {
  expect(shownShare(share)).toBe(shown);
});
