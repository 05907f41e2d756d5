import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { MqttClient } from 'mqtt';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { failing, holdTable, run } from '../../testing/failing-table.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 3);
const clock = { now: () => NOW };
const DEADLINE = { timeout: 60_000, interval: 20 };
/** On a busy machine thousands of frames and tries with rests between them take their time. */
const PATIENT = { timeout: 60_000 };

/** Messages that a device may send at once, and the time after which the next ones may follow. */
const BURST = { messages: 20, ms: 2_000 };
/** Milliseconds by which the clock of the devices' rates is ahead of the real time. */
let skippedMs = 0;

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;
let gateway: MqttClient;

beforeAll(async () => {
  database = await testDatabase();
  devices = await openDeviceServer(database.db, clock, {}, null, () => performance.now() + skippedMs);
});
afterAll(async () => {
  await devices.close();
  await database.close();
});

const aGateway = async (of: TestOrganization) => {
  const login = await aCredential(database.db, { organization: of, code: 'GW', meterId: null });
  await devices.registry.reload();
  return login;
};
beforeEach(async () => {
  organization = await anOrganization(database.db);
  gateway = await devices.connect(await aGateway(organization));
});

const topicOf = (code: string, rest = 'readings', of = organization) => `airdeck/v1/${of.code}/${code}/${rest}`;
const frame = (time: number, value = 500) => ({ time, readings: { CO2: value } });
const send = (code: string, frames: object, client = gateway, of = organization) =>
  client.publishAsync(topicOf(code, 'readings', of), JSON.stringify(frames), { qos: 1 });
const restart = async () => {
  await devices.ingest.stop();
  await devices.ingest.start();
};
const rejected = async (of = organization) => {
  await restart();
  const { rows } = await database.db.query<{
    reason: string;
  }>(sql`select device_code, key, reason, count, sample from rejection
    where organization_id = ${of.id} order by device_code`);
  return rows;
};
const waiting = async (of = organization) =>
  (
    await database.db.query<{ code: string; reason: string; value: number[] }>(sql`
      select device_code as code, reason, value from quarantine where organization_id = ${of.id} order by id`)
  ).rows;
const register = async (code: string) => {
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department, code });
  await devices.registry.reload();
  return meter;
};
const stored = async (meterId: number) =>
  (
    await database.db.query<{ time: Date }>(sql`select time from frame where meter_id = ${meterId} order by time`)
  ).rows.map(({ time }) => time.getTime());

describe('what waits', PATIENT, () => {
  it('is acknowledged when it is committed, and not before', async () => {
    const table = await holdTable(database, 'quarantine');
    let isAcknowledged = false;
    const sent = send('NEW', frame(NOW)).then(() => {
      isAcknowledged = true;
    });
    await table.isWaitedFor();
    // A later acknowledgement on the same connection shows that no earlier one is pending.
    await gateway.publishAsync(topicOf('NEW', 'errors'), '{}', { qos: 1 });
    expect(isAcknowledged).toBe(false);
    await table.letGo();
    await sent;
    expect(await waiting()).toHaveLength(1);
  });

  it.each(['quarantine', 'unregistered_device'])('is tried again while %s cannot be written', async (table) => {
    const trouble = await failing(database.db, table, '53100', 2);
    await send('NEW', frame(NOW));
    expect(await trouble.tries()).toBe(3);
    await trouble.end();
    expect(await waiting()).toHaveLength(1);
    expect(await rejected()).toEqual([]);
  });

  it('is left out when the database refuses it, and all else of its batch is kept', async () => {
    const other = await anOrganization(database.db);
    const client = await devices.connect(await aGateway(other));
    await run(database.db, `alter table quarantine add constraint refuse check (value <> '{666}')`);
    await run(database.db, `alter table unregistered_device add constraint refuse check (code <> 'BAD')`);
    try {
      const frames = [1, 2, 666, 4, 5].map((value, i) => frame(NOW - i * 1000, value));
      await Promise.all([send('NEW', frames), send('BAD', frame(NOW, 7)), send('OTHER', frame(NOW, 8), client, other)]);
    } finally {
      await run(database.db, 'alter table quarantine drop constraint refuse');
      await run(database.db, 'alter table unregistered_device drop constraint refuse');
    }
    expect((await waiting()).map(({ value }) => value).sort()).toEqual([[1], [2], [4], [5], [7]]);
    expect((await waiting(other)).map(({ value }) => value)).toEqual([[8]]);
    expect(await rejected()).toMatchObject([{ device_code: 'NEW', key: '', reason: 'REFUSED', count: 1 }]);
  });

  it('has a bound for what its memory holds: beyond it a connection is closed, and the rest is kept', async () => {
    const table = await holdTable(database, 'quarantine');
    const frames = Array.from({ length: 500 }, (_, i) => frame(NOW - i * 1000));
    const login = await aCredential(database.db, { organization, code: 'GW-2', meterId: null });
    await devices.registry.reload();
    let closed = 0;
    const outcomes: Promise<number>[] = [];
    for (let i = 0; i < 80; i++) {
      const client = await devices.connect({ ...login, clientId: `many-${organization.id}-${i}` });
      const outcome = new Promise<number>((resolve) => {
        client.once('close', () => {
          closed++;
          resolve(0);
        });
        client.publish(topicOf(`MANY-${i}`), JSON.stringify(frames), { qos: 1 }, (error) => !error && resolve(500));
      });
      outcomes.push(outcome);
    }
    // A message with its frames takes so much of 16 MiB.
    const fit = Math.floor((16 * 2 ** 20) / (JSON.stringify(frames).length + frames.length * 512));
    await expect.poll(() => closed, DEADLINE).toBe(80 - fit);
    await table.letGo();
    const kept = (await Promise.all(outcomes)).reduce((sum, count) => sum + count, 0);
    expect(kept).toBe(fit * 500);
    expect(await waiting()).toHaveLength(kept);
  });
});

describe('the room for what waits', PATIENT, () => {
  it('ends for 12,000 frames of a device, which is counted', async () => {
    await database.db.query(sql`
      insert into quarantine (organization_id, device_code, reason, measured_time, received_time, channel, value)
      select ${organization.id}, 'FULL', 'UNREGISTERED', ${new Date(NOW)}, ${new Date(NOW)}, '{401}', '{1}'
      from generate_series(1, 11999)`);
    await restart();
    await send('FULL', [frame(NOW), frame(NOW - 1000)]);
    await send('OTHER', frame(NOW));
    expect(await waiting()).toHaveLength(12_001);
    expect(await rejected()).toMatchObject([{ device_code: 'FULL', key: '', reason: 'QUARANTINE_FULL', count: 1 }]);
  });

  it('drops codes that were silent for 90 days, and the oldest of more than 500', async () => {
    const say = (code: string, time: number) =>
      database.db.query(sql`
        insert into unregistered_device (organization_id, code, first_seen_time, last_seen_time, message_count)
        values (${organization.id}, ${code}, ${new Date(time)}, ${new Date(time)}, 1)`);
    const codes = async () => {
      await restart();
      const { rows } = await database.db.query<{ code: string }>(
        sql`select code from unregistered_device where organization_id = ${organization.id} order by last_seen_time`,
      );
      return rows.map(({ code }) => code);
    };
    await say('SILENT', NOW - 90 * DAY_MS - 1);
    await say('HEARD', NOW - 90 * DAY_MS);
    expect(await codes()).toEqual(['HEARD']);
    for (let i = 0; i < 499; i++) await say(`NEW-${i}`, NOW - 1000 + i);
    expect((await codes()).slice(0, 2)).toEqual(['HEARD', 'NEW-0']);
    await say('NEWEST', NOW);
    const left = await codes();
    expect(left).toHaveLength(500);
    expect([left[0], left.at(-1)]).toEqual(['NEW-0', 'NEWEST']);
  });

  it('ends for 500 codes of an organization, which costs no other one and no registered device', async () => {
    for (let i = 0; i < 500; i += BURST.messages) {
      await Promise.all(Array.from({ length: BURST.messages }, (_, j) => send(`MADE-UP-${i + j}`, frame(NOW))));
      skippedMs += BURST.ms;
    }
    await send('ONE-MORE', frame(NOW));
    await send('AND-ANOTHER', frame(NOW));
    await send('MADE-UP-0', frame(NOW - 1000));
    const meter = await register('REAL');
    await send('REAL', [frame(NOW), frame(NOW + HOUR_MS)]);
    expect(await stored(meter.id)).toEqual([NOW]);
    const codes = (await waiting()).map(({ code }) => code);
    expect(codes).toHaveLength(502);
    expect(codes).toContain('REAL');
    const { rows } = await database.db.query<{ count: number }>(
      sql`select count(*) as count from unregistered_device where organization_id = ${organization.id}`,
    );
    expect(rows).toEqual([{ count: 500 }]);
    // Codes that a gateway invents share its rate, and are noted for that too.
    const full = (await rejected()).filter(({ reason }) => reason === 'QUARANTINE_FULL');
    expect(full).toEqual([
      { device_code: '…', key: '…', reason: 'QUARANTINE_FULL', count: 2, sample: 'AND-ANOTHER UNREGISTERED' },
    ]);
    const other = await anOrganization(database.db);
    const client = await devices.connect(await aGateway(other));
    await send('NEW', frame(NOW), client, other);
    expect(await waiting(other)).toHaveLength(1);
  });
});

describe('what waited of a device that is registered now', PATIENT, () => {
  const FUTURE = Date.UTC(2099, 0, 1);
  const LONG_AGO = Date.UTC(2019, 0, 1);

  it('is checked as if it came now: times that cannot be right go on waiting', async () => {
    await send('NEW', [frame(FUTURE), frame(NOW), frame(LONG_AGO), frame(NOW - 60_000)]);
    const meter = await register('NEW');
    expect(await devices.ingest.release(organization.id, 'NEW', meter.id)).toBe(2);
    expect(await stored(meter.id)).toEqual([NOW - 60_000, NOW]);
    expect((await waiting()).map(({ reason }) => reason)).toEqual(['FUTURE', 'BEFORE_2020']);
  });

  it('is not forgotten before it is stored', async () => {
    await send('NEW', frame(NOW));
    const meter = await register('NEW');
    const trouble = await failing(database.db, 'frame', '53100', 1_000);
    const released = devices.ingest.release(organization.id, 'NEW', meter.id);
    await expect.poll(trouble.tries, DEADLINE).toBeGreaterThan(1);
    expect(await waiting()).toHaveLength(1);
    await trouble.end();
    expect(await released).toBe(1);
    expect(await stored(meter.id)).toEqual([NOW]);
    expect(await waiting()).toEqual([]);
  });

  it('is there once, and no longer waits, when the server ended after storing it', async () => {
    await send('NEW', [frame(NOW), frame(NOW - 1000)]);
    const meter = await register('NEW');
    await run(database.db, 'create rule keep as on delete to quarantine do instead select 1/0');
    await expect(devices.ingest.release(organization.id, 'NEW', meter.id)).rejects.toThrow();
    expect(await stored(meter.id)).toEqual([NOW - 1000, NOW]);
    expect(await waiting()).toHaveLength(2);
    await run(database.db, 'drop rule keep on quarantine');
    await restart();
    await expect.poll(() => waiting(), DEADLINE).toEqual([]);
    expect(await stored(meter.id)).toEqual([NOW - 1000, NOW]);
  });

  it('joins it too when another process registered it', async () => {
    await send('NEW', frame(NOW));
    const meter = await register('NEW');
    devices.bus.emit('registry.changed', {});
    await expect.poll(() => stored(meter.id), DEADLINE).toEqual([NOW]);
    await expect.poll(() => waiting(), DEADLINE).toEqual([]);
  });
});
