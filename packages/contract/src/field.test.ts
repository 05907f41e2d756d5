import { expect, test } from 'vitest';
import { email, line, lines, namePart } from './field.ts';

test.each([
  ['example.com', 'EMAIL'],
  ['@example.com', 'EMAIL'],
  ['kim@', 'EMAIL'],
  [`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c.'.repeat(70)}com`, 'TOO_LONG'],
])('%j is no e-mail address: %s', (text, code) => {
  expect(email.safeParse(text).error?.issues[0]?.message).toBe(code);
});

test('an e-mail address', () => {
  expect(email.parse('kim.minji@example.com')).toBe('kim.minji@example.com');
});

test('a text of several lines has line ends of one kind and no tabs', () => {
  expect(lines(20).parse('a\r\nb\rc\td\n')).toBe('a\nb\nc d\n');
  expect(lines(20).safeParse('a\u0007').error?.issues[0]?.message).toBe('CONTROL_CHARACTER');
});

test('a text that is too long is refused for that alone', () => {
  expect(
    line(2)
      .safeParse('a\nb')
      .error?.issues.map(({ message }) => message),
  ).toEqual(['TOO_LONG']);
});

test('a pasted search is taken as a line', () => {
  expect(namePart.parse('본관\t3층\n')).toBe('본관 3층 ');
});
