import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { haveAtLeast } from './list-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('knows whether enough alarms match', async () => {
  const { db } = database;
  await db.query(sql`
    insert into alarm (gateway, category, code, source, severity, description, since_time, occurred_time)
    select 'G' || i, 'METER', 'M001', 'SILENCE', case when i > 3 then 'MINOR' else 'MAJOR' end, '통신 없음', at, at
    from generate_series(1, 5) i, (values ('2026-03-01T00:00:00Z'::timestamptz)) as days(at)`);
  const known = async (conditions: Parameters<typeof haveAtLeast>[1]) => {
    const answers = [];
    for (const least of [1, 2, 3, 4, 5, 6]) answers.push(await haveAtLeast(db, conditions, least));
    return answers;
  };
  expect(await known([sql`true`])).toEqual([true, true, true, true, true, false]);
  expect(await known([sql`true`, sql`a.severity = 'MAJOR'`])).toEqual([true, true, true, false, false, false]);
  expect(await known([sql`a.severity = 'INFO'`])).toEqual([false, false, false, false, false, false]);
});
