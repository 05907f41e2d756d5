import { expect, test } from 'vitest';
import { formatIndex, formatNumber, formatReading, formatSpan } from './number.ts';

test.each([
  ['CO2', 1624.4, '1,624'],
  ['PM2.5', 22.36, '22.4'],
  ['PM10', 41, '41.0'],
  ['TEMPERATURE', 25.14, '25.1'],
  ['TEMPERATURE', -0.04, '0.0'],
  ['HUMIDITY', 33.26, '33.3'],
  ['HCHO', 0.0214, '0.021'],
  ['HCHO', null, '–'],
] as const)('%s %s', (type, value, text) => {
  expect(formatReading(type, value, 'ko')).toBe(text);
  expect(formatReading(type, value, 'en')).toBe(text);
});

test('index and plain numbers', () => {
  expect(formatIndex(132.4, 'en')).toBe('132');
  // Rounded once; the grade stands beside it.
  expect(formatIndex(25.1, 'en')).toBe('25');
  expect(formatIndex(null, 'en')).toBe('–');
  expect(formatNumber(-12_345.678, 2, 'en')).toBe('-12,345.68');
});

test.each([
  ['0', '600', '0~600', '0–600'],
  ['-40', '125', '-40 ~ 125', '−40 to 125'],
  ['-20.5', '-1.0', '-20.5 ~ -1.0', '−20.5 to −1.0'],
  ['08:00', '', '08:00~', '08:00–'],
])('from %s to %s', (low, high, korean, english) => {
  expect(formatSpan(low, high, 'ko')).toBe(korean);
  expect(formatSpan(low, high, 'en')).toBe(english);
});
