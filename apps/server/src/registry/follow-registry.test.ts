import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { KIND_NUMBERS } from '../feed/entry.ts';
import { anOrganization } from '../testing/factory.ts';
import { openFeed } from '../testing/feed-rig.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type ChangeRegistry, createChangeRegistry } from './change-registry.ts';
import { createRegistryFollower } from './follow-registry.ts';
import { createRegistry, type Registry } from './registry.ts';
import { thresholdsOn } from './thresholds.ts';

const log = pino({ level: 'silent' });
const editor = { userId: null, ip: null };
const soon = { timeout: 60_000, interval: 5 };

let database: TestDatabase;
let registry: Registry;
let changeRegistry: ChangeRegistry;
/** How often the process that makes the changes was notified that its registry changed. */
let changes = 0;
const ends: (() => Promise<unknown>)[] = [];

/** A process with its own registry that follows the feed. */
const openProcess = async () => {
  const { feed, db, close } = await openFeed(database.url);
  const own = createRegistry(db);
  const follower = createRegistryFollower({ feed, registry: own, onChanged: () => undefined });
  ends.push(close, follower.stop);
  await follower.start();
  return { feed, db, registry: own };
};

beforeAll(async () => {
  database = await testDatabase();
  const here = await openProcess();
  const clock = { now: () => Date.now() };
  changeRegistry = createChangeRegistry({
    ...here,
    clock,
    log,
    processId: here.feed.processId,
    onChanged: () => {
      changes += 1;
    },
  });
  registry = (await openProcess()).registry;
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await database.close();
});

it('another process sees a change of the installation in every organization, including new ones', async () => {
  const first = await anOrganization(database.db);
  const both = [first.id];
  const entity = 'master_sensors' as const;
  await changeRegistry(editor, async ({ tx, note }) => {
    both.push((await anOrganization(tx)).id);
    await tx.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (null, 'CO2', '2026-01-01', '{400,500,600,700}')`);
    note({ action: 'write', entity, entityId: 4, organizationId: null, before: null, after: {} });
  });
  const strict = { good: 400, normal: 500, bad: 600, very_bad: 700 };
  await vi.waitFor(() => {
    const known = both.map((id) => registry.snapshot().organizations.has(id));
    expect(known).toEqual([true, true]);
  }, soon);
  for (const id of both) {
    expect(thresholdsOn(registry.snapshot(), id, '2026-01-01').CO2).toEqual(strict);
    expect(thresholdsOn(registry.snapshot(), id, '2025-12-31').CO2).toEqual(DEFAULT_THRESHOLDS.CO2);
  }
  const { rows } = await database.db.query(sql`select organization_id from audit`);
  expect(rows).toEqual([{ organization_id: null }]);
});

/** Registry entries in the feed. */
const countWords = async (): Promise<number> => {
  const { rows } = await database.db.query<{ count: number }>(
    sql`select count(*)::int as count from feed where kind = ${KIND_NUMBERS.registry}`,
  );
  return rows[0]?.count ?? 0;
};

it.each(['users', 'api_tokens', 'notices', 'notification_rules', 'timetables', 'wall_displays'] as const)(
  'no process refreshes its registry for a change of %s alone',
  async (entity) => {
    const { id } = await anOrganization(database.db);
    const before = [await countWords(), changes];
    for (const organizationId of [id, null]) {
      await changeRegistry(editor, async ({ note }) => {
        note({ action: 'write', entity, entityId: 1, organizationId, before: {}, after: {} });
      });
    }
    expect([await countWords(), changes]).toEqual(before);
    const { rows } = await database.db.query(
      sql`select organization_id from audit where entity = ${entity} order by id`,
    );
    expect(rows.map(({ organization_id }) => organization_id)).toEqual([id, null]);
  },
);
