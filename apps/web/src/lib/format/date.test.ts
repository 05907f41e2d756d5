import { expect, test } from 'vitest';
import { formatDate } from './date.ts';

const AT = '2024-03-09T15:04:05Z';

test.each([
  ['dateTime', 'ko', '2024-03-10 00:04:05'],
  ['date', 'ko', '2024-03-10'],
  ['minute', 'ko', '2024-03-10 00:04'],
  ['month', 'ko', '2024-03'],
  ['year', 'ko', '2024'],
  ['dateTime', 'en', '03/10/2024 00:04:05'],
  ['date', 'en', '03/10/2024'],
  ['minute', 'en', '03/10/2024 00:04'],
  ['month', 'en', '03/2024'],
  ['year', 'en', '2024'],
  ['clock', 'en', '00:04:05'],
  ['hourMinute', 'ko', '00:04'],
] as const)('%s in %s', (form, language, text) => {
  expect(formatDate(AT, form, { language, timeZone: 'Asia/Seoul' })).toBe(text);
});

test('the zone decides the day', () => {
  expect(formatDate(AT, 'minute', { language: 'ko', timeZone: 'Asia/Kolkata' })).toBe('2024-03-09 20:34');
  expect(formatDate(Date.parse(AT), 'minute', { language: 'ko', timeZone: 'UTC' })).toBe('2024-03-09 15:04');
});
