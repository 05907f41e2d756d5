import { expect, test } from 'vitest';
import { email } from './field.ts';

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
