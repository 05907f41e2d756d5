import { randomUUID } from 'node:crypto';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { removeProcess, saveProcess } from '../health/health-queries.ts';
import { deviceOf, doorOf } from './door-book.ts';
import { findDeviceWithDoor } from './message-queries.ts';
import { claimDevices, releaseDevices } from './poll-queries.ts';
import { createPoller, pollDelay } from './poller.ts';
import type { DeviceAnswer, PolledDevice } from './read-device.ts';

test.each([
  ['every interval while it answers', 60_000, 0, 60_000],
  ['twice as long after a failure', 60_000, 1, 120_000],
  ['at most ten times as long', 20_000, 8, 200_000],
  ['at most ten minutes', 300_000, 8, 600_000],
  ['never more often than while it answers', 3_600_000, 8, 3_600_000],
])('a device is asked %s', (_, interval, failures, expected) => {
  expect(pollDelay(interval, failures, 0.5)).toBe(expected);
  expect(pollDelay(interval, failures, 0)).toBeCloseTo(expected * 0.9);
  expect(pollDelay(interval, failures, 1)).toBeCloseTo(expected * 1.1);
});

let database: TestDatabase;
let doorId: number;
let organizationId: number;
const [first, second] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await testDatabase();
  organizationId = (await anOrganization(database.db, {})).id;
});
afterAll(() => database.close());
beforeEach(async () => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into door (organization_id, name, kind) values (${organizationId}, ${randomUUID()}, 'POLL') returning id`);
  doorId = rows[0]?.id ?? 0;
  for (const supervisorId of [first, second]) await saveProcess(database.db, { supervisorId, role: 'devices' }, []);
});
afterEach(async () => {
  await database.db.query(sql`delete from door`);
});

const aDevice = async (host: string, port = 80): Promise<number> => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into door_device (organization_id, door_id, address, host, port)
    values (${organizationId}, ${doorId}, ${randomUUID()}, ${host}, ${port}) returning id`);
  return rows[0]?.id ?? 0;
};

describe('polled devices', () => {
  test('belong to one living process', async () => {
    const { db } = database;
    const ids = [await aDevice('10.0.0.1'), await aDevice('10.0.0.2')];
    expect(await claimDevices(db, randomUUID())).toEqual([]);
    const both = await Promise.all([claimDevices(db, first), claimDevices(db, second)]);
    expect(both.flat().sort()).toEqual(ids);
    expect(both.filter((each) => each.length > 0)).toHaveLength(1);
    const [holder, other] = both[0]?.length ? [first, second] : [second, first];
    expect((await claimDevices(db, holder)).sort()).toEqual(ids);

    await removeProcess(db, { supervisorId: holder, role: 'devices' });
    expect((await claimDevices(db, other)).sort()).toEqual(ids);
    expect(await claimDevices(db, holder)).toEqual([]);
  });

  test('of one host and port belong to the same process', async () => {
    const { db } = database;
    const unit = await aDevice('10.0.0.1', 502);
    expect(await claimDevices(db, first)).toEqual([unit]);
    const [sibling, elsewhere] = [await aDevice('10.0.0.1', 502), await aDevice('10.0.0.1', 503)];
    expect(await claimDevices(db, second)).toEqual([elsewhere]);
    expect((await claimDevices(db, first)).sort()).toEqual([unit, sibling].sort());
    await releaseDevices(db, first);
    expect(await claimDevices(db, second)).toHaveLength(3);
  });
});

describe('a poller', () => {
  /** A poller of these devices whose answers the test gives. */
  const aPoller = async (ids: readonly number[]) => {
    const found = await Promise.all(ids.map((id) => findDeviceWithDoor(database.db, id)));
    const rows = found.flatMap((each) => each ?? []);
    const asked: { polled: PolledDevice; answer(answer: Partial<DeviceAnswer>): void }[] = [];
    const events: string[] = [];
    let now = 0;
    let looks = 0;
    const poller = createPoller({
      db: database.db,
      book: {
        devices: () => {
          looks += 1;
          return rows.map(({ device }) => deviceOf(device));
        },
        door: (id) => rows.map(({ door }) => doorOf(door)).find((door) => door.id === id),
      },
      reader: {
        read: (polled) =>
          new Promise((resolve) =>
            asked.push({
              polled,
              answer: (answer) => resolve({ message: null, fault: null, groups: [], ...answer }),
            }),
          ),
      },
      receiver: {
        answer(_, device, __, { payload }, done) {
          events.push(`${device.host} ${payload}`);
          done();
        },
        noteFault: ({ host }, text) => void events.push(`${host} ${text}`),
      },
      holder: first,
      ...{ clock: { now: () => 0 }, monotonic: () => now, random: () => 0.5, log: pino({ level: 'silent' }) },
      onClaimed: (devices) => void events.push(`claimed ${devices.length}`),
    });
    poller.start();
    return {
      ...{ poller, asked, events },
      /** Lets time pass, without waiting, and resolves when the poller has begun what is due then. */
      async advance(ms: number) {
        now += ms;
        // A run in progress may have begun earlier; the run after the next one shows that the next one has ended.
        for (let enough = looks + 3; looks < enough; await new Promise(setImmediate)) poller.wake();
      },
      async close() {
        const stopping = poller.stop();
        for (const { answer } of asked) answer({});
        await stopping;
      },
    };
  };
  const message = (text: string) => ({ message: { topic: '/', payload: Buffer.from(text) } });

  test('asks one device of a host and port at a time, and the others meanwhile', async () => {
    const ids = [await aDevice('10.0.0.1'), await aDevice('10.0.0.1'), await aDevice('10.0.0.2')];
    const rig = await aPoller(ids);
    await expect.poll(() => rig.asked.length).toBe(2);
    expect(rig.asked.map(({ polled }) => polled.host).sort()).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(ids.every(rig.poller.holds)).toBe(true);
    const [one] = rig.asked.filter(({ polled }) => polled.host === '10.0.0.1');
    one?.answer(message('a'));
    await expect.poll(() => rig.asked.length).toBe(3);
    expect(rig.events).toEqual(['claimed 3', '10.0.0.1 a']);
    await rig.close();
  });

  test('asks a bounded number of devices at once', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) ids.push(await aDevice(`10.0.1.${i}`));
    const rig = await aPoller(ids);
    await expect.poll(() => rig.asked.length).toBe(32);
    await rig.advance(1);
    expect(rig.asked).toHaveLength(32);
    rig.asked[0]?.answer(message('a'));
    await expect.poll(() => rig.asked.length).toBe(33);
    await rig.close();
  });

  test('asks a device that does not answer less often, and again as usual once it does', async () => {
    const rig = await aPoller([await aDevice('10.0.0.1')]);
    await expect.poll(() => rig.asked.length).toBe(1);
    rig.asked[0]?.answer({ fault: 'TIMEOUT' });
    await expect.poll(() => rig.events.at(-1)).toBe('10.0.0.1 TIMEOUT');
    await rig.advance(119_000);
    expect(rig.asked).toHaveLength(1);
    // A poll that is asked for follows at once.
    rig.poller.pollNow(rig.asked[0]?.polled.device.id ?? 0);
    await expect.poll(() => rig.asked.length).toBe(2);
    rig.asked[1]?.answer({ fault: 'REFUSED' });
    await expect.poll(() => rig.events.at(-1)).toBe('10.0.0.1 REFUSED');
    await rig.advance(239_000);
    expect(rig.asked).toHaveLength(2);
    await rig.advance(1_000);
    expect(rig.asked).toHaveLength(3);
    rig.asked[2]?.answer(message('b'));
    await expect.poll(() => rig.events.at(-1)).toBe('10.0.0.1 b');
    await rig.advance(60_000);
    expect(rig.asked).toHaveLength(4);
    // The poll that runs may have read the state before it changed.
    rig.poller.pollNow(rig.asked[0]?.polled.device.id ?? 0);
    rig.asked[3]?.answer(message('c'));
    await expect.poll(() => rig.asked.length).toBe(5);
    await rig.close();
  });

  test('gives its devices to another process when it stops', async () => {
    const rig = await aPoller([await aDevice('10.0.0.1')]);
    await expect.poll(() => rig.asked.length).toBe(1);
    expect(await claimDevices(database.db, second)).toEqual([]);
    await rig.close();
    expect(await claimDevices(database.db, second)).toHaveLength(1);
  });
});
