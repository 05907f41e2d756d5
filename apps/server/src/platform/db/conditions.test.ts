import { isWithin, type Owner, type Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { withinScope } from './conditions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const OWNERS: readonly Owner[] = [3, 4, 5].flatMap((organizationId) => [
  { organizationId },
  { organizationId, userId: 7 },
  { organizationId, userId: 8 },
]);
const SCOPES: readonly Scope[] = [
  { reach: 'all' },
  { reach: 'some', organizationIds: [3, 4] },
  { reach: 'own', organizationId: 3 },
  { reach: 'self', organizationId: 3, userId: 7 },
];

test.each(SCOPES)('the scope $reach reaches the same rows in SQL and in memory', async (scope) => {
  const { rows } = await database.db.query<{ owner: Owner }>(sql`
    select r.owner from (
      select owner, (owner->>'organizationId')::integer as organization_id, (owner->>'userId')::integer as user_id
      from jsonb_array_elements(${JSON.stringify(OWNERS)}::jsonb) with ordinality as e(owner, place) order by place) r
    where ${withinScope(scope, { organization: 'r.organization_id', user: 'r.user_id' })}`);
  expect(rows.map(({ owner }) => owner)).toEqual(OWNERS.filter((owner) => isWithin(scope, owner)));
});

test('rows that are about no person are out of reach of the scope of oneself', async () => {
  const scope: Scope = { reach: 'self', organizationId: 3, userId: 7 };
  const { rows } = await database.db.query(sql`
    select from (select 3 as organization_id) r where ${withinScope(scope, { organization: 'r.organization_id' })}`);
  expect(rows).toEqual([]);
});
