import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createRegistry } from '../../registry/registry.ts';
import { anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { openFeed } from '../../testing/feed-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { type Door, doorOf } from './door-book.ts';
import { findDoor, insertMessage } from './message-queries.ts';
import { createDoorRelease } from './release.ts';

let database: TestDatabase;
let own: TestOrganization;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  own = await anOrganization(database.db, {});
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => database.close());

/** Shorter than the poll without a wake-up. */
const SOON = { timeout: 5_000 };

const addDoor = async (name: string): Promise<Door> => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into door (organization_id, name, kind, secret_hash)
    values (${own.id}, ${name}, 'HTTP', ${Buffer.from(name)}) returning id`);
  const row = await findDoor(database.db, rows[0]?.id ?? 0);
  if (row === undefined) throw new Error('no door');
  return doorOf(row);
};
const insert = (doorId: number, topic: string): Promise<void> =>
  insertMessage(database.db, {
    ...{ doorId, deviceId: null, receivedTime: Date.now(), topic, payload: Buffer.from('x'), isRetained: false },
  });
const left = async (): Promise<number> => (await database.db.query(sql`select from door_message`)).rowCount;

/** The decoding of stored requests as in a process of the role `devices`, with its own feed and connections. */
const openProcess = async (doors: Map<number, Door>) => {
  const { db, feed, close } = await openFeed(database.url);
  closers.push(close);
  const received: string[] = [];
  let polls = 0;
  let wakes = 0;
  const counting: Db = {
    ...db,
    tx: (run) => {
      polls += 1;
      return db.tx(run);
    },
  };
  const release = createDoorRelease({
    ...{ db: counting, feed, registry: createRegistry(db), clock: systemClock, log: pino({ level: 'silent' }) },
    book: {
      door: (id) => doors.get(id),
      device: () => undefined,
      wake: () => {
        wakes += 1;
      },
    },
    decoders: { of: () => null, hasRoom: () => true },
    receiver: {
      receive: (_, { topic }, done) => {
        received.push(topic);
        done();
      },
    },
  });
  release.start();
  closers.push(release.stop);
  await expect.poll(() => polls, SOON).toBeGreaterThan(0);
  return { received, release, polls: () => polls, wakes: () => wakes };
};
/** Stores requests like a process of the role `web`. */
const openSender = async () => {
  const { feed, close } = await openFeed(database.url);
  closers.push(close);
  return async (doorId: number, topic: string): Promise<void> => {
    await insert(doorId, topic);
    feed.wake('door_request');
  };
};

test('a stored request is decoded at once, by one of several processes', async () => {
  const door = await addDoor('Several');
  const doors = new Map([[door.id, door]]);
  const processes = [await openProcess(doors), await openProcess(doors)];
  const senders = [await openSender(), await openSender()];
  const taken = () => processes.flatMap(({ received }) => received).toSorted();
  for (let round = 0; round < 5; round++) {
    await Promise.all(senders.map((send, i) => send(door.id, `${round}/${i}`)));
    await expect.poll(left, SOON).toBe(0);
  }
  expect(taken()).toEqual([0, 1, 2, 3, 4].flatMap((round) => [`${round}/0`, `${round}/1`]));
  // Neither looked more often than it was woken, and once after its start.
  for (const { polls } of processes) expect(polls()).toBeLessThanOrEqual(1 + 5 * 2 * 2);
});

test('a request of a door that this process does not know yet waits for it', async () => {
  const door = await addDoor('New');
  const doors = new Map<number, Door>();
  const { received, release, wakes } = await openProcess(doors);
  const send = await openSender();
  await send(door.id, 'early');
  await expect.poll(wakes, SOON).toBeGreaterThan(0);
  expect(await left()).toBe(1);
  doors.set(door.id, door);
  release.wake();
  await expect.poll(left, SOON).toBe(0);
  expect(received).toEqual(['early']);
});

test('a request of a door that is out of use is dropped', async () => {
  const door = await addDoor('Closed');
  await database.db.query(sql`update door set use = 'N' where id = ${door.id}`);
  const { received } = await openProcess(new Map());
  const send = await openSender();
  await send(door.id, 'late');
  await expect.poll(left, SOON).toBe(0);
  expect(received).toEqual([]);
});
