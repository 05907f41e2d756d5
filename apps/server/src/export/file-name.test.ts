import { expect, test } from 'vitest';
import { contentDisposition, fileName } from './file-name.ts';

test.each([
  ['', 'excel'],
  ['   ', 'excel'],
  ['...', 'excel'],
  ['2026년 3월 본관', '2026년 3월 본관'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\temp\\x', 'C__temp_x'],
  ['a\r\nset-cookie: b=1', 'aset-cookie_ b=1'],
  ['a"b', 'a_b'],
  ['.hidden', 'hidden'],
  ['report.', 'report'],
  ['nul', '_nul'],
  ['COM1.txt', '_COM1.txt'],
  ['console', 'console'],
  // Right-to-left text could disguise the file type.
  ['a\u202excod', 'axcod'],
  ['half \ud83d', 'half'],
  ['가'.repeat(120), '가'.repeat(66)],
  ['😀'.repeat(60), '😀'.repeat(50)],
  // Decomposed Jamo, as typed on a Mac, become one syllable.
  ['\u1112\u1161\u11ab', '한'],
])('%j is saved as %j', (wish, name) => {
  expect(fileName(wish)).toBe(name);
});

test.each([
  ['air', 'attachment; filename="air.xlsx"; filename*=UTF-8\'\'air.xlsx'],
  ['본관 3월', 'attachment; filename="__ 3_.xlsx"; filename*=UTF-8\'\'%EB%B3%B8%EA%B4%80%203%EC%9B%94.xlsx'],
  ['본관', 'attachment; filename="excel.xlsx"; filename*=UTF-8\'\'%EB%B3%B8%EA%B4%80.xlsx'],
  ["a'(1)*%41", "attachment; filename=\"a'(1)__41.xlsx\"; filename*=UTF-8''a%27%281%29_%2541.xlsx"],
])('the header of %j', (wish, header) => {
  expect(contentDisposition(wish, 'xlsx')).toBe(header);
});
