import { MAX_MESSAGE_BYTES } from '@airdeck/contract/protocol/message';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reseal } from '../../operations/reseal/reseal.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter, type TestOrganization } from '../../testing/factory.ts';
import {
  type CutProxy,
  freePort,
  openCutProxy,
  SITE_ACCOUNT,
  SITE_BROKERS,
  type SiteBroker,
} from '../../testing/site-broker.ts';
import { KEY, openSiteProcess, testSeal } from '../../testing/site-process.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const SOON = { timeout: 60_000, interval: 20 };

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let meter: TestMeter;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  database = await testDatabase();
  cleanups.push(database.close);
  organization = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: organization.id });
  meter = await aMeter(database.db, { department, code: 'M1', sensors: ['CO2'] });
  devices = await openDeviceServer(database.db);
  cleanups.push(devices.close);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Given {
  ip?: string;
  tls?: 'Y' | 'N';
  ca?: string | null;
  account?: string | null;
  password?: string;
  /** null: the installation. */
  owner?: TestOrganization | null;
  further?: string;
}

const addLocalServer = async (port: number, given: Given = {}): Promise<number> => {
  const { ip = '127.0.0.1', tls = 'N', ca = null, account = SITE_ACCOUNT.username } = given;
  const { password = SITE_ACCOUNT.password, owner = organization, further = null } = given;
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into local_server (organization_id, name, ip, port, further_addresses, tls, ca, account, password)
    values (${owner?.id ?? null}, ${`Site ${port} ${password}`}, ${ip}, ${port}, ${further}, ${tls}, ${ca}, ${account}, ${testSeal.seal(password)})
    returning id`);
  return rows[0]?.id ?? 0;
};

const openProcess = async (
  ...changed: Parameters<typeof openSiteProcess> extends [unknown, unknown, ...infer R] ? R : []
) => {
  const process = await openSiteProcess(database.db, devices, ...changed);
  cleanups.push(process.close);
  return process;
};

interface Standing {
  state: string;
  error: string | null;
  holder: string;
  /** Whether the time of the site's last message was recorded after it had connected. */
  isHeard: boolean;
  messages: number;
}
const standingOf = async (id: number): Promise<Standing | undefined> => {
  const { rows } = await database.db.query<Standing & Record<string, unknown>>(sql`
    select state, error, holder, messages_a_minute as messages,
      coalesce(heard_time >= connected_time, false) as "isHeard"
    from local_server_status where local_server_id = ${id}`);
  return rows[0];
};
const comesToBe = (id: number, state: string, error: string | null = null) =>
  expect.poll(async () => standingOf(id), SOON).toMatchObject({ state, error });

/** The sessions at a local server: organization → state. */
const sessionsOf = async (id: number): Promise<Record<string, string>> => {
  const { rows } = await database.db.query<{ code: string; state: string }>(sql`
    select o.code, t.state from local_server_status t join organization o on o.id = t.organization_id
    where t.local_server_id = ${id} order by o.id`);
  return Object.fromEntries(rows.map(({ code, state }) => [code, state]));
};
const anotherOrganization = async (): Promise<{ owner: TestOrganization; stranger: TestMeter }> => {
  const owner = await anOrganization(database.db);
  const department = await aDepartment(database.db, { organizationId: owner.id });
  const stranger = await aMeter(database.db, { department, code: 'M1', sensors: ['CO2'] });
  await devices.registry.reload();
  return { owner, stranger };
};
const known = (id: number) => {
  const found = devices.registry.snapshot().meters.get(id);
  if (found === undefined) throw new Error('no meter');
  return found;
};

const storedTimes = async (meterId = meter.id): Promise<number[]> => {
  const { rows } = await database.db.query<{ time: Date }>(
    sql`select time from frame where meter_id = ${meterId} order by time`,
  );
  return rows.map(({ time }) => time.getTime());
};

const rejections = async (): Promise<unknown[]> => {
  const { rows } = await database.db.query(
    sql`select device_code, reason, count::integer from rejection order by device_code, reason`,
  );
  return rows;
};

const START = Date.now() - 600_000;
const frame = (n: number) => JSON.stringify({ time: START + n * 1000, readings: { CO2: 600 + n } });
const say = (
  client: MqttClient,
  rest: string,
  payload: string | Buffer,
  options: { retain?: boolean; code?: string } = {},
) =>
  client.publishAsync(topicOf(organization.code, options.code ?? 'M1', rest), payload, {
    qos: 1,
    retain: options.retain ?? false,
  });

describe.each(SITE_BROKERS)('a site with $name', ({ open: openOrNull }) => {
  const test = it.skipIf(openOrNull === null);
  let site: SiteBroker;
  let line: CutProxy;
  beforeEach(async () => {
    if (openOrNull === null) return;
    site = await openOrNull();
    cleanups.push(() => site.close());
    line = await openCutProxy(site.port);
    cleanups.push(() => line.close());
  });

  test('passes on what its devices say, and what is sent to them', async () => {
    const id = await addLocalServer(site.port);
    const process = await openProcess();
    await comesToBe(id, 'CONNECTED');
    const client = await site.connect();
    await say(client, 'readings', frame(0));
    await say(client, 'status', JSON.stringify({ status: 'ONLINE' }), { retain: true });
    await expect.poll(() => storedTimes(), SOON).toEqual([START]);
    await expect
      .poll(async () => (await database.db.query(sql`select status from device_status`)).rows, SOON)
      .toEqual([{ status: 'ONLINE' }]);

    const heard: string[] = [];
    client.on('message', (topic, payload, { retain }) => heard.push(`${topic} ${payload} ${retain}`));
    const topic = topicOf(organization.code, 'M1', 'commands');
    await client.subscribeAsync(topic, { qos: 1 });
    const known = devices.registry.snapshot().meters.get(meter.id);
    if (known === undefined) throw new Error('no meter');
    expect(await process.publish(known, 'commands', '{"id":1}', { retain: false })).toBe(true);
    await expect.poll(() => heard, SOON).toEqual([`${topic} {"id":1} false`]);
    await expect.poll(async () => (await standingOf(id))?.isHeard, SOON).toBe(true);
    // Its own messages are not delivered back to it.
    expect(Object.values(devices.ingest.counts().rejected).filter((count) => count > 0)).toEqual([]);
    await site.stop();
    await comesToBe(id, 'DISCONNECTED', 'LOST');
    expect(await process.publish(known, 'commands', '{"id":2}', { retain: false })).toBe(false);
  });

  test('a connection that is stopped, started again and cut off loses no message that it acknowledged', async () => {
    const id = await addLocalServer(line.port);
    await openProcess();
    await comesToBe(id, 'CONNECTED');
    let client = await site.connect();
    const expected: number[] = [];
    for (let n = 0; n < 60; n++) {
      if (n === 10 || n === 30) line.cut();
      if (n === 20 || n === 40) line.mend();
      if (n === 50) {
        await comesToBe(id, 'CONNECTED');
        await site.stop();
        await comesToBe(id, 'DISCONNECTED', 'LOST');
        await site.start();
        client = await site.connect();
      }
      await say(client, 'readings', frame(n));
      expected.push(START + n * 1000);
    }
    await expect.poll(() => storedTimes(), SOON).toEqual(expected);
    await comesToBe(id, 'CONNECTED');
  });

  test('loses nothing when its organization gets another code, and takes the former one until it ends', async () => {
    const id = await addLocalServer(line.port);
    const process = await openProcess();
    await comesToBe(id, 'CONNECTED');
    const client = await site.connect();
    line.cut();
    await comesToBe(id, 'DISCONNECTED', 'LOST');
    await say(client, 'readings', frame(0));
    const code = '55500099';
    await database.db.query(sql`update organization set code = ${code} where id = ${organization.id}`);
    await database.db.query(sql`insert into organization_alias values (${organization.code}, ${organization.id})`);
    await devices.registry.reload();
    process.wake();
    line.mend();
    await comesToBe(id, 'CONNECTED');
    await expect.poll(() => storedTimes(), SOON).toEqual([START]);
    const known = devices.registry.snapshot().meters.get(meter.id);
    if (known === undefined) throw new Error('no meter');
    expect(devices.logins.codeOf(known)).toBe(organization.code);
    await client.publishAsync(topicOf(code, 'M1', 'readings'), frame(1), { qos: 1 });
    await expect.poll(() => storedTimes(), SOON).toEqual([START, START + 1_000]);
    expect(devices.logins.codeOf(known)).toBe(code);

    await database.db.query(sql`delete from organization_alias`);
    await devices.registry.reload();
    await say(client, 'readings', frame(2));
    await expect.poll(rejections, SOON).toEqual([{ device_code: 'M1', reason: 'REFUSED', count: 1 }]);
    expect(await storedTimes()).toHaveLength(2);
  });

  test('acknowledges nothing to its devices on behalf of what is not stored', async () => {
    let isAway = true;
    const held: (() => void)[] = [];
    const id = await addLocalServer(line.port);
    await openProcess({
      receive: (from, message, done) => {
        const hand = (): void => devices.deviceAccess.receiveThrough(from, message, done);
        if (isAway) held.push(hand);
        else hand();
      },
    });
    await comesToBe(id, 'CONNECTED');
    const client = await site.connect();
    await say(client, 'readings', frame(1));
    await expect.poll(() => held.length, SOON).toBe(1);
    // Unacknowledged messages are delivered again over the next connection.
    isAway = false;
    line.cut();
    await comesToBe(id, 'DISCONNECTED', 'LOST');
    expect(await storedTimes()).toEqual([]);
    line.mend();
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 1000]);
  });

  test('says that the password is wrong, and is connected as soon as it is right', async () => {
    const id = await addLocalServer(site.port, { password: 'wrong' });
    const process = await openProcess();
    await comesToBe(id, 'DISCONNECTED', 'LOGIN');
    await database.db.query(
      sql`update local_server set password = ${testSeal.seal(SITE_ACCOUNT.password)} where id = ${id}`,
    );
    process.wake();
    await comesToBe(id, 'CONNECTED');
  });

  test('is left when it is out of use, and keeps nothing for this server', async () => {
    const id = await addLocalServer(site.port);
    const process = await openProcess();
    await comesToBe(id, 'CONNECTED');
    await database.db.query(sql`update local_server set use = 'N' where id = ${id}`);
    process.wake();
    await expect.poll(() => standingOf(id), SOON).toBeUndefined();
    // Its session at the broker ends a little later; this waits for it.
    await process.close();
    await say(await site.connect(), 'readings', frame(1));
    await database.db.query(sql`update local_server set use = 'Y' where id = ${id}`);
    await openProcess();
    await comesToBe(id, 'CONNECTED');
    await say(await site.connect(), 'readings', frame(2));
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 2000]);
  });

  test('hears of the new code of its organization only, once that has one', async () => {
    const id = await addLocalServer(site.port);
    const process = await openProcess();
    await comesToBe(id, 'CONNECTED');
    const before = organization.code;
    await database.db.query(sql`update organization set code = '77777777' where id = ${organization.id}`);
    await devices.registry.reload();
    process.wake();
    organization.code = '77777777';
    const client = await site.connect();
    // The connection has been replaced; until then nothing of the new code arrives.
    for (let n = 0; (await storedTimes()).length === 0; n++) {
      await client.publishAsync(topicOf(before, 'M1', 'readings'), frame(1_000 + n), { qos: 1 });
      await say(client, 'readings', frame(n));
    }
    expect((await storedTimes()).every((time) => time < START + 1_000_000)).toBe(true);
  });

  test('speaks for its own organization only, and too big a message costs that message', async () => {
    const other = await anOrganization(database.db);
    const stranger = await aMeter(database.db, {
      department: await aDepartment(database.db, { organizationId: other.id }),
      code: 'M1',
      sensors: ['CO2'],
    });
    await devices.registry.reload();
    const id = await addLocalServer(site.port);
    await openProcess();
    await comesToBe(id, 'CONNECTED');
    const client = await site.connect();
    await client.publishAsync(topicOf(other.code, 'M1', 'readings'), frame(0), { qos: 1 });
    for (const size of [MAX_MESSAGE_BYTES + 1, 4_000_000]) {
      await say(client, 'readings', Buffer.alloc(size, ' '));
    }
    await say(client, 'readings', '{"readings":{"CO2":700}}', { retain: true });
    await say(client, 'readings', frame(1));
    await expect.poll(() => storedTimes(), SOON).toContain(START + 1000);
    expect(await storedTimes(stranger.id)).toEqual([]);
    await expect.poll(rejections, SOON).toEqual([{ device_code: 'M1', reason: 'REFUSED', count: 2 }]);
    expect(await standingOf(id)).toMatchObject({ state: 'CONNECTED' });
  });

  test('a retained reading without a time is not used as a current one', async () => {
    const client = await site.connect();
    await say(client, 'readings', '{"readings":{"CO2":700}}', { retain: true });
    await say(client, 'readings', frame(1), { retain: true, code: 'M2' });
    const id = await addLocalServer(site.port);
    await openProcess();
    await comesToBe(id, 'CONNECTED');
    await expect.poll(rejections, SOON).toEqual([{ device_code: 'M1', reason: 'BAD_TIME', count: 1 }]);
    expect(await storedTimes()).toEqual([]);
  });

  test('is taken over by another process when the one that held it is gone, and nothing is lost', async () => {
    const id = await addLocalServer(site.port);
    const first = await openProcess();
    await comesToBe(id, 'CONNECTED');
    const second = await openProcess();
    const client = await site.connect();
    await say(client, 'readings', frame(1));
    await first.die();
    await say(client, 'readings', frame(2));
    await expect.poll(async () => (await standingOf(id))?.holder, SOON).toBe(second.holder);
    await comesToBe(id, 'CONNECTED');
    await say(client, 'readings', frame(3));
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 1000, START + 2000, START + 3000]);
    await expect.poll(first.connected, SOON).toBe(0);
  });

  test('of the installation speaks for each organization in a session of its own', async () => {
    const { owner, stranger } = await anotherOrganization();
    const id = await addLocalServer(site.port, { owner: null });
    const process = await openProcess();
    await expect
      .poll(() => sessionsOf(id), SOON)
      .toEqual({ [organization.code]: 'CONNECTED', [owner.code]: 'CONNECTED' });
    const client = await site.connect();
    const sendAs = (code: string, n: number) =>
      client.publishAsync(topicOf(code, 'M1', 'readings'), frame(n), { qos: 1 });
    await sendAs('99999999', 0);
    await sendAs(organization.code, 1);
    await sendAs(owner.code, 2);
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 1000]);
    await expect.poll(() => storedTimes(stranger.id), SOON).toEqual([START + 2000]);

    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await client.subscribeAsync('airdeck/v1/+/M1/commands', { qos: 1 });
    const isSent = (meterId: number) => process.publish(known(meterId), 'commands', '{}', { retain: false });
    expect([await isSent(meter.id), await isSent(stranger.id)]).toEqual([true, true]);
    await expect
      .poll(() => heard, SOON)
      .toEqual([organization, owner].map(({ code }) => topicOf(code, 'M1', 'commands')));

    // Organizations come and go.
    const { owner: added, stranger: newcomer } = await anotherOrganization();
    await database.db.query(sql`update organization set use = 'N' where id = ${owner.id}`);
    process.wake();
    await expect
      .poll(() => sessionsOf(id), SOON)
      .toEqual({ [organization.code]: 'CONNECTED', [added.code]: 'CONNECTED' });
    await sendAs(owner.code, 3);
    await sendAs(added.code, 4);
    await expect.poll(() => storedTimes(newcomer.id), SOON).toEqual([START + 4000]);
    expect(await storedTimes(stranger.id)).toEqual([START + 2000]);
    expect(await rejections()).toEqual([]);
    await site.stop();
    await expect
      .poll(() => sessionsOf(id), SOON)
      .toEqual({
        [organization.code]: 'DISCONNECTED',
        [added.code]: 'DISCONNECTED',
      });
  });

  test('of the installation is shared by processes, and loses nothing when one of them is gone', async () => {
    const { stranger, owner } = await anotherOrganization();
    const id = await addLocalServer(site.port, { owner: null });
    const first = await openProcess();
    const second = await openProcess();
    await expect.poll(() => [first.connected(), second.connected()], SOON).toEqual([1, 1]);
    await expect
      .poll(() => sessionsOf(id), SOON)
      .toEqual({ [organization.code]: 'CONNECTED', [owner.code]: 'CONNECTED' });
    const client = await site.connect();
    const sendBoth = async (n: number): Promise<void> => {
      await say(client, 'readings', frame(n));
      await client.publishAsync(topicOf(owner.code, 'M1', 'readings'), frame(n), { qos: 1 });
    };
    await sendBoth(1);
    await first.die();
    await sendBoth(2);
    await expect.poll(() => [first.connected(), second.connected()], SOON).toEqual([0, 2]);
    await sendBoth(3);
    const expected = [1, 2, 3].map((n) => START + n * 1000);
    await expect.poll(() => storedTimes(), SOON).toEqual(expected);
    await expect.poll(() => storedTimes(stranger.id), SOON).toEqual(expected);
  });

  test('keeps what waits in its session when the key of the installation is replaced and goes', async () => {
    const id = await addLocalServer(site.port);
    const [old, next] = [KEY, new Uint8Array(32).fill(8)];
    const first = await openProcess();
    await comesToBe(id, 'CONNECTED');
    await first.close();
    await say(await site.connect(), 'readings', frame(1));
    // As `npm run reseal` does after the restart with both keys.
    await reseal({
      ...{ db: database.db, keys: { key: next, earlier: [old] }, random: systemRandom },
      ...{ signal: new AbortController().signal, done: () => undefined },
    });
    await openProcess({ keys: { key: next, earlier: [] }, seal: createPasswordSeal(next, systemRandom) });
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 1000]);
  });

  test('a copy of the database without the keys does not take the sessions of the original', async () => {
    const id = await addLocalServer(site.port);
    const first = await openProcess();
    await comesToBe(id, 'CONNECTED');
    await first.close();
    await say(await site.connect(), 'readings', frame(1));
    const other = new Uint8Array(32).fill(8);
    const seal = createPasswordSeal(other, systemRandom);
    await database.db.query(sql`update local_server set password = ${seal.seal(SITE_ACCOUNT.password)}`);
    await openProcess({ keys: { key: other, earlier: [] }, seal });
    await comesToBe(id, 'CONNECTED');
    await say(await site.connect(), 'readings', frame(2));
    await expect.poll(() => storedTimes(), SOON).toEqual([START + 2000]);
  });
});

describe('local servers', () => {
  it('are shared by the processes, each by one', async () => {
    const ids: number[] = [];
    const port = await freePort();
    for (let n = 0; n < 5; n++) ids.push(await addLocalServer(port, { password: `p${n}` }));
    const first = await openProcess();
    const holders = async (): Promise<Record<string, number>> => {
      const { rows } = await database.db.query<{ holder: string; count: number }>(
        sql`select holder, count(*)::integer as count from local_server_status group by holder`,
      );
      return Object.fromEntries(rows.map(({ holder, count }) => [holder, count]));
    };
    await expect.poll(holders, SOON).toEqual({ [first.holder]: 5 });
    const second = await openProcess();
    await expect.poll(holders, SOON).toEqual({ [first.holder]: 3, [second.holder]: 2 });
    await second.close();
    await expect.poll(holders, SOON).toEqual({ [first.holder]: 5 });
  });

  it.each([
    ['no listener', {}, 'REFUSED'],
    ['the address is refused', { ip: '127.0.0.2' }, 'ADDRESS'],
  ] as const)('say why there is no connection: %s', async (_, given, error) => {
    const id = await addLocalServer(await freePort(), given);
    await openProcess();
    await comesToBe(id, 'DISCONNECTED', error);
  });

  it('are tried at each of their addresses, and the first that answers is used', async () => {
    const aedes = SITE_BROKERS.find(({ name }) => name === 'aedes')?.open;
    if (!aedes) throw new Error('the broker library is missing');
    const broker = await aedes();
    cleanups.push(broker.close);
    const addresses = `127.0.0.2:${broker.port}, 127.0.0.1:${await freePort()}, localhost:${broker.port}`;
    const id = await addLocalServer(await freePort(), { further: addresses });
    const process = await openProcess();
    await comesToBe(id, 'CONNECTED', null);
    await broker.stop();
    await comesToBe(id, 'DISCONNECTED', 'REFUSED');
    await broker.start();
    await comesToBe(id, 'CONNECTED', null);
    expect(process.connected()).toBe(1);
  });

  it('say that their password was sealed with another key', async () => {
    const id = await addLocalServer(1);
    await database.db.query(sql`update local_server set password = ${Buffer.alloc(40)} where id = ${id}`);
    await openProcess();
    await comesToBe(id, 'DISCONNECTED', 'PASSWORD_LOST');
  });
});
