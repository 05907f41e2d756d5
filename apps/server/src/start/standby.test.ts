import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { API_BASE } from '@airdeck/contract/route';
import { channelOf } from '@airdeck/domain/channel';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listStandbys, saveStandbys } from '../features/installation/installation-queries.ts';
import { check } from '../operations/check/check.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createDb, type Db } from '../platform/db/pool.ts';
import { createStandbyReads, type StandbyReads } from '../platform/db/standby-reads.ts';
import { aMeter } from '../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../testing/history-server.ts';
import { type PostgresPair, startPostgresPair } from '../testing/postgres-pair.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const DAYS = 'startTime=2026-04-05&endTime=2026-04-06';
const log = pino({ level: 'silent' });
let pair: PostgresPair;
let primary: Db;
let reads: StandbyReads;
let server: HistoryServer;
let meterId: number;
let token: string;

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false });
  primary = createDb({ connection: pair.servers[0].url, log });
  await migrate(primary, join(import.meta.dirname, '../migrations'));
  const meter = await aMeter(primary, { sensors: ['CO2'] });
  meterId = meter.id;
  token = `${meter.department.organizationId}:SUPER_USER`;
  reads = createStandbyReads({ primary, url: pair.servers[1].url, log, monotonic: () => performance.now() });
  server = await openHistoryServer({ db: primary, clock: { now: () => NOW }, reads });
  await server.store(Array.from({ length: 100 }, (_, i) => frameAt(NOW - (i + 1) * 60_000, 400 + i)));
  await server.rollUp();
});
afterAll(async () => {
  await server.close();
  await reads.stop();
  await primary.close();
  await pair.stop();
});

const frameAt = (time: number, ticks: number) => ({ meterId, time, channels: [channelOf('CO2', 1)], ticks: [ticks] });

/** A page, a graph, averages and a file. */
const ask = async (more: Record<string, string> = {}): Promise<[number, string][]> => {
  const paths = [
    `/history/meter-readings?meterId=${meterId}&${DAYS}&size=50`,
    `/history/meter-series?meterId=${meterId}&measure=CO2&step=hour&${DAYS}`,
    `/history/meter-averages?meterId=${meterId}&unit=hour&${DAYS}`,
    `/history/meter-readings/export?meterId=${meterId}&${DAYS}&format=csv&name=a&sheet=a`,
  ];
  const headers = { authorization: `Bearer ${token}`, ...more };
  const answers = await Promise.all(paths.map((path) => server.http.inject({ url: `${API_BASE}${path}`, headers })));
  return answers.map(({ statusCode, body }) => [statusCode, body]);
};

it('is listed with its name and its lag', async () => {
  await saveStandbys(primary, NOW, NOW - 1);
  expect(await listStandbys(primary)).toEqual([{ name: 'standby', seen_time: new Date(NOW), lag_ms: null }]);
});

it('is checked on the standby', async () => {
  const standby = createDb({ connection: pair.servers[1].url, log });
  const { rows } = await primary.query<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`);
  const hasAll = sql`select from (values (1)) as one where pg_last_wal_replay_lsn() >= ${rows[0]?.lsn}::pg_lsn`;
  await expect.poll(async () => (await standby.query(hasAll)).rowCount, { timeout: 60_000 }).toBe(1);
  const report = await check({
    ...{ db: primary, reads: standby, clock: { now: () => NOW }, random: () => 0, isAll: true },
    ...{ progress: () => undefined, signal: new AbortController().signal },
  });
  await standby.close();
  expect(report).toMatchObject({ meters: 1, faultCount: 0 });
});

it('is read from the standby while it keeps up, and from the primary after a change through another process', async () => {
  const older = await ask();
  expect(older.map(([status]) => status)).toEqual([200, 200, 200, 200]);
  await reads.start();
  await expect
    .poll(async () => {
      await primary.query(
        sql`insert into process (supervisor_id, role, seen_time, problems) values (${randomUUID()}, 'web', now(), '{}')`,
      );
      return Object.keys(reads.lags());
    })
    .toHaveLength(1);
  await pair.servers[1].run('select pg_wal_replay_pause()');
  await server.store([frameAt(NOW - 30_000, 900)]);
  // The standby does not have it yet, and this process does not know of it.
  expect(await ask()).toEqual(older);
  const fresh = await ask({ 'cache-control': 'no-cache' });
  expect(fresh[0]).not.toEqual(older[0]);
  await pair.servers[1].run('select pg_wal_replay_resume()');
  const standby = createDb({ connection: pair.servers[1].url, log });
  const replayed = async () =>
    (await standby.query(sql`select from frame where time = ${new Date(NOW - 30_000)}`)).rowCount;
  await expect.poll(replayed).toBe(1);
  await standby.close();
});

it('is read without an error when the standby ends', async () => {
  const older = await ask();
  await pair.servers[1].run('select pg_wal_replay_pause()');
  await server.store([frameAt(NOW - 20_000, 950)]);
  expect(await ask()).toEqual(older);
  const [duringEnd] = await Promise.all([ask(), pair.servers[1].kill()]);
  const newer = await ask();
  expect(newer.map(([status]) => status)).toEqual([200, 200, 200, 200]);
  expect(newer[0]).not.toEqual(older[0]);
  for (const [at, answer] of duringEnd.entries()) expect([older[at], newer[at]]).toContainEqual(answer);
});
