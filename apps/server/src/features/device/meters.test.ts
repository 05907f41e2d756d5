import { randomBytes } from 'node:crypto';
import { MAX_ORDERS } from '@airdeck/contract/paging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../device-messages/secret.ts';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aUser,
  type TestDepartment,
  type TestMeter,
  type TestOrganization,
  type TestUser,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDeviceRoutes } from './device-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let room: TestDepartment;
let corridor: TestDepartment;
let foreign: TestMeter;
let administrator: TestUser;
let bearer: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  room = await aDepartment(db, { organizationId: own.id, name: 'Room' });
  corridor = await aDepartment(db, { organizationId: own.id, officeId: room.officeId, name: 'Corridor' });
  foreign = await aMeter(db, { code: 'FOREIGN' });
  app = await sessionApp({ db, clock: systemClock });
  registry = createRegistry(db);
  const changeRegistry = testChangeRegistry(db, registry);
  addDeviceRoutes(app.http, {
    db,
    registry,
    changeRegistry,
    randomBytes,
    dataDir: null,
    mqtt: { port: 1883, tls: false },
  });
  administrator = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
  bearer = await app.bearer(administrator);
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from meter where organization_id = ${own.id}`);
  await database.db.query(sql`delete from audit`);
  await registry.reload();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(bearer, method, `/meters${path}`, payload);
const ownMeter = async (given: Parameters<typeof aMeter>[1] = {}) => {
  const meter = await aMeter(database.db, { department: room, ...given });
  await registry.reload();
  return meter;
};
const audits = async () =>
  (
    await database.db.query(sql`select action, entity, entity_id, user_login, ip, before->>'name' as before,
    after->>'name' as after from audit order by id`)
  ).rows;
const fieldsOf = async (id: number) => {
  const { body } = await ask('GET', `/${id}`);
  const { department_id, name, code, version } = body;
  return { department_id, name, code, version };
};

describe('the list', () => {
  beforeEach(async () => {
    for (const [name, code, department, intervalS] of [
      ['B', 'X-1', room, 60],
      ['A', 'X-2', room, 30],
      ['C_', 'Y-3', corridor, 30],
    ] as const) {
      await aMeter(database.db, { name, code, department, intervalS });
    }
  });
  const names = async (query: string) =>
    (await ask('GET', `?${query}`)).body.content.map(({ name }: { name: string }) => name);

  it.each([
    ['', ['C_', 'A', 'B']],
    ['sort=name,DESC', ['C_', 'B', 'A']],
    ['sort=name', ['A', 'B', 'C_']],
    ['sort=interval_s,ASC&sort=name,DESC', ['C_', 'A', 'B']],
    ['sort=department_name,DESC&sort=code,DESC', ['A', 'B', 'C_']],
    ['meterName=_', ['C_']],
    ['departmentName=ROOM&code=x-', ['A', 'B']],
    ['officeName=no such office', []],
    ['use=N', []],
    ['type=METER&size=1&page=2', ['B']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('has the total number on every page', async () => {
    expect((await ask('GET', '?size=2&page=1')).body).toMatchObject({ totalElements: 3, totalPages: 2 });
  });

  it.each([
    'sort=password',
    'sort=name,UP',
    'sort=name,ASC,DESC',
    'sort=m.name',
    `sort=${Array.from({ length: MAX_ORDERS + 1 }, () => 'name').join('&sort=')}`,
    'type=CAMERA',
    'size=0',
    'page=-1',
    'colour=red',
  ])('%s is refused', async (query) => {
    expect(await ask('GET', `?${query}`)).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } });
  });
});

describe('codes that differ by case only', () => {
  const refused = { status: 409, body: { code: 'DUPLICATION_METER_CODE', errors: { code: 'DUPLICATE' } } };

  it('are duplicates', async () => {
    await ownMeter({ code: 'M-1' });
    const { id } = await ownMeter({ code: 'M-2' });
    const fields = { department_id: room.id, name: 'New', code: 'm-1', sensors: [], purifiers: [] };
    expect(await ask('POST', '', fields)).toMatchObject(refused);
    expect(await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), code: 'm-1' })).toMatchObject(refused);
    expect((await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), code: 'm-2' })).body).toMatchObject({ code: 'm-2' });
  });

  it('stay as they are if they were there before, with a secret each', async () => {
    const regular = await ownMeter({ code: 'M-1' });
    const kept = await ownMeter({ code: 'OTHER' });
    await database.db.query(sql`update meter set code = 'm-1', kept_code = 'm-1' where id = ${kept.id}`);
    await registry.reload();
    for (const { id } of [regular, kept]) {
      expect((await ask('POST', `/${id}/secret`)).status).toBe(200);
      const edited = { ...(await fieldsOf(id)), name: `Edited ${id}` };
      expect((await ask('PUT', `/${id}`, edited)).body).toMatchObject({ code: edited.code, name: edited.name });
    }
  });
});

describe('a meter', () => {
  it('is read with the number of what goes along with it', async () => {
    const { id } = await ownMeter({ sensors: ['CO2', 'PM10'] });
    await aPurifier(database.db, id);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ id, sensor_count: 2, purifier_count: 1, version: 1 });
  });

  it('is changed as a whole, written down, and known to devices at once', async () => {
    const { id, code } = await ownMeter({ name: 'Before' });
    await database.db.query(sql`insert into device_credential values (${own.id}, ${code}, 'DEVICE', ${id}, '\\x00')`);
    const edited = {
      ...(await fieldsOf(id)),
      ...{ name: 'After', code: 'NEW-CODE', department_id: corridor.id, use: 'N', interval_s: 30, ip: '10.0.0.7' },
      first_operation_date: '2026-01-31',
      ...{ certificate_grade: 'GRADE_1', certificate_number: 'PM-2026-1', certificate_until: '2031-05-01' },
      calibration_date: '2026-04-01',
    };
    const { version: _, ...expected } = edited;
    expect((await ask('PUT', `/${id}`, edited)).body).toMatchObject({
      ...expected,
      version: 2,
      department_name: 'Corridor',
    });
    const known = registry.snapshot().meters.get(id);
    expect(known).toMatchObject({ name: 'After', code: 'NEW-CODE', use: 'N', intervalS: 30 });
    expect(known?.department.id).toBe(corridor.id);
    expect(known?.certificate).toEqual({ grade: 'GRADE_1', number: 'PM-2026-1', until: '2031-05-01' });
    expect(known?.calibrationDate).toBe('2026-04-01');
    expect([...registry.snapshot().credentials.keys()]).toContain(`${own.code}:NEW-CODE`);
    expect(await audits()).toEqual([
      {
        ...{ action: 'write', entity: 'meters', entity_id: id, user_login: administrator.login, ip: '127.0.0.1' },
        ...{ before: 'Before', after: 'After' },
      },
    ]);
  });

  it('is changed while a file adds sensors to it, as long as its name and code stay', async () => {
    const { id } = await ownMeter();
    const edited = { ...(await fieldsOf(id)), interval_s: 30 };
    await database.db.tx(async (tx) => {
      await tx.query(sql`insert into sensor (meter_id, type, sequence, name) values (${id}, 'CO2', 9, 'New')`);
      expect((await ask('PUT', `/${id}`, edited)).body).toMatchObject({ interval_s: 30, version: 2 });
    });
  });

  it('tells the second of two editors, who changes nothing', async () => {
    const { id } = await ownMeter({ name: 'Both' });
    const seen = await fieldsOf(id);
    const answers = await Promise.all(['First', 'Second'].map((name) => ask('PUT', `/${id}`, { ...seen, name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('EDITED_MEANWHILE');
    const winner = answers.find(({ status }) => status === 200)?.body.name;
    expect((await fieldsOf(id)).name).toBe(winner);
    expect(await audits()).toHaveLength(1);
    expect((await ask('DELETE', `/${id}?version=1`)).body.code).toBe('EDITED_MEANWHILE');
  });

  describe('registered under the code of a deleted one', () => {
    const gone = async () => {
      const meter = await ownMeter({ code: 'AGAIN', name: 'Before', sensors: ['CO2', 'PM10'] });
      await ask('DELETE', `/${meter.id}?version=1`);
      await database.db.query(sql`delete from audit`);
      return meter;
    };
    const register = (change: object = {}) =>
      ask('POST', '', { department_id: corridor.id, name: 'After', code: 'AGAIN', ...change });

    it('takes over its history if that is wished: the same row, sensors by type and number, and a new secret', async () => {
      const before = await gone();
      const sensors = [{ type: 'CO2' }, { type: 'HUMIDITY' }];
      const { status, body } = await register({ take_over: 'Y', sensors, interval_s: 30 });
      expect([status, body.id, body.name, body.department_id]).toEqual([200, before.id, 'After', corridor.id]);
      const meter = registry.snapshot().meters.get(before.id);
      expect([...(meter?.sensors.values() ?? [])].map(({ id, type }) => [type, id])).toEqual([
        ['CO2', before.sensorIds[0]],
        ['HUMIDITY', expect.any(Number)],
      ]);
      expect(meter?.past.sensors.map(({ id, state }) => [id, state])).toEqual([[before.sensorIds[1], 'UNUSED']]);
      expect(meter?.periods.map(({ use, intervalS }) => [use, intervalS])).toEqual([
        ['Y', 60],
        ['N', 60],
        ['Y', 30],
      ]);
      const known = registry.snapshot().credentials.get(`${own.code}:AGAIN`);
      expect(known?.secretHash).toEqual(hashSecret(body.credential.secret));
      expect(registry.snapshot().past.meters.has(before.id)).toBe(false);
      expect(await audits()).toMatchObject([{ action: 'create', entity_id: before.id, after: 'After' }]);
    });

    it('has a history of its own otherwise', async () => {
      const before = await gone();
      const { body } = await register();
      expect(body.id).not.toBe(before.id);
      expect(registry.snapshot().past.meters.has(before.id)).toBe(true);
    });

    it('cannot take over what is not there, or what another organization deleted', async () => {
      await aMeter(database.db, { code: 'THEIRS' });
      await database.db.query(sql`delete from meter where code = 'THEIRS'`);
      for (const code of ['NEVER', 'THEIRS']) {
        const { status, body } = await register({ code, take_over: 'Y' });
        expect([status, body.errors]).toEqual([400, { take_over: 'NOT_FOUND' }]);
      }
      expect(registry.snapshot().metersByCode.has(`${own.code}:THEIRS`)).toBe(false);
    });

    it('is not taken over under a name that its department has', async () => {
      const before = await gone();
      await ownMeter({ department: corridor, name: 'After' });
      expect((await register({ take_over: 'Y' })).body).toMatchObject({ errors: { name: 'DUPLICATE' } });
      expect(registry.snapshot().past.meters.has(before.id)).toBe(true);
    });
  });

  describe('whose device is replaced', () => {
    const credentials = async (id: number) =>
      (
        await database.db.query(sql`select code, encode(secret_hash, 'hex') as hash from device_credential
        where meter_id = ${id}`)
      ).rows;
    const renewed = async (id: number) => (await ask('POST', `/${id}/secret`)).body.credential;

    it('keeps its row, and its old code and secret end', async () => {
      const { id } = await ownMeter({ code: 'OLD', sensors: ['CO2'] });
      const old = await renewed(id);
      await database.db.query(sql`update meter set serial = 'S-1', software_version = '1.0' where id = ${id}`);
      await database.db.query(sql`insert into unregistered_device
        (organization_id, code, first_seen_time, last_seen_time, message_count)
        values (${own.id}, 'NEW', now(), now(), 1)`);
      await database.db.query(sql`insert into device_error (meter_id, code, state, changed_time)
        values (${id}, 'M002', 'RAISED', now() - interval '1 hour')`);
      await database.db.query(sql`insert into device_settings (meter_id, sent, sent_time, state)
        values (${id}, '[]', now(), 'ACCEPTED')`);
      await database.db.query(sql`delete from audit`);
      const { status, body } = await ask('POST', `/${id}/device`, { code: 'NEW', serial: 'S-2' });
      expect([status, body.credential.username]).toEqual([200, `${own.code}:NEW`]);
      expect(body.credential.secret).not.toBe(old.secret);
      expect((await ask('GET', `/${id}`)).body).toMatchObject({
        ...{ code: 'NEW', serial: 'S-2', software_version: null, sensor_count: 1, version: 2 },
      });
      const { credentials: known, metersByCode } = registry.snapshot();
      expect([known.has(`${own.code}:OLD`), metersByCode.has(`${own.code}:OLD`)]).toEqual([false, false]);
      expect(await credentials(id)).toEqual([
        { code: 'NEW', hash: hashSecret(body.credential.secret).toString('hex') },
      ]);
      expect((await database.db.query(sql`select from unregistered_device`)).rowCount).toBe(0);
      // Errors and answers of the old device are not those of the new one.
      expect(
        (
          await database.db.query(sql`select e.state, s.state as settings, s.version from device_error e
        join device_settings s using (meter_id)`)
        ).rows,
      ).toEqual([{ state: 'ENDED', settings: 'SENT', version: 2 }]);
      const { rows } = await database.db.query(sql`select action, before, after from audit`);
      expect(rows).toEqual([
        {
          action: 'write',
          before: expect.objectContaining({ code: 'OLD', serial: 'S-1', software_version: '1.0', secret: null }),
          after: expect.objectContaining({ code: 'NEW', serial: 'S-2', software_version: null, secret: 'renewed' }),
        },
      ]);
      expect(JSON.stringify(rows)).not.toContain(body.credential.secret);
    });

    it.each([
      ['of another meter', sql`update meter set code = 'TAKEN' where code = 'OTHER'`],
      [
        'of a gateway',
        sql`insert into device_credential (organization_id, code, kind, secret_hash)
        select organization_id, 'TAKEN', 'GATEWAY', '' from meter where code = 'OLD'`,
      ],
    ])('changes nothing when the new code is that %s', async (_, take) => {
      const { id } = await ownMeter({ code: 'OLD' });
      await ownMeter({ code: 'OTHER' });
      await renewed(id);
      const before = await credentials(id);
      await database.db.query(take);
      const { status, body } = await ask('POST', `/${id}/device`, { code: 'TAKEN' });
      expect([status, body.code, body.errors]).toEqual([409, 'DUPLICATION_METER_CODE', { code: 'DUPLICATE' }]);
      expect(await credentials(id)).toEqual(before);
      await database.db.query(sql`delete from device_credential where kind = 'GATEWAY'`);
    });

    it('needs a code', async () => {
      const { id } = await ownMeter();
      expect((await ask('POST', `/${id}/device`, {})).body.errors).toEqual({ code: 'REQUIRED' });
      expect((await ask('POST', `/${foreign.id}/device`, { code: 'NEW' })).status).toBe(404);
    });
  });

  it('is deleted with its parts, and what it was is written down', async () => {
    const { id, code } = await ownMeter({ name: 'Gone', sensors: ['CO2'] });
    expect((await ask('DELETE', `/${id}?version=1`)).status).toBe(200);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect(registry.snapshot().meters.has(id)).toBe(false);
    expect(registry.snapshot().metersByCode.has(`${own.code}:${code}`)).toBe(false);
    expect(await audits()).toMatchObject([{ action: 'delete', before: 'Gone', after: null }]);
  });

  it.each([
    ['a code that another has', { code: 'TAKEN' }, 409, 'DUPLICATION_METER_CODE'],
    ['a name that another has', { name: 'Taken' }, 409, 'DUPLICATION_METER_NAME'],
    ['a department that is not there', { department_id: 2_000_000_000 }, 404, 'RESOURCE_NOT_FOUND'],
    ['an address that is none', { ip: '10.0.0.256' }, 400, 'INVALID_PARAMETER'],
    ['no version', { version: undefined }, 400, 'INVALID_PARAMETER'],
  ])('keeps what it was when it gets %s', async (_, change, status, code) => {
    await aMeter(database.db, { department: room, name: 'Taken', code: 'TAKEN' });
    const { id } = await ownMeter({ name: 'Mine' });
    const answer = await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), ...change });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(change));
    expect(await fieldsOf(id)).toMatchObject({ name: 'Mine', version: 1 });
    expect(await audits()).toEqual([]);
  });

  it("does not move to another organization's department", async () => {
    const { id } = await ownMeter();
    const answer = await ask('PUT', `/${id}`, { ...(await fieldsOf(id)), department_id: foreign.department.id });
    expect([answer.status, answer.body.errors]).toEqual([404, { department_id: 'INVALID' }]);
  });
});
