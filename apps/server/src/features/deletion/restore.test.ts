import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOffice,
  anOrganization,
  aPurifier,
  aUser,
  type TestDepartment,
  type TestMeter,
  type TestOrganization,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addDeletionRoutes } from './deletion-routes.ts';

let database: TestDatabase;
let app: SessionApp;
let registry: Registry;
let own: TestOrganization;
let room: TestDepartment;
let bearer: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: 'Own' });
  app = await sessionApp({ db, clock: systemClock });
  registry = createRegistry(db);
  addDeletionRoutes(app.http, { db, changeRegistry: testChangeRegistry(db, registry) });
  bearer = await app.bearer(await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  await db.query(sql`delete from office where organization_id = ${own.id}`);
  await db.query(sql`delete from deleted_row`);
  await db.query(sql`delete from audit`);
  const officeId = await anOffice(db, own.id, 'Main');
  room = await aDepartment(db, { organizationId: own.id, officeId, name: 'Room' });
  await registry.reload();
});

const ask = (method: Method, path: string, payload?: object) => app.ask(bearer, method, `/deleted${path}`, payload);
const restore = (kind: string, id: number, body: object = {}) => ask('POST', `/${kind}/${id}`, body);
const listed = async (kind: string) => (await ask('GET', `/${kind}`)).body.rows;
const remove = async (table: 'meter' | 'department' | 'office' | 'sensor' | 'purifier', id: number) => {
  const statements = {
    meter: sql`delete from meter where id = ${id}`,
    department: sql`delete from department where id = ${id}`,
    office: sql`delete from office where id = ${id}`,
    sensor: sql`delete from sensor where id = ${id}`,
    purifier: sql`delete from purifier where id = ${id}`,
  };
  await database.db.query(statements[table]);
  await registry.refresh({ organizations: [own.id], meters: [] });
};
const SECRET = Buffer.alloc(32, 7);
const IMAGE = Buffer.from([0, 1, 92, 255, 10]);
/** A meter with a sensor, a purifier, its settings and a credential. */
const wholeMeter = async (code: string, department = room): Promise<TestMeter & { purifierId: number }> => {
  const { db } = database;
  const meter = await aMeter(db, { department, code, name: code, sensors: ['CO2'] });
  const purifierId = await aPurifier(db, meter.id);
  await db.query(sql`delete from device_credential where meter_id = ${meter.id}`);
  await db.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
    values (${own.id}, ${code}, 'DEVICE', ${meter.id}, ${SECRET})`);
  await db.query(sql`insert into filter_replacement (purifier_id, filter, time, source, used_h, before_h, after_h)
    values (${purifierId}, 1, now(), 'PERSON', 10, 10, 0)`);
  await registry.reload();
  return { ...meter, purifierId };
};
const count = async (statement: ReturnType<typeof sql>) => (await database.db.query(statement)).rowCount;

/** A plan of the office with a place of each meter. */
const planOf = async (officeId: number, meters: readonly TestMeter[]): Promise<number> => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into floor_plan (organization_id, office_id, name, format, width, height, image, image_version)
    values (${own.id}, ${officeId}, '1F', 'PNG', 40, 30, ${IMAGE}, 3) returning id`);
  const id = rows[0]?.id ?? 0;
  for (const [i, meter] of meters.entries()) {
    await database.db.query(sql`insert into floor_plan_pin values (${id}, ${meter.id}, ${0.1 * (i + 1)}, 0.5)`);
  }
  return id;
};
const pinsOf = async (planId: number) =>
  (await database.db.query(sql`select meter_id, x from floor_plan_pin where plan_id = ${planId} order by meter_id`))
    .rows;

describe('floor plans', () => {
  it('are restored with their office, and with the places of its meters', async () => {
    const meters = [await wholeMeter('M-1'), await wholeMeter('M-2')];
    const planId = await planOf(room.officeId, meters);
    const before = await pinsOf(planId);
    await remove('office', room.officeId);
    expect(await count(sql`select from floor_plan`)).toBe(0);
    expect(await count(sql`select from deleted_row where kind = 'floor_plan_pin'`)).toBe(2);
    expect((await restore('office', room.officeId)).status).toBe(200);
    const { rows } = await database.db.query(sql`select name, format, width, image, image_version from floor_plan
      where id = ${planId}`);
    expect(rows).toEqual([{ name: '1F', format: 'PNG', width: 40, image: IMAGE, image_version: 3 }]);
    expect(await pinsOf(planId)).toEqual(before);
    expect(await count(sql`select from deleted_row`)).toBe(0);
  });

  it('have a restored meter at its place, unless the plan was deleted or the meter is in another office', async () => {
    const [meter, moved, lost] = [await wholeMeter('M-1'), await wholeMeter('M-2'), await wholeMeter('M-3')];
    const planId = await planOf(room.officeId, [meter, moved]);
    const gone = await planOf(await anOffice(database.db, own.id, 'Beside'), [lost]);
    for (const { id } of [meter, moved, lost]) await remove('meter', id);
    expect(await pinsOf(planId)).toEqual([]);
    await database.db.query(sql`delete from floor_plan where id = ${gone}`);
    const elsewhere = await aDepartment(database.db, { organizationId: own.id, name: 'Elsewhere' });
    await database.db.query(
      sql`update deleted_row set content = content || ${JSON.stringify({
        ...{ department_id: elsewhere.id, office_id: elsewhere.officeId },
      })}::jsonb where kind = 'meter' and row_id = ${moved.id}`,
    );
    for (const { id } of [meter, moved, lost]) expect((await restore('meter', id)).status).toBe(200);
    expect(await pinsOf(planId)).toEqual([{ meter_id: meter.id, x: 0.1 }]);
    expect(await count(sql`select from deleted_row`)).toBe(0);
  });
});

describe('a deleted meter', () => {
  it('is listed with its places and restored with everything that it had', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    expect(registry.snapshot().meters.has(meter.id)).toBe(false);
    expect(await listed('meter')).toEqual([
      {
        ...{ id: meter.id, name: 'M-1', code: 'M-1', places: ['Own', 'Main', 'Room'], orphaned: false },
        deleted_time: expect.any(String),
      },
    ]);
    expect(await restore('meter', meter.id)).toMatchObject({ status: 200, body: { left: 0 } });
    const restored = registry.snapshot().meters.get(meter.id);
    expect([...(restored?.sensors.values() ?? [])].map(({ id }) => id)).toEqual(meter.sensorIds);
    expect(restored?.purifiers.map(({ id }) => id)).toEqual([meter.purifierId]);
    expect(registry.snapshot().credentials.get(`${own.code}:M-1`)?.secretHash).toEqual(SECRET);
    expect(registry.snapshot().past.meters.has(meter.id)).toBe(false);
    expect(await count(sql`select from filter_replacement where purifier_id = ${meter.purifierId}`)).toBe(1);
    expect(await count(sql`select from deleted_row`)).toBe(0);
  });

  describe('with devices behind doors', () => {
    const device = async (address: string, meterId: number | null, purifier: number | null = null): Promise<number> => {
      const { rows } = await database.db.query<{ id: number }>(sql`
        with d as (
          insert into door (organization_id, name, kind, secret_hash)
          values (${own.id}, ${address}, 'HTTP', ${Buffer.from(address)}) returning id)
        insert into door_device (organization_id, door_id, address, meter_id, purifier, updated_time)
        select ${own.id}, id, ${address}, ${meterId}, ${purifier}::integer, now() - interval '1 day' from d returning id`);
      return rows[0]?.id ?? 0;
    };
    const devicesOf = async (meterId: number) => {
      const { rows } = await database.db.query(sql`
        select address, purifier, version, updated_time > now() - interval '1 hour' as is_new
        from door_device where meter_id = ${meterId} order by address`);
      return rows;
    };
    beforeEach(async () => {
      await database.db.query(sql`delete from door`);
    });

    it('has them again', async () => {
      const meter = await wholeMeter('M-1');
      await device('air', meter.id);
      await device('fan', meter.id, 1);
      await remove('meter', meter.id);
      // Unbound, it can be bound to any meter: nothing of the old one is left.
      expect(await count(sql`select from door_device where meter_id is not null or purifier is not null`)).toBe(0);
      expect((await restore('meter', meter.id)).status).toBe(200);
      // The processes notice the change by its time.
      expect(await devicesOf(meter.id)).toEqual([
        { address: 'air', purifier: null, version: 3, is_new: true },
        { address: 'fan', purifier: 1, version: 3, is_new: true },
      ]);
      expect(await count(sql`select from deleted_row`)).toBe(0);
    });

    it('does not take those that belong to another meter or are deleted', async () => {
      const [meter, other] = [await wholeMeter('M-1'), await wholeMeter('M-2')];
      const taken = await device('taken', meter.id, 1);
      const gone = await device('gone', meter.id);
      await remove('meter', meter.id);
      await database.db.query(sql`update door_device set meter_id = ${other.id}, purifier = null where id = ${taken}`);
      await database.db.query(sql`delete from door_device where id = ${gone}`);
      expect((await restore('meter', meter.id)).status).toBe(200);
      expect(await devicesOf(meter.id)).toEqual([]);
      expect(await devicesOf(other.id)).toMatchObject([{ address: 'taken', purifier: null, version: 2 }]);
      expect(await count(sql`select from deleted_row`)).toBe(0);
    });

    it('has them again after its department was restored', async () => {
      const meter = await wholeMeter('M-1');
      await device('air', meter.id);
      await remove('department', room.id);
      expect((await restore('department', room.id)).status).toBe(200);
      expect(await devicesOf(meter.id)).toMatchObject([{ address: 'air' }]);
    });
  });

  it('is expected to send nothing between its deletion and its restoration', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    await restore('meter', meter.id);
    expect(
      registry
        .snapshot()
        .meters.get(meter.id)
        ?.periods.map(({ use }) => use),
    ).toEqual(['Y', 'N', 'Y']);
  });

  it('frees its code and name, and a restoration onto them asks for others', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    await aMeter(database.db, { department: room, code: 'M-1', name: 'M-1' });
    expect(await restore('meter', meter.id)).toMatchObject({
      status: 409,
      body: { errors: { code: 'DUPLICATE' }, code: 'DUPLICATION_METER_CODE' },
    });
    expect(await restore('meter', meter.id, { code: 'M-2' })).toMatchObject({
      status: 409,
      body: { errors: { name: 'DUPLICATE' } },
    });
    expect((await restore('meter', meter.id, { code: 'M-2', name: 'Two' })).status).toBe(200);
    expect(registry.snapshot().meters.get(meter.id)).toMatchObject({ code: 'M-2', name: 'Two' });
    // The device keeps its secret under the new code.
    expect(registry.snapshot().credentials.get(`${own.code}:M-2`)?.secretHash).toEqual(SECRET);
  });

  it('moves with its department, and waits while the department is deleted', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    await remove('department', room.id);
    expect(await listed('meter')).toMatchObject([{ orphaned: true, places: ['Own', 'Main', 'Room'] }]);
    expect(await restore('meter', meter.id)).toMatchObject({
      status: 404,
      body: { errors: { department_id: 'INVALID' } },
    });
    await restore('department', room.id);
    const annex = await anOffice(database.db, own.id, 'Annex');
    await database.db.query(sql`update department set office_id = ${annex} where id = ${room.id}`);
    await registry.reload();
    expect((await restore('meter', meter.id)).status).toBe(200);
    expect(registry.snapshot().meters.get(meter.id)?.department.office.id).toBe(annex);
  });

  it('cannot be restored twice, nor after 30 days', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    await database.db.query(sql`update deleted_row set deleted_time = now() - interval '30 days 1 second'`);
    expect(await listed('meter')).toEqual([]);
    expect((await restore('meter', meter.id)).status).toBe(404);
    await database.db.query(sql`update deleted_row set deleted_time = now() - interval '29 days'`);
    expect((await restore('meter', meter.id)).status).toBe(200);
    expect((await restore('meter', meter.id)).status).toBe(404);
  });

  it('is audited', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    await restore('meter', meter.id, { name: 'Two' });
    const { rows } = await database.db.query(sql`select action, entity, entity_id, before->>'name' as name,
      before->>'deleted_time' is not null as was_deleted, after from audit`);
    expect(rows).toEqual([
      {
        ...{ action: 'write', entity: 'meters', entity_id: meter.id, name: 'M-1', was_deleted: true },
        after: { name: 'Two', deleted_time: null },
      },
    ]);
  });

  it.each([
    [{ name: '<b>' }, 'name'],
    [{ code: 'a b' }, 'code'],
  ])('rejects %j', async (body, field) => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    const { status, body: answer } = await restore('meter', meter.id, body);
    expect([status, Object.keys(answer.errors)]).toEqual([400, [field]]);
  });
});

describe('a deleted place', () => {
  it('comes back with its departments and meters, which are not listed by themselves', async () => {
    const meter = await wholeMeter('M-1');
    await remove('office', room.officeId);
    expect([await listed('office'), await listed('department'), await listed('meter')]).toMatchObject([
      [{ id: room.officeId, name: 'Main', places: ['Own'], code: null }],
      [],
      [],
    ]);
    expect(await restore('office', room.officeId)).toMatchObject({ status: 200, body: { left: 0 } });
    const restored = registry.snapshot().meters.get(meter.id);
    expect([restored?.department.id, restored?.department.office.id]).toEqual([room.id, room.officeId]);
    expect(await count(sql`select from deleted_row`)).toBe(0);
  });

  it('leaves meters whose code is taken, which can be restored with another one', async () => {
    const taken = await wholeMeter('M-1');
    const free = await wholeMeter('M-2');
    await remove('department', room.id);
    const other = await aDepartment(database.db, { organizationId: own.id, officeId: room.officeId });
    await aMeter(database.db, { department: other, code: 'M-1' });
    await registry.reload();
    expect(await restore('department', room.id)).toMatchObject({ status: 200, body: { left: 1 } });
    expect(registry.snapshot().meters.has(free.id)).toBe(true);
    expect(await listed('meter')).toMatchObject([{ id: taken.id, orphaned: false }]);
    expect((await restore('meter', taken.id, { code: 'M-3' })).status).toBe(200);
  });

  it('asks for another name when its own is taken', async () => {
    await remove('department', room.id);
    await aDepartment(database.db, { organizationId: own.id, officeId: room.officeId, name: 'Room' });
    await registry.reload();
    expect(await restore('department', room.id)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATION_NAME', errors: { name: 'DUPLICATE' } },
    });
    expect((await restore('department', room.id, { name: 'Old room' })).status).toBe(200);
    expect(registry.snapshot().departments.get(room.id)?.name).toBe('Old room');
  });

  it('stays deleted while its office is deleted', async () => {
    await remove('department', room.id);
    await remove('office', room.officeId);
    expect(await restore('department', room.id)).toMatchObject({
      status: 404,
      body: { errors: { office_id: 'INVALID' } },
    });
  });
});

describe('deleted parts', () => {
  it.each(['sensor', 'purifier'] as const)('a %s is restored', async (kind) => {
    const meter = await wholeMeter('M-1');
    const id = kind === 'sensor' ? (meter.sensorIds[0] ?? 0) : meter.purifierId;
    await remove(kind, id);
    await registry.refresh({ organizations: [], meters: [meter.id] });
    expect(await listed(kind)).toMatchObject([{ id, places: ['Own', 'Main', 'Room', 'M-1'] }]);
    expect((await restore(kind, id)).status).toBe(200);
    const { sensors, purifiers } = registry.snapshot();
    expect((kind === 'sensor' ? sensors : purifiers).get(id)).toMatchObject({ id });
  });

  it('a sensor whose number was given again stays deleted', async () => {
    const meter = await wholeMeter('M-1');
    await remove('sensor', meter.sensorIds[0] ?? 0);
    await database.db.query(
      sql`insert into sensor (meter_id, type, sequence, name) values (${meter.id}, 'CO2', 1, 'N')`,
    );
    expect(await restore('sensor', meter.sensorIds[0] ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATION_LOCALIZATION_SEQUENCE' },
    });
  });
});

describe('scope', () => {
  it('another organization neither lists nor restores it', async () => {
    const meter = await wholeMeter('M-1');
    await remove('meter', meter.id);
    const stranger = await app.bearer(await aUser(database.db, { authority: 'LOCAL_ADMIN' }));
    expect((await app.ask(stranger, 'GET', '/deleted/meter')).body.rows).toEqual([]);
    expect((await app.ask(stranger, 'POST', `/deleted/meter/${meter.id}`, {})).status).toBe(404);
  });

  it.each(['LOCAL_USER', 'SUPER_USER'] as const)('%s may not list or restore', async (authority) => {
    const user = await app.bearer(await aUser(database.db, { organization: own, authority }));
    expect((await app.ask(user, 'GET', '/deleted/meter')).status).toBe(403);
    expect((await app.ask(user, 'POST', '/deleted/meter/1', {})).status).toBe(403);
  });
});
