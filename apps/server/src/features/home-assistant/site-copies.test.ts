import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createSiteCopies } from './site-copies.ts';

let database: TestDatabase;
let siteId: number;
beforeAll(async () => {
  database = await testDatabase();
  const { id } = await anOrganization(database.db);
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into local_server (organization_id, name, ip, port) values (${id}, 'S', '127.0.0.1', 1883) returning id`);
  siteId = rows[0]?.id ?? 0;
});
afterAll(() => database.close());

/** A broker that keeps retained messages; `isUp` decides whether it takes them. */
const openBroker = () => {
  const retained = new Map<string, string>();
  const broker = { isUp: true, retained, published: 0 };
  const options = {
    db: database.db,
    async retainAtSite(_: number, topic: string, payload: string): Promise<boolean> {
      if (!broker.isUp) return false;
      broker.published += 1;
      if (payload === '') retained.delete(topic);
      else retained.set(topic, payload);
      return true;
    },
    hasSite: () => true,
  };
  return { broker, options };
};

test('clears what an earlier process published, and publishes each message once', async () => {
  const { broker, options } = openBroker();
  const first = createSiteCopies(options);
  await first.start();
  await first.copy(siteId, new Map([...Array(30).keys()].map((i) => [`t/${i}`, 'a'])));
  expect(broker.retained.size).toBe(30);
  await first.copy(siteId, new Map([...Array(30).keys()].map((i) => [`t/${i}`, i === 0 ? 'b' : 'a'])));
  expect([broker.published, broker.retained.get('t/0')]).toEqual([31, 'b']);

  // The process ends, and a meter is deleted before the next one begins.
  const second = createSiteCopies(options);
  await second.start();
  broker.isUp = false;
  await second.copy(siteId, new Map([['t/0', 'c']]));
  expect(broker.retained.size).toBe(30);
  broker.isUp = true;
  await second.copy(siteId, new Map([['t/0', 'c']]));
  expect([...broker.retained]).toEqual([['t/0', 'c']]);

  // Switched off.
  expect(await second.clean(() => true)).toBe(true);
  expect(broker.retained.size).toBe(1);
  expect(await second.clean(() => false)).toBe(true);
  expect(broker.retained.size).toBe(0);
  expect((await database.db.query(sql`select from published_topic`)).rows).toHaveLength(0);
});

test('publishes everything again on a new connection', async () => {
  const { broker, options } = openBroker();
  const copies = createSiteCopies(options);
  await copies.start();
  const messages = new Map([['t', 'a']]);
  await copies.copy(siteId, messages);
  broker.retained.clear();
  copies.forget(siteId);
  await copies.copy(siteId, messages);
  expect([...broker.retained]).toEqual([['t', 'a']]);
});
