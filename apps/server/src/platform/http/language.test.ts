import { describe, expect, it } from 'vitest';
import { acceptedLanguage } from './language.ts';

describe('acceptedLanguage', () => {
  it.each([
    [undefined, 'ko'],
    ['', 'ko'],
    ['en', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
    ['fr,en;q=0.5,ko;q=0.4', 'en'],
    ['ko;q=0.2, EN;q=0.7', 'en'],
    ['en;q=0, ko', 'ko'],
    ['en;q=0', 'ko'],
    ['de', 'ko'],
    ['en;q=soon', 'ko'],
    ['*', 'ko'],
    [';;,,=', 'ko'],
  ])('%s → %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
