import { expect, test } from 'vitest';
import { numberOf, numberText } from './number-text.ts';

test.each([
  ['1234.5', 1234.5],
  ['1,234.5', 1234.5],
  ['-3', -3],
  ['.5', 0.5],
  [' 7 ', 7],
  ['12,34', '12,34'],
  ['1e9', '1e9'],
  ['0x10', '0x10'],
  ['-', '-'],
  [' ', ' '],
])('reads %j as %j', (text, expected) => {
  expect(numberOf(text)).toBe(expected);
});

test('a decimal number can be typed: each step stays as it is typed', () => {
  for (const typed of ['1', '1.', '1.0', '1.05', '-', '-0', '-0.', '-0.0', '-0.05', '1,000']) {
    expect(numberText(typed, numberOf(typed))).toBe(typed);
  }
});

test('a value from elsewhere takes the place of the typed text', () => {
  expect(numberText('1.0', 2)).toBe('2');
  expect(numberText('1.0', null)).toBe('');
});
