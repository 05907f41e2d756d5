import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../device-messages/secret.ts';
import type { Statement } from '../../platform/db/pool.ts';
import { aCredential, type DeviceServer, openDeviceServer } from '../../testing/device-server.ts';
import { aDepartment, aMeter, anOrganization, type TestOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let devices: DeviceServer;
let organization: TestOrganization;

beforeAll(async () => {
  database = await testDatabase();
  organization = await anOrganization(database.db);
  await database.db.query(
    sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${organization.id}`,
  );
  devices = await openDeviceServer(database.db);
});
afterAll(async () => {
  await devices.close();
  await database.close();
});

const topicOf = (code: string, rest = 'readings') => `airdeck/v1/${organization.code}/${code}/${rest}`;
const closed = (device: { once(event: 'close', listener: () => void): unknown }) =>
  new Promise((resolve) => device.once('close', () => resolve('closed')));

describe('an unregistered device', () => {
  const connect = (code: string) => devices.connect({ username: `${organization.code}:${code}`, password: 'enrol' });

  it('appears with its code, address and number of messages; its readings wait and join the meter later', async () => {
    const device = await connect('NEW-1');
    const time = Date.now() - 120_000;
    for (const i of [0, 1]) {
      const payload = JSON.stringify({ time: time + i * 60_000, readings: { CO2: 500 + i } });
      await device.publishAsync(topicOf('NEW-1'), payload, { qos: 1 });
    }
    const { rows } = await database.db.query(sql`select code, ip, message_count from unregistered_device`);
    expect(rows).toEqual([{ code: 'NEW-1', ip: '127.0.0.1', message_count: 2 }]);

    const department = await aDepartment(database.db, { organizationId: organization.id });
    const meter = await aMeter(database.db, { department, code: 'NEW-1' });
    await devices.registry.reload();
    expect(await devices.ingest.release(organization.id, 'NEW-1', meter.id)).toBe(2);
    const frames = await database.db.query(sql`select value from frame where meter_id = ${meter.id} order by time`);
    expect(frames.rows).toEqual([{ value: [500] }, { value: [501] }]);
    for (const table of ['quarantine', 'unregistered_device']) {
      expect(
        (
          await database.db.query(
            sql([`select * from ${table} where ${table === 'quarantine' ? 'device_code' : 'code'} = 'NEW-1'`]),
          )
        ).rows,
      ).toEqual([]);
    }
  });

  it('may say readings and status only, and only as itself', async () => {
    for (const topic of [topicOf('NEW-2', 'purifiers/1/state'), topicOf('NEW-3'), topicOf('NEW-2', 'errors')]) {
      const device = await connect('NEW-2');
      const end = closed(device);
      device.publish(topic, '{}', { qos: 1 });
      expect(await end).toBe('closed');
    }
  });

  it('is refused when its code is registered: then its own secret counts', async () => {
    const meter = await aMeter(database.db, {
      department: await aDepartment(database.db, { organizationId: organization.id }),
    });
    await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
    await devices.registry.reload();
    await expect(connect(meter.code)).rejects.toThrow();
  });
});

describe('a message over which its receiver breaks', () => {
  it.each(['readings', 'status', 'purifiers/1/state', 'errors'])(
    'on %s costs itself only: counted, acknowledged, and the connection goes on',
    async (rest) => {
      const breaking = (): never => {
        throw new RangeError('made to break');
      };
      const broken = { readings: breaking, status: breaking, 'purifier-state': breaking, errors: breaking };
      const own = await openDeviceServer(database.db, undefined, broken);
      const code = `GW-${rest.replaceAll('/', '-')}`;
      const login = await aCredential(database.db, { organization, code, meterId: null });
      await own.registry.reload();
      const device = await own.connect(login);
      for (const qos of [0, 1, 2] as const) await device.publishAsync(topicOf(code, rest), '{"a":1}', { qos });
      await device.publishAsync(topicOf(code, rest), '{"a":2}', { qos: 1 });
      await own.close();
      const { rows } = await database.db.query(
        sql`select reason, count, sample from rejection where device_code = ${code}`,
      );
      expect(rows).toEqual([{ reason: 'FAILED', count: 4, sample: '{"a":2}' }]);
    },
  );
});

describe('a device that floods', () => {
  it('is slowed down, is noted, and does not make others wait', async () => {
    const department = await aDepartment(database.db, { organizationId: organization.id });
    const [loud, quiet] = [await aMeter(database.db, { department }), await aMeter(database.db, { department })];
    const logins = [];
    for (const meter of [loud, quiet])
      logins.push(await aCredential(database.db, { organization, code: meter.code, meterId: meter.id }));
    await devices.registry.reload();
    const [loudDevice, quietDevice] = await Promise.all(logins.map((login) => devices.connect(login)));
    const base = Date.now() - 600_000;
    const send = (i: number) =>
      loudDevice?.publishAsync(topicOf(loud.code), JSON.stringify({ time: base + i, readings: { CO2: 400 } }), {
        qos: 1,
      });
    const order: string[] = [];
    const flood = Promise.all(Array.from({ length: 30 }, (_, i) => send(i))).then(() => order.push('loud'));
    await quietDevice?.publishAsync(topicOf(quiet.code), '{"readings":{"CO2":400}}', { qos: 1 });
    order.push('quiet');
    await flood;
    expect(order).toEqual(['quiet', 'loud']);
    await devices.ingest.stop();
    await devices.ingest.start();
    const { rows } = await database.db.query<{ device_code: string; count: number }>(
      sql`select device_code, count from rejection where reason = 'THROTTLED'`,
    );
    expect(rows).toEqual([{ device_code: loud.code, count: expect.any(Number) }]);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(5);
    const stored = await database.db.query(sql`select time from frame where meter_id = ${loud.id}`);
    expect(stored.rows).toHaveLength(30);
  });

  it('is disconnected when it is ten seconds ahead; what was too much is not acknowledged', async () => {
    const meter = await aMeter(database.db, {
      department: await aDepartment(database.db, { organizationId: organization.id }),
    });
    const login = await aCredential(database.db, { organization, code: meter.code, meterId: meter.id });
    await devices.registry.reload();
    const device = await devices.connect(login);
    const end = closed(device);
    const base = Date.now() - 600_000;
    let acknowledged = 0;
    for (let i = 0; i < 200; i++) {
      const payload = JSON.stringify({ time: base + i, readings: { CO2: 400 } });
      device.publish(topicOf(meter.code), payload, { qos: 1 }, (error) => {
        if (!error) acknowledged += 1;
      });
    }
    expect(await end).toBe('closed');
    // Twenty at once and ten seconds of ten.
    expect(acknowledged).toBeLessThanOrEqual(120);
    await devices.ingest.stop();
    await devices.ingest.start();
    const { rows } = await database.db.query<{ count: number }>(
      sql`select count from rejection where reason = 'THROTTLED' and device_code = ${meter.code}`,
    );
    expect(rows[0]?.count).toBeGreaterThan(acknowledged);
  });
});

describe('a connection whose right to be there ends', () => {
  interface Setting {
    own: TestOrganization;
    meter: { id: number; code: string };
  }
  const query = (statement: Statement) => database.db.query(statement);
  const retire = ({ own }: Setting) => query(sql`update organization set use = 'N' where id = ${own.id}`);
  const changes: [
    what: string,
    who: 'DEVICE' | 'GATEWAY' | 'ENROLMENT',
    change: (setting: Setting) => Promise<unknown>,
  ][] = [
    ['its organization is taken out of use', 'DEVICE', retire],
    ['its organization is taken out of use', 'GATEWAY', retire],
    ['its organization is taken out of use', 'ENROLMENT', retire],
    ['it is taken out of use', 'DEVICE', ({ meter }) => query(sql`update meter set use = 'N' where id = ${meter.id}`)],
    ['its meter is deleted', 'DEVICE', ({ meter }) => query(sql`delete from meter where id = ${meter.id}`)],
    [
      'its secret is renewed',
      'DEVICE',
      ({ meter }) =>
        query(sql`update device_credential set secret_hash = ${hashSecret('new')} where meter_id = ${meter.id}`),
    ],
    [
      'its device is replaced',
      'DEVICE',
      async ({ meter }) => {
        await query(sql`update meter set code = 'REPLACED' where id = ${meter.id}`);
        await query(sql`update device_credential set secret_hash = ${hashSecret('new')} where meter_id = ${meter.id}`);
      },
    ],
    [
      'its gateway is deleted',
      'GATEWAY',
      ({ own }) => query(sql`delete from device_credential where organization_id = ${own.id} and kind = 'GATEWAY'`),
    ],
    [
      'the enrolment secret is renewed',
      'ENROLMENT',
      ({ own }) => query(sql`update organization set enrolment_hash = ${hashSecret('new')} where id = ${own.id}`),
    ],
    [
      'the enrolment secret is withdrawn',
      'ENROLMENT',
      ({ own }) => query(sql`update organization set enrolment_hash = null where id = ${own.id}`),
    ],
    [
      'its code is registered',
      'ENROLMENT',
      // Its credential follows.
      ({ meter }) => query(sql`update meter set code = 'FRESH' where id = ${meter.id}`),
    ],
  ];

  it.each(changes)('is closed when %s (%s), and no other', async (_, who, change) => {
    const own = await anOrganization(database.db);
    await query(sql`update organization set enrolment_hash = ${hashSecret('enrol')} where id = ${own.id}`);
    const department = await aDepartment(database.db, { organizationId: own.id });
    const [meter, quiet] = [await aMeter(database.db, { department }), await aMeter(database.db, { department })];
    const logins = {
      DEVICE: await aCredential(database.db, { organization: own, code: meter.code, meterId: meter.id }),
      GATEWAY: await aCredential(database.db, { organization: own, code: 'GW', meterId: null }),
      ENROLMENT: { username: `${own.code}:FRESH`, password: 'enrol' },
    };
    const other = await aMeter(database.db, {
      department: await aDepartment(database.db, { organizationId: organization.id }),
    });
    const witnesses = [await aCredential(database.db, { organization, code: other.code, meterId: other.id })];
    if (change !== retire)
      witnesses.push(await aCredential(database.db, { organization: own, code: quiet.code, meterId: quiet.id }));
    await devices.registry.reload();
    const device = await devices.connect(logins[who]);
    const stay = await Promise.all(witnesses.map((login) => devices.connect(login)));
    const end = closed(device);
    await change({ own, meter });
    await devices.registry.reload();
    devices.bus.emit('registry.changed', {});
    expect(await end).toBe('closed');
    for (const [i, witness] of stay.entries()) {
      const topic = i === 0 ? topicOf(other.code) : `airdeck/v1/${own.code}/${quiet.code}/readings`;
      await witness.publishAsync(topic, '{"readings":{"CO2":400}}', { qos: 1 });
    }
  });
});
