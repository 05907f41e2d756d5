import { exportFile } from '@airdeck/contract/export-file';
import { describe, expect, it } from 'vitest';
import { MAX_NAME_LENGTH, MAX_SHEET_LENGTH, savedAs, typedName } from './file-name.ts';

describe('typedName', () => {
  it.each([
    ['  보고서 ', '보고서'],
    ['', undefined],
    ['   ', undefined],
    ['///', undefined],
    ['a\tb', 'a b'],
  ])('“%s” is %s', (typed, name) => expect(typedName(typed)).toBe(name));
});

it('is called excel by default', () => {
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
