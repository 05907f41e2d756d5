import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { type ProcessFacts, saveProcess } from '../health/health-queries.ts';
import { readTroubles } from './facts.ts';
import { saveStandbys } from './installation-queries.ts';
import { addInstallationRoutes } from './installation-routes.ts';
import { createMeasurements } from './measure.ts';

const ROLES = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const;
const GB = 2 ** 30;
const NOW = Date.now();
const settings = {
  backup_every_days: 1,
  backup_hour: 3,
  backups_kept: 7,
  drill_every_days: 7,
  disk_days: 30,
  certificate_days: 21,
};

let database: TestDatabase;
let app: SessionApp;
const clock = testClock(NOW);
const bearers: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db);
  app = await sessionApp({ db, clock });
  addInstallationRoutes(app.http, {
    db,
    clock,
    changeRegistry: testChangeRegistry(db, createRegistry(db)),
    sources: { version: '1.2.3', readiness: async () => ['DISK_FULL'], exports: { running: () => 2 } },
  });
  for (const authority of ROLES) bearers[authority] = await app.bearer(await aUser(db, { organization, authority }));
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`truncate backup_run, disk_measurement, background_task, process, database_standby`);
  await database.db.query(sql`update installation_setting set backup_every_days = 0, drill_every_days = 0,
    disk_days = 30, certificate_days = 21, updated_time = ${new Date(NOW)}, version = 1`);
});

const ask = (role: (typeof ROLES)[number], method: Method, path = '', payload?: object) =>
  app.ask(bearers[role] ?? { authorization: '' }, method, `/installation${path}`, payload);

const aProcess = (role: string, facts: ProcessFacts = {}) =>
  saveProcess(database.db, { supervisorId: randomUUID(), role }, [], facts);
const aRun = (kind: 'BACKUP' | 'DRILL', state: 'DONE' | 'FAILED', at: number, detail: string | null = null) =>
  database.db.query(sql`insert into backup_run (kind, state, is_scheduled, requested_time, ended_time, detail)
    values (${kind}, ${state}, true, ${new Date(at)}, ${new Date(at)}, ${detail})`);
const disk = (days: number, freeAt: (day: number) => number) =>
  database.db.query(sql`insert into disk_measurement (time, free_bytes, database_bytes)
    select ${new Date(NOW)}::timestamptz - n * interval '1 hour', b, 1000
    from unnest(${Array.from({ length: days * 24 + 1 }, (_, i) => Math.round(freeAt(-i / 24)))}::bigint[])
      with ordinality as t(b, o) cross join lateral (select o - 1 as n) x`);
const raised = async (now = NOW) =>
  (await readTroubles(database.db, now)).flatMap(({ code, holds }) => (holds ? [code] : []));

describe('the state of the installation', () => {
  it('is for SUPER_ADMIN', async () => {
    for (const role of ROLES.slice(1)) {
      const answers = [
        await ask(role, 'GET'),
        await ask(role, 'PUT', '/settings', { ...settings, version: 1 }),
        await ask(role, 'POST', '/runs', { kind: 'BACKUP' }),
      ];
      expect(answers.map(({ body }) => body.code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED', 'ACCESS_DENIED']);
    }
  });

  it('shows what processes report and measure', async () => {
    const certificate = { names: 'air.example.com', expiresAt: NOW + 40 * DAY_MS, fault: null };
    await aProcess('web', { version: '1.2.3', startedAt: NOW - DAY_MS, certificate });
    await aProcess('devices', { version: '1.2.3', clocks: { devices: 9, deviating: 2, offsetMs: 812.4 } });
    await aProcess('work', { backupFolder: '/backups' });
    await disk(7, (day) => (50 - 2 * day) * GB);
    await aRun('BACKUP', 'FAILED', NOW - HOUR_MS, 'no space');
    const { status, body } = await ask('SUPER_ADMIN', 'GET');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: '1.2.3',
      problems: ['DISK_FULL'],
      processes: [
        { role: 'devices', started_time: null },
        { role: 'web', version: '1.2.3', started_time: new Date(NOW - DAY_MS).toISOString(), problems: [] },
        { role: 'work', version: null },
      ],
      disk: { free_bytes: 50 * GB, database_bytes: 1000 },
      clock: { devices: 9, deviating: 2, offset_ms: 812, server_off: false },
      certificates: [{ role: 'web', names: 'air.example.com', fault: null }],
      backups: {
        folder: '/backups',
        next_backup_time: null,
        runs: [{ kind: 'BACKUP', state: 'FAILED', scheduled: true, detail: 'no space', deleted: false }],
      },
      settings: { backup_every_days: 0, version: 1 },
    });
    expect(body.disk.days_left).toBeCloseTo(25, 0);
    expect(body.tasks).toContainEqual({ name: 'EXPORT', count: 2, lag_s: 0, done_time: null });
  });

  it('has settings, which are audited, and an outdated edit is refused', async () => {
    const edited = await ask('SUPER_ADMIN', 'PUT', '/settings', { ...settings, version: 1 });
    expect(edited).toMatchObject({ status: 200, body: { ...settings, version: 2 } });
    expect((await ask('SUPER_ADMIN', 'PUT', '/settings', { ...settings, version: 1 })).body.code).toBe(
      'EDITED_MEANWHILE',
    );
    const { rows } = await database.db.query(sql`select action, before, after from audit
      where entity = 'installation' order by id desc limit 1`);
    expect(rows).toEqual([
      {
        action: 'write',
        before: { ...settings, backup_every_days: 0, drill_every_days: 0 },
        after: settings,
      },
    ]);
    const next = Date.parse((await ask('SUPER_ADMIN', 'GET')).body.backups.next_backup_time);
    expect(next).toBeGreaterThan(Date.now());
    expect(next).toBeLessThanOrEqual(Date.now() + DAY_MS);
  });

  it.each([
    [{ backup_every_days: 31 }, { backup_every_days: 'TOO_LARGE' }],
    [{ backup_hour: 24 }, { backup_hour: 'TOO_LARGE' }],
    [{ backups_kept: 0 }, { backups_kept: 'TOO_SMALL' }],
    [{ drill_every_days: 0.5 }, { drill_every_days: 'INVALID' }],
    [{ disk_days: undefined }, { disk_days: 'REQUIRED' }],
    [{ certificate_days: 91 }, { certificate_days: 'TOO_LARGE' }],
    [{ folder: '/etc' }, { folder: 'UNKNOWN_FIELD' }],
  ])('refuses %j', async (change, errors) => {
    const answer = await ask('SUPER_ADMIN', 'PUT', '/settings', { ...settings, version: 1, ...change });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('starts one run of a kind at a time', async () => {
    const first = await ask('SUPER_ADMIN', 'POST', '/runs', { kind: 'BACKUP' });
    expect(first).toMatchObject({ status: 200, body: { kind: 'BACKUP', state: 'WAITING', scheduled: false } });
    expect((await ask('SUPER_ADMIN', 'POST', '/runs', { kind: 'BACKUP' })).body.id).toBe(first.body.id);
    expect((await ask('SUPER_ADMIN', 'POST', '/runs', { kind: 'DRILL' })).body.id).not.toBe(first.body.id);
    expect((await ask('SUPER_ADMIN', 'POST', '/runs', { kind: 'OTHER' })).status).toBe(400);
  });
});

describe('the alarms of the installation', () => {
  it('are none for an installation without schedules', async () => {
    await aProcess('work');
    expect(await raised(NOW + 100 * DAY_MS)).toEqual([]);
  });

  it('begin when a backup or a drill failed, and end with one that succeeds', async () => {
    await aRun('BACKUP', 'FAILED', NOW - HOUR_MS, 'no space');
    await aRun('DRILL', 'FAILED', NOW - HOUR_MS);
    expect(await raised()).toEqual(['S003', 'S004']);
    expect((await readTroubles(database.db, NOW))[0]).toMatchObject({ code: 'S003', detail: 'no space' });
    await aRun('BACKUP', 'DONE', NOW);
    expect(await raised()).toEqual(['S004']);
  });

  it('begin a day after a backup was due', async () => {
    await database.db.query(sql`update installation_setting set backup_every_days = 1`);
    expect(await raised(NOW + DAY_MS)).toEqual([]);
    expect(await raised(NOW + 2 * DAY_MS + HOUR_MS)).toEqual(['S003']);
    await aRun('BACKUP', 'DONE', NOW + DAY_MS);
    expect(await raised(NOW + 2 * DAY_MS + HOUR_MS)).toEqual([]);
    expect(await raised(NOW + 4 * DAY_MS)).toEqual(['S003']);
  });

  it.each([
    [31, []],
    [29, ['S005']],
  ])('forecast a disk that will be full in %i days: %j', async (days, codes) => {
    await disk(3, (day) => days * GB - day * GB);
    expect(await raised()).toEqual(codes);
  });

  it('count the days of certificates, and name a file that cannot be used', async () => {
    const certificate = { names: 'x', expiresAt: NOW + 21 * DAY_MS + MINUTE_MS, fault: null };
    await aProcess('web', { certificate });
    expect(await raised()).toEqual([]);
    expect(await raised(NOW + 2 * MINUTE_MS)).toEqual(['S006']);
    await aProcess('devices', { certificate: { ...certificate, fault: 'no certificate' } });
    expect(await raised()).toEqual(['S006']);
  });

  it('compare clocks', async () => {
    await aProcess('devices', { clocks: { devices: 100, deviating: 10, offsetMs: -900 } });
    expect(await raised()).toEqual([]);
    await aProcess('devices', { clocks: { devices: 101, deviating: 0, offsetMs: -90_000 } });
    expect(await raised()).toEqual(['S007']);
  });

  it('begin when machines have different keys, and name those', async () => {
    const keys = (...tokenKeys: string[]) => ({ 'token.key': tokenKeys, 'push.key': ['77'] });
    await aProcess('web', { keyIds: keys('11', '22') });
    await aProcess('web', { keyIds: keys('22', '11') });
    await aProcess('devices', { keyIds: { 'push.key': ['77'] } });
    await aProcess('work');
    expect(await raised()).toEqual([]);
    expect((await ask('SUPER_ADMIN', 'GET')).body.different_keys).toEqual([]);
    await aProcess('web', { keyIds: keys('33') });
    expect(await raised()).toEqual(['S010']);
    expect((await readTroubles(database.db, NOW)).find(({ code }) => code === 'S010')?.detail).toBe('token.key');
    expect((await ask('SUPER_ADMIN', 'GET')).body.different_keys).toEqual(['token.key']);
  });

  it("begin when the clock of a machine is ten seconds away from the database's", async () => {
    await aProcess('web', { machine: 'a', machineOffsetMs: 10_000 });
    expect(await raised()).toEqual([]);
    await aProcess('work', { machine: 'b', machineOffsetMs: -600_000 });
    expect(await raised()).toEqual(['S011']);
    expect((await readTroubles(database.db, NOW)).find(({ code }) => code === 'S011')?.detail).toBe('b -600 s');
    expect((await ask('SUPER_ADMIN', 'GET')).body.processes).toMatchObject([
      { role: 'web', machine: 'a', clock_offset_s: 10 },
      { role: 'work', machine: 'b', clock_offset_s: -600 },
    ]);
  });

  it('begin when no standby replicates any more though one did', async () => {
    const seen = (name: string, ago: number) =>
      database.db.query(sql`insert into database_standby (name, seen_time, lag_ms)
        values (${name}, ${new Date(NOW - ago)}, 1500)`);
    await seen('a', 4 * MINUTE_MS);
    await seen('b', MINUTE_MS);
    expect(await raised()).toEqual([]);
    expect((await ask('SUPER_ADMIN', 'GET')).body.standbys).toMatchObject([
      { name: 'a', gone: true },
      { name: 'b', gone: false, lag_s: 1.5, seen_time: new Date(NOW - MINUTE_MS).toISOString() },
    ]);
    expect(await raised(NOW + 3 * MINUTE_MS)).toEqual(['S009']);
    await saveStandbys(database.db, NOW + 8 * DAY_MS, NOW + DAY_MS);
    expect(await raised(NOW + 8 * DAY_MS)).toEqual([]);
  });

  it('begin when background work has been behind for long', async () => {
    const measurements = createMeasurements({
      ...{ db: database.db, clock, log: createLog({ level: 'silent' }), hotDays: 2 },
      freeBytes: async () => 5 * GB,
      retentionDoneAt: () => NOW,
    });
    await database.db.query(sql`insert into dirty_hour (meter_id, hour) values (1, ${new Date(NOW - DAY_MS)})`);
    await measurements.measure();
    expect(await raised()).toEqual([]);
    clock.advance(HOUR_MS + MINUTE_MS);
    await measurements.measure();
    expect(await raised(clock.now())).toEqual(['S008']);
    // Old measurements prove nothing.
    expect(await raised(clock.now() + HOUR_MS)).toEqual([]);
    await database.db.query(sql`delete from dirty_hour`);
    await measurements.measure();
    expect(await raised(clock.now())).toEqual([]);
    const { body } = await ask('SUPER_ADMIN', 'GET');
    expect(body.tasks).toContainEqual({ name: 'ROLLUP', count: 0, lag_s: 0, done_time: null });
    expect(body.tasks).toContainEqual(
      expect.objectContaining({ name: 'RETENTION', done_time: new Date(NOW).toISOString() }),
    );
    expect(body.disk).toMatchObject({ free_bytes: 5 * GB, growth_bytes: null, days_left: null });
  });
});
