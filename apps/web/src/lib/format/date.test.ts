import { expect, test } from 'vitest';
import { formatAgo, formatDate } from './date.ts';

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

const NOW = Date.parse('2024-03-09T15:04:05Z');

test.each([
  [3_400, '3초 전', '3s ago'],
  [-9_000, '0초 전', '0s ago'],
  [59_999, '59초 전', '59s ago'],
  [60_000, '1분 전', '1m ago'],
  [3_599_999, '59분 전', '59m ago'],
  [3_600_000, '1시간 전', '1h ago'],
  [86_399_999, '23시간 전', '23h ago'],
  [40 * 86_400_000, '40일 전', '40d ago'],
])('%i ms ago', (age, ko, en) => {
  expect(formatAgo(NOW - age, NOW, 'ko').replaceAll(' ', ' ')).toBe(ko);
  expect(formatAgo(NOW - age, NOW, 'en')).toBe(en);
});
