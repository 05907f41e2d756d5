import { expect, test } from 'vitest';
import { en } from './en.ts';
import { ko } from './ko.ts';

/** The translation keys that the product's specification names, each with its sections. */
const SPECIFIED = [
  ['dialog.change', '8'],
  ['dialog.setPassword', '8'],
  ['dialog.required', '8'],
  ['dialog.fail.logout', '4, 8'],
  ['button.change', '8'],
  ['button.cancel', '8'],
  ['button.ok', '8'],
  ['info.logout', '8'],
  ['monitoring.title', '8'],
  ['menu.main.current', '8'],
  ['menu.main.management', '8'],
] as const;

const textOf = (texts: object, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);

test.each(SPECIFIED)('%s (section %s) has a text in both languages, each its own', (key) => {
  const [korean, english] = [textOf(ko, key), textOf(en, key)];
  expect(korean).toMatch(/[가-힣]/);
  expect(english).toMatch(/^[ -~]+$/);
});
