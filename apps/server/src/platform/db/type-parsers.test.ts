import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { parseIntegerArray, parseNumberArray } from './type-parsers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('parseNumberArray', () => {
  it.each([
    ['{}', []],
    ['{1,-2,32767}', [1, -2, 32767]],
    ['{1,NULL,3}', [1, null, 3]],
    [
      '{{1,2},{3,NULL}}',
      [
        [1, 2],
        [3, null],
      ],
    ],
    ['{1.5,-1e-07,NaN,Infinity,-Infinity,NULL}', [1.5, -1e-7, Number.NaN, Infinity, -Infinity, null]],
  ])('%s', (text, expected) => {
    expect(parseNumberArray(text)).toEqual(expected);
  });
});

describe('parseIntegerArray', () => {
  it.each(['{}', '{0}', '{NULL}', '{-32768,NULL,NULL,32767}', '{NULL,-9007199254740991,60,NULL}', '{{1,2},{3,NULL}}'])(
    '%s',
    (text) => {
      expect(parseIntegerArray(text)).toEqual(parseNumberArray(text));
    },
  );
});

describe('types', () => {
  it('reads what the server sends as the types of this project', async () => {
    const { rows } = await database.db.query(sql`
      select 9007199254740991::bigint as big, 0.1::numeric as numeric, date '2024-02-29' as day,
        timestamptz '2024-03-10 02:30:00.5+09' as time, '{1,2,NULL}'::smallint[] as small,
        '{1,-2}'::integer[] as int, '{3}'::bigint[] as bigs, '{0.5,NaN}'::real[] as real,
        '{a,"b c"}'::text[] as texts, true as flag, null::integer as nothing`);
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        numeric: 0.1,
        day: '2024-02-29',
        time: new Date('2024-03-09T17:30:00.500Z'),
        small: [1, 2, null],
        int: [1, -2],
        bigs: [3],
        real: [0.5, Number.NaN],
        texts: ['a', 'b c'],
        flag: true,
        nothing: null,
      },
    ]);
  });

  it('refuses an integer that a number cannot hold', async () => {
    await expect(database.db.query(sql`select 9007199254740993::bigint as big`)).rejects.toThrow('no safe integer');
    expect((await database.db.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});
