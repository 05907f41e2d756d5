import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let rig: AlarmRig;
let elsewhere: { organizationId: number; meterId: number };
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
  const { db } = database;
  const organization = await anOrganization(db);
  const department = await aDepartment(db, { organizationId: organization.id });
  const meter = await aMeter(db, { department, sensors: ['CO2'] });
  elsewhere = { organizationId: organization.id, meterId: meter.id };
  await rig.engine.registry.reload();
});
afterEach(async () => {
  await rig.engine.stop();
  await database.close();
});

const report = async (code: string, meterId = rig.meter.id): Promise<void> => {
  await rig.db.query(sql`insert into device_error (meter_id, code, state, changed_time)
    values (${meterId}, ${code}, 'RAISED', ${new Date(rig.clock.now())})`);
  await rig.say({ kind: 'errors', error: { meterId, code } });
  await rig.settled();
};
/** Saves like an administrator, and notifies this process. */
const save = async (statement: ReturnType<typeof sql>): Promise<void> => {
  await rig.db.query(statement);
  await rig.engine.registry.reload();
  rig.clock.advance(1_000);
  await rig.engine.sweep();
};
const useIn = (organizationId: number, code: string, use: 'Y' | 'N') => sql`
  update organization_error e set use = ${use} from master_error m
  where m.id = e.master_error_id and m.code = ${code} and e.organization_id = ${organizationId}`;
const useOfMaster = (code: string, use: 'Y' | 'N') => sql`update master_error set use = ${use} where code = ${code}`;

/** Meter → whether its alarms are open, in the order in which they were raised. */
const states = async (): Promise<Record<string, string[]>> => {
  const { rows } = await rig.db.query<{ meter: string; states: string[] }>(sql`
    select coalesce(meter_id::text, gateway) as meter, array_agg(case
      when ended_time is not null and cleared_time is not null then 'OVER'
      when ended_time is null and cleared_time is null then 'OPEN' else 'HALF' end order by id) as states
    from alarm group by 1`);
  return Object.fromEntries(rows.map((row) => [row.meter, row.states]));
};

describe('alarms of a code that is put out of use', { timeout: 60_000 }, () => {
  test('end where their organization does so, and are raised again when it uses the code again', async () => {
    await report('M013');
    await report('M013', elsewhere.meterId);
    const [here, there] = [rig.meter.id, elsewhere.meterId];
    expect(await states()).toEqual({ [here]: ['OPEN'], [there]: ['OPEN'] });
    await save(useIn(rig.organization.id, 'M013', 'N'));
    expect(await states()).toEqual({ [here]: ['OVER'], [there]: ['OPEN'] });
    expect(await rig.events()).toEqual(['RAISED', 'RAISED', 'ENDED', 'CLEARED']);
    await save(useIn(rig.organization.id, 'M013', 'Y'));
    expect(await states()).toEqual({ [here]: ['OVER', 'OPEN'], [there]: ['OPEN'] });
  });

  test('end everywhere where the master does so', async () => {
    await report('M013');
    await report('M013', elsewhere.meterId);
    await save(useOfMaster('M013', 'N'));
    expect(await states()).toEqual({ [rig.meter.id]: ['OVER'], [elsewhere.meterId]: ['OVER'] });
    await report('M003');
    await save(useOfMaster('M013', 'Y'));
    expect(await states()).toEqual({ [rig.meter.id]: ['OVER', 'OPEN', 'OPEN'], [elsewhere.meterId]: ['OVER', 'OPEN'] });
  });

  test('end when the code is deleted, with what they were called', async () => {
    await rig.db.query(sql`insert into master_error (code, device_group, severity, description)
      values ('X900', 'METER', 'MINOR', '자체 장애')`);
    await rig.engine.registry.reload();
    await report('X900');
    await save(sql`delete from master_error where code = 'X900'`);
    expect(await rig.alarms()).toMatchObject([
      { code: 'X900', description: '자체 장애', ended_time: new Date(rig.clock.now()), cleared_by: null },
    ]);
    expect(await states()).toEqual({ [rig.meter.id]: ['OVER'] });
  });

  test('end for gateways too, which belong to no one meter', async () => {
    await rig.db.query(sql`insert into meter_route (meter_id, organization_id, gateway)
      values (${rig.meter.id}, ${rig.organization.id}, 'GW')`);
    await rig.db.query(sql`insert into gateway_status (organization_id, code, status, changed_time)
      values (${rig.organization.id}, 'GW', 'OFFLINE', ${new Date(rig.clock.now())})`);
    rig.clock.advance(MINUTE_MS);
    await rig.engine.sweep();
    expect(await states()).toEqual({ GW: ['OPEN'] });
    await save(useIn(rig.organization.id, 'M001', 'N'));
    expect(await states()).toEqual({ GW: ['OVER'] });
  });

  test('leave those of the server itself alone', async () => {
    rig.engine.trouble({ code: 'S001', holds: true });
    await rig.engine.sweep();
    await save(useOfMaster('M001', 'N'));
    const { rows } = await rig.db.query(sql`select code, ended_time, cleared_time from alarm`);
    expect(rows).toEqual([{ code: 'S001', ended_time: null, cleared_time: null }]);
  });
});
