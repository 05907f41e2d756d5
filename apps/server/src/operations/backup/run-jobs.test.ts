import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRuns } from '../../features/installation/run-queries.ts';
import { createRunWorker } from '../../features/installation/run-worker.ts';
import { openStoreRig, type StoreRig } from '../../testing/store-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createRunJobs } from './run-jobs.ts';

const NOW = Date.UTC(2027, 0, 10, 12);
const migrations = join(import.meta.dirname, '../../migrations');

let data: string;
let database: TestDatabase;
let rig: StoreRig;
let isLow = false;
let worker: ReturnType<typeof createRunWorker>;
const folder = () => join(data, 'backups');

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'airdeck-runs-'));
  database = await testDatabase();
  rig = await openStoreRig(database.db, { now: NOW });
  await rig.write(Array.from({ length: 600 }, (_, i) => rig.frame(NOW - DAY_MS + i * MINUTE_MS, { 501: 400 + i })));
  await rig.rollup.drain();
  const { db, clock, log } = rig;
  worker = createRunWorker({
    ...{ db, clock, log, holder: randomUUID(), folder: folder() },
    jobs: createRunJobs({
      ...{ db, clock, log, migrations, version: '1.2.3', disk: { isLow: () => isLow } },
      drillFolder: join(data, 'drill'),
    }),
  });
}, 60_000);
afterAll(async () => {
  await rig.writer.stop();
  await database.close();
  rmSync(data, { recursive: true, force: true });
});

/** Requests a run and answers its result. */
const run = async (kind: 'BACKUP' | 'DRILL') => {
  rig.clock.advance(1_000);
  await database.db.query(sql`insert into backup_run (kind, is_scheduled, requested_time)
    values (${kind}, false, ${new Date(rig.clock.now())})`);
  await worker.sweep();
  return last();
};
const last = async () => {
  const [newest] = await listRuns(database.db, 1);
  if (!newest) throw new Error('no run');
  return newest;
};
const files = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);

it('a drill without a backup fails', async () => {
  expect(await run('DRILL')).toMatchObject({ state: 'FAILED', reason: 'NO_BACKUP' });
});

it('a backup is written, and a drill restores and checks it in a database that is gone afterwards', async () => {
  const backup = await run('BACKUP');
  expect(backup).toMatchObject({ state: 'DONE', reason: null, path: join(folder(), 'airdeck-20270110-120002.backup') });
  expect(backup.bytes).toBe(readFileSync(backup.path ?? '').length);
  const drill = await run('DRILL');
  expect(drill).toMatchObject({ state: 'DONE', reason: null, path: backup.path, bytes: backup.bytes, meters: 1 });
  expect(drill.rows).toBeGreaterThan(600);
  expect(readdirSync(data)).toEqual(['backups']);
}, 120_000);

it('a drill reports a backup with one flipped byte, wherever it is', async () => {
  const path = (await last()).path ?? '';
  const whole = readFileSync(path);
  for (const at of [0, 30, Math.floor(whole.length / 2), whole.length - 1]) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    writeFileSync(path, flipped);
    expect(await run('DRILL')).toMatchObject({ state: 'FAILED', reason: 'DAMAGED', path });
  }
  rmSync(path);
  expect(await run('DRILL')).toMatchObject({ state: 'FAILED', reason: 'FILE' });
});

it('a drill reports a backup of a database that contradicts itself', async () => {
  const { rows } = await database.db.query(sql`update rollup_hour set sum[2] = sum[2] + 1 where sum[2] is not null
    returning meter_id`);
  expect(rows.length).toBeGreaterThan(0);
  await run('BACKUP');
  const drill = await run('DRILL');
  expect(drill).toMatchObject({ state: 'FAILED', reason: 'CHECK' });
  expect(drill.detail).toMatch(/^\d+ faults: meter /);
  expect(readdirSync(data)).toEqual(['backups']);
}, 120_000);

it('runs by the schedule, and keeps the newest backups only', async () => {
  await database.db.query(
    sql`update installation_setting set backup_every_days = 1, backups_kept = 2, backup_hour = 0`,
  );
  await worker.sweep();
  const before = files().length;
  for (let day = 0; day < 3; day++) {
    rig.clock.advance(DAY_MS);
    await worker.sweep();
    await worker.sweep();
    expect(await last()).toMatchObject({ kind: 'BACKUP', state: 'DONE', is_scheduled: true });
  }
  expect(before).toBeGreaterThan(0);
  expect(files()).toEqual(['airdeck-20270112-120010.backup', 'airdeck-20270113-120010.backup']);
  await database.db.query(sql`update installation_setting set backup_every_days = 0`);
});

it('reports a full disk, and a folder that cannot be made', async () => {
  isLow = true;
  expect(await run('BACKUP')).toMatchObject({ state: 'FAILED', reason: 'DISK_FULL' });
  isLow = false;
  const kept = files();
  rmSync(folder(), { recursive: true });
  writeFileSync(folder(), 'a file');
  expect(await run('BACKUP')).toMatchObject({ state: 'FAILED', reason: 'FILE' });
  rmSync(folder());
  expect(kept).toHaveLength(2);
});

it('a run whose process is gone is reported as interrupted', async () => {
  await database.db.query(sql`insert into backup_run (kind, state, is_scheduled, requested_time, holder)
    values ('BACKUP', 'RUNNING', false, ${new Date(rig.clock.now())}, ${randomUUID()})`);
  await worker.sweep();
  expect(await last()).toMatchObject({ state: 'FAILED', reason: 'INTERRUPTED' });
});
