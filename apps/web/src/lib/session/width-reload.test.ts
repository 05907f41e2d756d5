import { expect, test } from 'vitest';
import { asksForReload } from './width-reload.ts';

const at = (width: number, orientation = 'landscape-primary') => ({ width, orientation });

test.each([
  [at(1000), at(1049), false],
  [at(1000), at(1050), true],
  [at(1000), at(950), true],
  [at(1000), at(951), false],
  [at(800), at(360, 'portrait-primary'), false],
])('%o → %o', (before, after, reload) => {
  expect(asksForReload(before, after)).toBe(reload);
});
