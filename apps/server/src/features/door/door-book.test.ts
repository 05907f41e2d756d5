import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createDoorBook } from './door-book.ts';
import { addDoorDevice } from './message-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a change is seen that began before a newer one and is committed after it', async () => {
  const { db } = database;
  const { id: organizationId } = await anOrganization(db, {});
  const { rows } = await db.query<{ id: number }>(sql`
    insert into door (organization_id, name, kind, secret_hash)
    values (${organizationId}, 'Door', 'HTTP', ${Buffer.from('x')}) returning id`);
  const doorId = rows[0]?.id ?? 0;
  const book = createDoorBook({ db, log: pino({ level: 'silent' }), onChanged: () => undefined });
  await addDoorDevice(db, { doorId, organizationId, address: 'first' });
  await db.tx(async (tx) => {
    await tx.query(sql`update door_device set blocked = 'Y', updated_time = now() where address = 'first'`);
    await addDoorDevice(db, { doorId, organizationId, address: 'second' });
    await book.start();
  });
  expect(book.device(doorId, 'first')).toMatchObject({ isBlocked: false });
  expect(book.device(doorId, 'second')).toBeDefined();
  book.wake();
  await expect.poll(() => book.device(doorId, 'first')?.isBlocked, { timeout: 20_000 }).toBe(true);
  await book.stop();
});
