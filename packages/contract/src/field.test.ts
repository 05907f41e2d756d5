import { expect, test } from 'vitest';
import type { z } from 'zod';
import { email, exactLine, line, lines, name, namePart } from './field.ts';
import { savedViewName } from './saved-view/routes.ts';

const codesOf = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message);

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
  expect(lines(20).parse(' a\r\nb\rc\td\n')).toBe('a\nb\nc d');
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

test('a search is composed, so that it finds composed names', () => {
  expect(namePart.parse('본관'.normalize('NFD'))).toBe('본관');
});

test.each([
  ['본관'.normalize('NFD'), '본관'],
  [' 3층\u00a0\u3000회의실 ', '3층 회의실'],
  ['가'.repeat(60).normalize('NFD'), '가'.repeat(60)],
])('the name %j is stored as %j', (entered, stored) => {
  expect(name.parse(entered)).toBe(stored);
});

test.each([
  ['', 'REQUIRED'],
  [' \u00a0\u3000', 'REQUIRED'],
  ['\u200b', 'INVISIBLE_CHARACTER'],
  ['본\u200b관', 'INVISIBLE_CHARACTER'],
  ['\u3164', 'INVISIBLE_CHARACTER'],
  ['본\n관', 'CONTROL_CHARACTER'],
  ['가'.repeat(61).normalize('NFD'), 'NAME'],
  ['a/b', 'NAME'],
])('the name %j is refused: %s', (entered, code) => {
  expect(codesOf(name, entered)).toEqual([code]);
});

test('a huge name is refused unread', () => {
  expect(codesOf(name, '\u1161'.repeat(100_000))).toEqual(['NAME']);
});

test('the name of a view has the form of a name', () => {
  expect(savedViewName.parse({ name: ' A\u00a0 B/C ' })).toEqual({ name: 'A B/C' });
  expect(codesOf(savedViewName.shape.name, 'A\u200bB')).toEqual(['INVISIBLE_CHARACTER']);
});

test('a text is composed and trimmed before it is measured', () => {
  expect(line(3).parse(' 본관 '.normalize('NFD'))).toBe('본관');
  expect(lines(5).parse('\n본관\n\n1 '.normalize('NFD'))).toBe('본관\n\n1');
  expect(codesOf(line(2), 'a'.repeat(7))).toEqual(['TOO_LONG']);
  expect(codesOf(lines(2), '본관1'.normalize('NFD'))).toEqual(['TOO_LONG']);
});

test('a secret is stored as it was entered', () => {
  const secret = ' 본\u00a0'.normalize('NFD');
  expect(exactLine(10).parse(secret)).toBe(secret);
});
