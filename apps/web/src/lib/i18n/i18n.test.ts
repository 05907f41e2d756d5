// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { pickLanguage } from './i18n.ts';

test.each([
  [{ chosen: 'en', stored: 'ko', browser: ['ko'] }, 'en'],
  [{ chosen: null, stored: 'ko', browser: ['en-US'] }, 'ko'],
  [{ chosen: null, stored: 'en', browser: ['ko'] }, 'en'],
  [{ chosen: null, stored: null, browser: ['fr-FR', 'en-GB', 'ko'] }, 'en'],
  [{ chosen: null, stored: null, browser: ['KO-kr'] }, 'ko'],
  [{ chosen: null, stored: null, browser: ['fr'] }, 'ko'],
  [{ chosen: null, stored: null, browser: [] }, 'ko'],
] as const)('%o speaks %s', (sources, language) => {
  expect(pickLanguage(sources)).toBe(language);
});
