import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLine, isName } from './field-rule.ts';
import { foldedName, hasInvisible, MAX_NFC_GROWTH, toName, toText } from './text-form.ts';

const anyText = fc.string({ unit: 'binary' });
/** Short texts of the characters that the rules are about, so that their combinations are found. */
const specialText = fc.string({
  unit: fc.constantFrom(
    ' ',
    'a',
    'A',
    'é',
    'e\u0301',
    '\u0301',
    '가',
    '\u1100\u1161',
    '\u00a0',
    '\u3000',
    '\u200b',
    '❤',
    '\ufe0f',
    '\u200d',
    '\n',
    'İ',
  ),
});
const texts = fc.oneof(anyText, specialText);

describe('the form of a name', () => {
  it.each([
    ['본관', '본관'],
    ['본관'.normalize('NFD'), '본관'],
    ['  A\u00a0\u00a0 B\u3000', 'A B'],
    ['\u2003\u2009x', 'x'],
    ['Cafe\u0301 1', 'Café 1'],
    ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
    ['   ', ''],
    ['', ''],
  ])('%j becomes %j', (given, expected) => expect(toName(given)).toBe(expected));

  it('does not change what already has it', () => {
    fc.assert(fc.property(texts, (text) => toName(toName(text)) === toName(text)));
  });

  it('is composed, begins and ends without a space, and has single spaces inside', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const name = toName(text);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/^ | $| {2}|[^\P{Zs} ]/u);
      }),
    );
  });

  it('makes no text longer than the bound of its growth', () => {
    fc.assert(fc.property(texts, (text) => toName(text).length <= MAX_NFC_GROWTH * text.length));
  });

  it('does not turn a line into something else', () => {
    fc.assert(fc.property(texts, (text) => isLine(toName(text)) === isLine(text)));
  });
});

describe('the folded form of a name', () => {
  it.each([
    ['본관', '본관'.normalize('NFD')],
    ['Room A', ' room\u00a0a '],
    ['ÉCOLE', 'e\u0301cole'],
    ['❤', '❤\ufe0f'],
    ['ДОМ', 'дом'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('%j and %j are the same name', (one, other) => expect(foldedName(one)).toBe(foldedName(other)));

  it.each([
    ['A 1', 'A1'],
    ['é', 'e'],
    ['가', '나'],
  ])('%j and %j are two names', (one, other) => expect(foldedName(one)).not.toBe(foldedName(other)));

  it('is the same for a text and for its name', () => {
    fc.assert(fc.property(texts, (text) => foldedName(toName(text)) === foldedName(text)));
  });

  it('does not change what is folded', () => {
    fc.assert(fc.property(texts, (text) => foldedName(foldedName(text)) === foldedName(text)));
  });
});

describe('invisible characters', () => {
  it.each([
    ['zero-width space', '\u200b'],
    ['zero-width non-joiner', '\u200c'],
    ['joiner between letters', 'a\u200db'],
    ['soft hyphen', '\u00ad'],
    ['byte order mark', '\ufeff'],
    ['word joiner', '\u2060'],
    ['left-to-right mark', '\u200e'],
    ['Hangul filler', '\u3164'],
    ['half-width Hangul filler', '\uffa0'],
    ['Hangul choseong filler', '\u115f'],
    ['blank Braille pattern', '\u2800'],
    ['variation selector after a letter', 'a\ufe0f'],
    ['tag', '\u{e0041}'],
    ['combining grapheme joiner', '\u034f'],
    ['interlinear annotation', '\ufff9'],
  ])('%s', (_, text) => {
    expect(hasInvisible(text)).toBe(true);
    expect(isName(`A${text}`)).toBe(false);
  });

  it.each(['본관 3층', '👨‍👩‍👧', '❤️', '1️⃣', '👩🏽‍🔬', '🏳️‍🌈', 'क्ष', 'é'])('%j has none', (text) => {
    expect(hasInvisible(text)).toBe(false);
  });
});

describe('the form of a text', () => {
  it.each([
    [' a\n\n b ', 'a\n\n b'],
    ['\n가'.normalize('NFD'), '가'],
    ['a\u00a0 b', 'a\u00a0 b'],
    ['\u3000\n', ''],
  ])('%j becomes %j', (given, expected) => expect(toText(given)).toBe(expected));

  it('does not change what already has it', () => {
    fc.assert(fc.property(texts, (text) => toText(toText(text)) === toText(text)));
  });

  it('keeps the line breaks inside', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const inner = `a${text}b`;
        expect(toText(inner).split('\n')).toHaveLength(inner.split('\n').length);
      }),
    );
  });
});
