import { ERROR_CODES } from '@airdeck/contract/error/code';
import { FIELD_CODES } from '@airdeck/contract/error/field-code';
import { describe, expect, it } from 'vitest';
import { field as fieldEn } from './en/field.ts';
import { errorText } from './error-text.ts';
import { field as fieldKo } from './ko/field.ts';

const HANGUL = /\p{Script=Hangul}/u;

describe('errorText', () => {
  it.each(ERROR_CODES)('says %s as a sentence of each language', (code) => {
    expect(errorText(code, 'ko')).toMatch(HANGUL);
    expect(errorText(code, 'en')).toMatch(/^[A-Z].*\.$/);
    expect(errorText(code, 'en')).not.toMatch(HANGUL);
  });
});

describe('field texts', () => {
  it.each(FIELD_CODES)('say %s as a sentence of each language', (code) => {
    expect(fieldKo[code]).toMatch(HANGUL);
    expect(fieldEn[code]).toMatch(/^[A-Z].*\.$/);
    expect(fieldEn[code]).not.toMatch(HANGUL);
  });
});
