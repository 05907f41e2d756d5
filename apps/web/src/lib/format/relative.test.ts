import { expect, test } from 'vitest';
import { formatAgo } from './relative.ts';

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
