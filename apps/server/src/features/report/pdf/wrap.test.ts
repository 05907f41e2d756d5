import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { columnWidths, wrapAtSpaces } from './wrap.ts';

/** A Hangul syllable is twice as wide as a Latin letter. */
const widthOf = (text: string): number => [...text].reduce((sum, each) => sum + (each > '\u1100' ? 2 : 1), 0);
const wrap = (text: string, width: number) => wrapAtSpaces(text, width, widthOf);

it('breaks Korean at spaces, never between syllables of a word', () => {
  expect(wrap('실내공기질 측정결과 보고', 16)).toEqual(['실내공기질', '측정결과 보고']);
  expect(wrap('이산화탄소 1,000 ppm', 16)).toEqual(['이산화탄소 1,000', 'ppm']);
});

it('cuts a word that no line can hold, and keeps line ends', () => {
  expect(wrap('가나다라마 바', 6)).toEqual(['가나다', '라마', '바']);
  expect(wrap('가\n\n나', 6)).toEqual(['가', '', '나']);
});

test('no line is too wide, and no character is lost or added', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('가', '나', 'a', '1', '.'), maxLength: 9 }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 20 }), (list, width) => {
      const lines = wrap(list.join(' '), width);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
    }),
  );
});

test('columns have the whole width, and none is narrower than its longest word while there is room', () => {
  const column = fc.record({ part: fc.integer({ min: 1, max: 9 }), longestWord: fc.integer({ min: 0, max: 60 }) });
  fc.assert(
    fc.property(
      fc.array(column, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 50, max: 300 }),
      (columns, width) => {
        const widths = columnWidths(columns, width);
        const words = columns.reduce((sum, { longestWord }) => sum + longestWord, 0);
        const total = widths.reduce((sum, each) => sum + each, 0);
        if (words < width) {
          expect(total).toBeCloseTo(width);
          for (const [i, each] of widths.entries()) expect(each).toBeGreaterThanOrEqual(columns[i]?.longestWord ?? 0);
        } else expect(total).toBeLessThanOrEqual(width + 1e-6);
      },
    ),
  );
});
