import { expect, test } from 'vitest';
import { sheetName } from './workbook-parts.ts';

test.each([
  ['sheet1', 1, 'sheet1'],
  ['sheet1', 2, 'sheet1 (2)'],
  ['', 1, 'sheet1'],
  ['[]:*?/\\', 1, 'sheet1'],
  ["'본관'", 1, '본관'],
  ["it's", 1, "it's"],
  ['History', 1, 'sheet1'],
  ['a\u0000b\nc', 1, 'abc'],
  ['x'.repeat(31), 1, 'x'.repeat(31)],
  ['x'.repeat(31), 12, `${'x'.repeat(26)} (12)`],
  // Excel counts UTF-16 units, and a lone surrogate is no character.
  [`${'x'.repeat(26)}😀`, 2, `${'x'.repeat(26)} (2)`],
])('%j, sheet %i', (wish, number, name) => {
  expect(sheetName(wish, number)).toBe(name);
});
