import { expect, test } from 'vitest';
import { formatDay, readDay } from './read-day.ts';

test.each([
  ['2026-11-21', 'ko', '2026-11-21'],
  ['2026-11-21', 'en', '2026-11-21'],
  [' 2026.1.5. ', 'ko', '2026-01-05'],
  ['2026. 1. 5.', 'ko', '2026-01-05'],
  ['20261121', 'ko', '2026-11-21'],
  ['2026/11/21', 'en', '2026-11-21'],
  ['11/21/2026', 'en', '2026-11-21'],
  ['1/5/2026', 'en', '2026-01-05'],
  ['11/21/2026', 'ko', null],
  ['21/11/2026', 'en', null],
  ['2026-02-29', 'ko', null],
  ['2024-02-29', 'ko', '2024-02-29'],
  ['2026-13-01', 'ko', null],
  ['어제', 'ko', null],
  ['', 'ko', null],
] as const)('“%s” in %s is %s', (text, language, day) => expect(readDay(text, language)).toBe(day));

test('a day is written as its language does, and read again', () => {
  expect(formatDay('2026-11-21', 'ko')).toBe('2026-11-21');
  expect(formatDay('2026-11-21', 'en')).toBe('11/21/2026');
  expect(readDay(formatDay('2026-11-21', 'en'), 'en')).toBe('2026-11-21');
});
