import { MAX_SHOWN_ERRORS } from '@airdeck/contract/import-file';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textsOf } from '../export/texts.ts';
import type { FieldKind } from '../resource/field-kind.ts';
import { cellValue } from './cell-value.ts';
import { readHeadings } from './headings.ts';
import type { Known } from './import-table.ts';
import { createMatching } from './match-rows.ts';
import { type ParseOptions, parseRows, RowErrors } from './parse-rows.ts';
import { readCsv } from './read-csv.ts';
import { openSheet } from './read-rows.ts';
import type { Seen } from './seen.ts';
import { FORMULA } from './sheet-row.ts';

const LANGUAGES = [textsOf('ko'), textsOf('en')];

describe('the value of a cell', () => {
  const read = (text: string, field: FieldKind, hasSerialDates = false, name = 'use') =>
    cellValue(text, { name, field, hasSerialDates, languages: LANGUAGES });

  it.each<[FieldKind['kind'], string, unknown]>([
    ['text', ' x ', 'x'],
    ['text', '  ', undefined],
    ['number', '1,234.5', 1234.5],
    ['number', '-0.5', -0.5],
    ['number', 'x', 'x'],
    ['number', 'Infinity', 'Infinity'],
    ['date', '2026-03-02', '2026-03-02'],
    ['date', '2026. 3. 2.', '2026-03-02'],
    ['date', '2026/3/2', '2026-03-02'],
    ['date', '3/2/2026', '2026-03-02'],
    ['date', '12/31/2026', '2026-12-31'],
    ['date', '46083', '46083'],
    ['date', 'x2026-03-02', 'x2026-03-02'],
    ['date', '2026-03-02x', '2026-03-02x'],
    ['date', 'x3/2/2026', 'x3/2/2026'],
    ['date', '3/2/2026x', '3/2/2026x'],
    ['other', ' x ', 'x'],
  ])('of a %s field, %s, is %s', (kind, text, value) => {
    expect(read(text, kind === 'choice' ? { kind, options: [] } : { kind })).toBe(value);
  });

  it.each([
    ['46083', '2026-03-02'],
    ['46083.75', '2026-03-02'],
    ['25569', '1970-01-01'],
    ['1', '1899-12-31'],
    ['1234567', '1234567'],
    ['2026-03-02', '2026-03-02'],
    ['x46083', 'x46083'],
  ])('of a date in a workbook, %s, is %s', (text, value) => {
    expect(read(text, { kind: 'date' }, true)).toBe(value);
  });

  it.each([
    ['Y', 'Y'],
    ['n', 'N'],
    [textsOf('ko').admin.yes, 'Y'],
    [textsOf('en').admin.no.toUpperCase(), 'N'],
    ['maybe', 'maybe'],
  ])('of a choice, %s, is %s', (text, value) => {
    expect(read(text, { kind: 'choice', options: ['Y', 'N'] }, false, 'other')).toBe(value);
  });
});

it.each([
  ['측정기·청정기 복합', ['METER', 'MULTI'], 'MULTI'],
  ['Meter and purifier', ['METER', 'MULTI'], 'MULTI'],
  ['CO₂', ['PM10', 'CO2'], 'CO2'],
  ['PM2.5 초미세먼지', ['PM10', 'PM2.5'], 'PM2.5'],
  [textsOf('ko').grade.sensorLong.CO2, ['PM10', 'CO2'], 'CO2'],
  [textsOf('en').grade.sensorLong.HUMIDITY, ['HUMIDITY', 'CO2'], 'HUMIDITY'],
])('a type is read as a screen names it: %s', (text, options, value) => {
  const field = { kind: 'choice', options } as const;
  expect(cellValue(text, { name: 'type', field, hasSerialDates: false, languages: LANGUAGES })).toBe(value);
});

describe('the headings', () => {
  const KNOWN = ['organization_code', 'name', 'name_en'];
  const read = (cells: (string | typeof FORMULA)[], others: string[] = []) =>
    readHeadings(cells, KNOWN, others, LANGUAGES);

  it('are names of fields, or their labels in either language', () => {
    const label = (language: 'ko' | 'en') => textsOf(language).admin.field.name_en;
    expect(read(['NAME', ` ${label('en').toUpperCase()}  `, ''])).toEqual({
      fields: ['name', 'name_en', ''],
      ignored: [],
      errors: [],
    });
    expect(read([label('ko')]).fields).toEqual(['name_en']);
    expect(read([textsOf('ko').admin.field.name.normalize('NFD')]).fields).toEqual(['name']);
  });

  it('may have the notes of a template', () => {
    const label = textsOf('ko').admin.field.name_en;
    expect(read([`${label} (가 / 나) *`, 'name *']).fields).toEqual(['name_en', 'name']);
  });

  it('of an exported file have columns that are not read, also with the zone of their times', () => {
    const cells = ['organization_name', `${textsOf('ko').admin.field.created_time} (Asia/Seoul)`, 'name'];
    const { fields, ignored, errors } = read(cells, ['organization_name', 'created_time']);
    expect([fields, ignored, errors]).toEqual([['', '', 'name'], ['organization_name', 'created_time'], []]);
  });

  it('say what is unknown or repeated', () => {
    expect(read(['x'.repeat(70), 'name', 'Name', FORMULA])).toEqual({
      fields: ['', 'name', 'name', ''],
      ignored: [],
      errors: [
        ['x'.repeat(60), 'UNKNOWN_FIELD'],
        ['name', 'REPEATED'],
        ['=', 'UNKNOWN_FIELD'],
      ],
    });
  });
});

it('errors are counted, and the first of them listed by row', () => {
  const errors = new RowErrors();
  errors.add(5, 'b', 'REQUIRED');
  errors.add(5, 'a', 'REQUIRED');
  errors.add(2, 'c', 'INVALID');
  expect(errors.list().map(({ row, field }) => `${row}${field}`)).toEqual(['2c', '5b', '5a']);
  for (let i = 0; i < MAX_SHOWN_ERRORS; i++) errors.add(9, 'x', 'INVALID');
  expect([errors.count, errors.list().length]).toEqual([MAX_SHOWN_ERRORS + 3, MAX_SHOWN_ERRORS]);
});

describe('comma-separated values', () => {
  const rowsOf = async (text: string | Buffer) => {
    const rows = [];
    for await (const row of readCsv(Buffer.from(text))) rows.push(row.cells);
    return rows;
  };

  it.each([
    [
      'commas',
      'a,b\n1;2,3',
      [
        ['a', 'b'],
        ['1;2', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1,2\t3',
      [
        ['a', 'b'],
        ['1,2', '3'],
      ],
    ],
    [
      'semicolons',
      'a;b\r\n1,2;3',
      [
        ['a', 'b'],
        ['1,2', '3'],
      ],
    ],
    ['commas before tabs', 'a,b\tc', [['a', 'b\tc']]],
    ['one column', 'a\n1', [['a'], ['1']]],
    ['a single line', 'a;b', [['a', 'b']]],
    ['quotes', '"a ""b""","c\nd"', [['a "b"', 'c\nd']]],
  ])('with %s', async (_, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  it('have texts that are no formulas, and formulas', async () => {
    expect(await rowsOf("=1+1,'=1+1,''=1,'-5,'@x,'x,x=1")).toEqual([[FORMULA, '=1+1', "'=1", '-5', '@x', "'x", 'x=1']]);
  });

  it.each([
    ['a broken quote', '"a'],
    ['too many columns', ','.repeat(200)],
    ['too long a row', 'x'.repeat(200_000)],
  ])('are refused with %s', async (_, text) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ code: 'INVALID_FILE' });
  });

  it('have 200 columns at most', async () => {
    expect((await rowsOf(','.repeat(199)))[0]).toHaveLength(200);
  });
});

describe('the rows of a file', () => {
  const schema = z.object({
    organization_code: z.string().optional(),
    name: z.string('REQUIRED').max(5, 'TOO_LONG'),
    size: z.number('INVALID').optional(),
  });
  type Options = Partial<ParseOptions> & { unique?: string[][]; seen?: Seen; known?: Known<object>[] };
  const check = async (text: string, { unique = [], seen, known = [], ...changed }: Options = {}) => {
    const key = ['organization_code', 'name'];
    const options = { schema, key, item: z.object({}), ownCode: '12345678', check: () => undefined };
    const parsed = await parseRows(openSheet(Buffer.from(text)), { ...options, ...changed });
    const { match } = createMatching(parsed, { schema: changed.schema ?? schema, key, unique: [key, ...unique], seen });
    return { ...parsed, ...(await match(parsed.rows, new Map(known.map((row) => [row.n, row])))) };
  };
  const errorsOf = async (text: string, changed?: Options) =>
    (await check(text, changed)).errors.list().map(({ row, field, code }) => `${row} ${field} ${code}`);

  it('are values with their number, of the own organization unless they say another', async () => {
    const { fields, total, added, shown } = await check('\nname,,organization_code\na,x,\n\n,,\nb,y,87654321\n');
    expect([fields, total]).toEqual([['name', '', 'organization_code'], 2]);
    expect(added).toEqual(
      [
        { name: 'a', organization_code: '12345678', id: null },
        { name: 'b', organization_code: '87654321', id: null },
      ].map((row, i) => ({ ...row, n: shown[i]?.row })),
    );
    expect(shown.map(({ cells }) => cells)).toEqual([
      ['a', 'x', ''],
      ['b', 'y', '87654321'],
    ]);
  });

  it('each have their own errors', async () => {
    expect(await errorsOf('name,size\nabcdef,1\n,2\nok,x\nok2,3')).toEqual([
      '2 name TOO_LONG',
      '3 name REQUIRED',
      '4 size INVALID',
    ]);
  });

  it('have no formulas', async () => {
    const text = 'name,size\n=a,1\nok,=2';
    expect(await errorsOf(text)).toEqual(['2 name FORMULA', '3 size FORMULA']);
    const { shown, added } = await check(text);
    expect([shown.map(({ cells }) => cells[0]), added]).toEqual([['=…', 'ok'], []]);
  });

  it('are no repeats, of what they say', async () => {
    expect(await errorsOf('name\na\nb\na\nA')).toEqual(['4 name REPEATED', '5 name REPEATED']);
    expect(await errorsOf('name,organization_code\na,1\na,2')).toEqual([]);
    expect(await errorsOf('name,size\na,\nb,\nc,1\nd,1', { unique: [['size']] })).toEqual(['5 size REPEATED']);
  });

  it('name their organization where there is no own one', async () => {
    expect(await errorsOf('name\na', { ownCode: undefined })).toEqual(['1 organization_code REQUIRED']);
    expect(await errorsOf('name,organization_code\na,\nb,=1\nc,1', { ownCode: undefined })).toEqual([
      '2 organization_code REQUIRED',
      '3 organization_code FORMULA',
    ]);
  });

  it('are not looked at under wrong headings', async () => {
    const { added, errors, total } = await check('name,colour\nabcdef,red');
    expect([added, errors.list().map(({ row, field }) => [row, field]), total]).toEqual([[], [[1, 'colour']], 1]);
  });

  it.each([
    ['nothing', ''],
    ['empty rows', ',,\n \n'],
    ['no known heading', 'colour\nred'],
  ])('are refused with %s', async (_, text) => {
    await expect(check(text)).rejects.toMatchObject({ code: 'INVALID_FILE' });
  });

  describe('with the key of a registered one', () => {
    const row = {
      n: 2,
      id: 7,
      version: 3,
      organization_id: 1,
      organization_code: '12345678',
      name: 'a',
      size: 5,
      note: 'x',
    };
    const rich = schema.extend({
      note: z.string().max(3, 'TOO_LONG').nullable().default(null),
      use: z.enum(['Y', 'N']).default('Y'),
    });
    const known = [{ ...row, use: 'N' }];
    const changed = async (text: string, seen?: Seen) => {
      const { changes, unchanged, added, errors } = await check(text, { schema: rich, known, ...(seen && { seen }) });
      const values = changes.map(({ row: { size, note, use } }) => ({ size, note, use }));
      return {
        values,
        unchanged,
        added,
        errors: errors.list().map(({ row: n, field, code }) => `${n} ${field} ${code}`),
      };
    };
    const nothing = { values: [], unchanged: 0, added: [], errors: [] };

    it.each([
      ['the same values', 'name,size,note\na,5, x ', { unchanged: 1 }],
      ['fewer columns', 'name\na', { unchanged: 1 }],
      ['another value', 'name,size\na,6', { values: [{ size: 6, note: 'x', use: 'N' }] }],
      ['an empty cell', 'name,note\na,', { values: [{ size: 5, note: null, use: 'N' }] }],
      ['an empty cell of a field with a default', 'name,use\na,', { unchanged: 1 }],
      ['a wrong value', 'name,note\na,long', { errors: ['2 note TOO_LONG'] }],
      ['a formula', 'name,note\na,=1', { errors: ['2 note FORMULA'] }],
    ])('by %s', async (_, text, result) => {
      expect(await changed(text)).toEqual({ ...nothing, ...result });
    });

    it.each([
      ['the version that the preview saw', [2, { id: 7, version: 3 }], { values: [{ size: 6, note: 'x', use: 'N' }] }],
      ['a newer version', [2, { id: 7, version: 2 }], { errors: ['2 name EDITED_MEANWHILE'] }],
      ['another row', [2, { id: 8, version: 3 }], { errors: ['2 name EDITED_MEANWHILE'] }],
      ['a row that is new', [3, { id: 7, version: 3 }], { errors: ['2 name EDITED_MEANWHILE'] }],
    ] as const)('is of %s', async (_, [n, version], result) => {
      expect(await changed('name,size\na,6', new Map([[n, version]]))).toEqual({ ...nothing, ...result });
    });

    it('was deleted since', async () => {
      const seen = new Map([[2, { id: 7, version: 3 }]]);
      expect(await errorsOf('name\na', { seen })).toEqual(['2 name EDITED_MEANWHILE']);
    });
  });

  it('can be broken off at each row', async () => {
    let looks = 0;
    await check('name\na\nb\nc', { check: () => void looks++ });
    expect(looks).toBe(3);
  });
});
