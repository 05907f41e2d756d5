import { exportFile } from '@airdeck/contract/history/query';
import { describe, expect, it } from 'vitest';
import { MAX_NAME_LENGTH, MAX_SHEET_LENGTH, savedAs, suggestedName, typedName } from './file-name.ts';

describe('suggestedName', () => {
  it.each([
    ['로비', '2026-11-21', '2026-11-21', '로비_2026-11-21'],
    ['로비 외 2', '2026-11-01', '2026-11-21', '로비 외 2_2026-11-01_2026-11-21'],
    ['A/B: "C"', '2026-11-21', '2026-11-21', 'A B C_2026-11-21'],
  ])('%s, %s to %s: %s', (place, from, to, name) => expect(suggestedName(place, { from, to })).toBe(name));

  it('keeps the period however long the place is', () => {
    const name = suggestedName('가'.repeat(300), { from: '2026-11-01', to: '2026-11-21' });
    expect(name).toHaveLength(MAX_NAME_LENGTH);
    expect(name.endsWith('_2026-11-01_2026-11-21')).toBe(true);
  });
});

describe('typedName', () => {
  it.each([
    ['  보고서 ', '보고서'],
    ['', undefined],
    ['   ', undefined],
    ['///', undefined],
    ['a\tb', 'a b'],
  ])('“%s” is %s', (typed, name) => expect(typedName(typed)).toBe(name));
});

it('is called excel when nobody says otherwise', () => {
  expect(savedAs(undefined, 'xlsx')).toBe('excel.xlsx');
  expect(savedAs('보고서', 'csv')).toBe('보고서.csv');
});

it('takes names as long as the contract does, and its defaults', () => {
  const options = { format: 'xlsx', name: 'a'.repeat(MAX_NAME_LENGTH), sheet: 'b'.repeat(MAX_SHEET_LENGTH) };
  expect(exportFile.safeParse(options).success).toBe(true);
  expect(exportFile.safeParse({ ...options, name: `${options.name}a` }).success).toBe(false);
  expect(exportFile.safeParse({ ...options, sheet: `${options.sheet}b` }).success).toBe(false);
  expect(exportFile.parse({ format: 'xlsx' })).toMatchObject({ name: 'excel', sheet: 'sheet1' });
});
