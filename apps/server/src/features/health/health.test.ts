import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HealthProblem } from '@airdeck/contract/health/routes';
import { channelOf } from '@airdeck/domain/channel';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { ballastOf } from '../../platform/db/embedded/ballast.ts';
import { createDb } from '../../platform/db/pool.ts';
import { createDiskSpace } from '../../platform/disk-space.ts';
import { createHttp } from '../../platform/http/create-http.ts';
import { createLog } from '../../platform/log.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { createDirtyHours } from '../../store/frames/dirty-hours.ts';
import { createFrameWriter } from '../../store/writer/frame-writer.ts';
import { asAdministrator } from '../../testing/database-server.ts';
import { held } from '../../testing/held.ts';
import { quietFeed } from '../../testing/quiet-feed.ts';
import { openTestBroker, type TestBroker } from '../../testing/raw-mqtt.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openTokenHttp } from '../../testing/token-http.ts';
import { hasPeers, listProcesses, type ProcessFacts, removeProcess, saveProcess } from './health-queries.ts';
import { addHealthRoutes } from './health-routes.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createMachineClock } from './machine-clock.ts';
import { ownProblemsOfWeb, processHealth } from './process-health.ts';
import { createReadiness, deviceProblems } from './readiness.ts';

const MB = 2 ** 20;
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T03:00:00Z');
const HERE = randomUUID();
const log = pino({ level: 'silent' });
const ok = { status: 200, body: { status: 'ok', problems: [] } };
const failing = (...problems: string[]) => ({ status: 503, body: { status: 'failing', problems } });

let database: TestDatabase;
let mqtt: TestBroker;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  mqtt = await openTestBroker();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await mqtt.close();
  await database.close();
});

/** Health of real parts, with a millisecond clock that stands still until it is advanced. */
const openHealth = async ({ db = database.db, registry }: { db?: TestDatabase['db']; registry?: Registry } = {}) => {
  let now = 0;
  for (const role of ['devices', 'work']) await saveProcess(database.db, { supervisorId: HERE, role }, []);
  let free = 1_000 * MB;
  const monotonic = () => now;
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-health-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const disk = createDiskSpace({ folder, ballast: ballastOf(folder, MB), log, freeBytes: async () => free });
  const loaded = createRegistry(database.db);
  await loaded.reload();
  const { http, get } = await openTokenHttp(log);
  ends.push(() => http.close());
  const readiness = createReadiness({ db, disk, registry: registry ?? loaded, monotonic });
  let isDraining = false;
  addHealthRoutes(http, readiness, async () => processHealth(isDraining, ownProblemsOfWeb(await readiness())));
  return {
    http,
    drain: () => {
      isDraining = true;
    },
    advance: (ms: number) => {
      now += ms;
    },
    fill: (bytes: number) => {
      free = bytes;
      return disk.check();
    },
    health: async (path = '/health/ready') => {
      const { status, body } = await get(path, '');
      return { status, body };
    },
  };
};

it('is well, at the older address too, and the process lives', async () => {
  const { health } = await openHealth();
  expect(await health()).toEqual(ok);
  expect(await health('/health')).toEqual(ok);
  expect(await health('/health/live')).toEqual({ status: 200, body: { status: 'ok' } });
});

it('says so while the process does not keep up', async () => {
  const http = await createHttp({
    log,
    tls: null,
    version: '1',
    authenticate: async () => Promise.reject(new Error('no login here')),
    delayMs: () => 60_000,
  });
  ends.push(() => http.close());
  addHealthRoutes(
    http,
    async () => [],
    async () => ({ status: 'ok', problems: [] }),
  );
  for (const path of ['', '/live', '/ready', '/process']) {
    expect((await http.inject({ url: `/api/v1/health${path}` })).statusCode).toBe(200);
  }
});

it('says that the database is away, and that it is back', async () => {
  const { health, advance } = await openHealth();
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  await asAdministrator(inject('databaseServer'), async (administrator) => {
    await administrator.query(`alter database "${name}" with allow_connections false`);
    await administrator.query(
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`,
    );
    expect(await health()).toEqual(failing('DATABASE_AWAY'));
    expect(await health('/health')).toEqual(failing('DATABASE_AWAY'));
    expect(await health('/health/process')).toEqual(failing('DATABASE_AWAY'));
    expect((await health('/health/live')).status).toBe(200);
    await administrator.query(`alter database "${name}" with allow_connections true`);
  });
  // Requests within a second get the same answer.
  advance(999);
  expect(await health()).toEqual(failing('DATABASE_AWAY'));
  advance(1);
  expect(await health()).toEqual(ok);
});

it('reports a database that accepts no writes as away', async () => {
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  await database.db.query({ text: `alter database "${name}" set default_transaction_read_only = on` });
  const db = createDb({ connection: database.url, log });
  ends.push(() => db.close());
  const { health } = await openHealth({ db });
  expect(await health()).toEqual(failing('DATABASE_AWAY'));
});

it('waits two seconds at most for a database that says nothing, and asks it once', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const db = createDb({ connection: `postgresql://nobody@127.0.0.1:${port}/none`, log });
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await db.close();
  });
  const { health } = await openHealth({ db });
  const asked = Array.from({ length: 30 }, () => health());
  for (const answer of await Promise.all(asked)) expect(answer).toEqual(failing('DATABASE_AWAY'));
  expect(sockets).toHaveLength(1);
});

it('does not queue up where every connection is in use', async () => {
  let questions = 0;
  const db = createDb({ connection: database.url, log, size: 1 });
  ends.push(() => db.close());
  const counting = {
    ...db,
    query: (statement: Parameters<typeof db.query>[0]) => {
      questions++;
      return db.query(statement);
    },
  } as typeof db;
  const { health, advance } = await openHealth({ db: counting });
  const blocker = held(db, (tx) => tx.query(sql`select`));
  await blocker.isReady;
  for (let i = 0; i < 3; i++) {
    const answer = health();
    advance(5_000);
    expect(await answer).toEqual(failing('DATABASE_AWAY'));
  }
  expect(questions).toBe(1);
  await blocker.end();
  await expect.poll(health, { timeout: 60_000 }).toEqual(ok);
});

it('says that the disk is full, and that there is room again', async () => {
  const { health, fill } = await openHealth();
  await fill(40 * MB);
  expect(await health()).toEqual(failing('DISK_FULL'));
  await fill(200 * MB);
  expect(await health()).toEqual(ok);
});

it('a process is healthy for a load balancer despite problems of other machines, until it drains', async () => {
  const { health, fill, advance, drain } = await openHealth();
  await removeProcess(database.db, { supervisorId: HERE, role: 'work' });
  await fill(40 * MB);
  expect(await health()).toEqual(failing('DISK_FULL', 'WORK_NOT_DONE'));
  expect(await health('/health/process')).toEqual(ok);
  drain();
  expect(await health('/health/process')).toEqual({ status: 503, body: { status: 'draining', problems: [] } });
  advance(1_000);
  expect(await health()).toEqual(failing('DISK_FULL', 'WORK_NOT_DONE'));
});

it('another machine with a process that takes clients is a peer', async () => {
  const { db } = database;
  const [own, other] = [HERE, randomUUID()].map((supervisorId) => ({ supervisorId, role: 'devices' }));
  if (!own || !other) throw new Error('no keys');
  const isPeer = () => hasPeers(db, own, 10_000);
  await saveProcess(db, own, []);
  await saveProcess(db, { ...other, role: 'web' }, []);
  expect(await isPeer()).toBe(false);
  await saveProcess(db, other, ['READINGS_NOT_STORED']);
  expect(await isPeer()).toBe(true);
  await saveProcess(db, other, ['BROKER_NOT_LISTENING']);
  expect(await isPeer()).toBe(false);
  await saveProcess(db, other, []);
  await db.query(sql`update process set seen_time = now() - interval '11 seconds'`);
  expect(await isPeer()).toBe(false);
});

describe('what other processes say', () => {
  const ELSEWHERE = randomUUID();
  const say = (role: string, problems: HealthProblem[], supervisorId = HERE) =>
    saveProcess(database.db, { supervisorId, role }, problems);
  const fallSilent = (role: string, seconds: number) =>
    database.db.query(
      sql`update process set seen_time = now() - ${seconds} * interval '1 second' where role = ${role}`,
    );

  it('counts together: some broker listens, all readings are stored', async () => {
    const { health, advance } = await openHealth();
    const told = () => {
      advance(1_000);
      return health();
    };
    await say('devices', ['BROKER_NOT_LISTENING']);
    expect(await told()).toEqual(failing('BROKER_NOT_LISTENING'));
    await say('devices', [], ELSEWHERE);
    expect(await told()).toEqual(ok);
    await say('devices', ['READINGS_NOT_STORED'], ELSEWHERE);
    expect(await told()).toEqual(failing('READINGS_NOT_STORED'));
    await removeProcess(database.db, { supervisorId: ELSEWHERE, role: 'devices' });
    await say('devices', []);
    expect(await told()).toEqual(ok);
  });

  it('counts for ten seconds, and for nothing once they have signed off', async () => {
    const { health, advance } = await openHealth();
    const told = () => {
      advance(1_000);
      return health();
    };
    await fallSilent('devices', 9);
    await fallSilent('work', 11);
    expect(await told()).toEqual(failing('WORK_NOT_DONE'));
    await fallSilent('devices', 11);
    expect(await told()).toEqual(failing('BROKER_NOT_LISTENING', 'WORK_NOT_DONE'));
    for (const role of ['devices', 'work']) await say(role, []);
    expect(await told()).toEqual(ok);
    await removeProcess(database.db, { supervisorId: HERE, role: 'work' });
    expect(await told()).toEqual(failing('WORK_NOT_DONE'));
  });

  it('is saved once a second, and removed at the end', async () => {
    const key = { supervisorId: ELSEWHERE, role: 'devices' };
    const problems: HealthProblem[] = [];
    const monotonic = () => 0;
    const machineClock = createMachineClock({ machine: 'a', clock: systemClock, monotonic, log });
    const parts = { machineClock, monotonic, log };
    const heartbeat = createHeartbeat({ db: database.db, key, problems: () => problems, ...parts });
    const said = () => listProcesses(database.db, 60_000);
    await heartbeat.start();
    expect(await said()).toEqual([{ role: 'devices', problems: [] }]);
    problems.push('BROKER_NOT_LISTENING');
    await expect.poll(said, { timeout: 60_000 }).toEqual([{ role: 'devices', problems }]);
    await heartbeat.stop();
    expect(await said()).toEqual([]);
  });
});

describe('a machine that differs from the others', () => {
  const TOKEN = 'token.key';
  const openHeartbeat = (facts: ProcessFacts, offsetMs = 0, supervisorId: string = randomUUID()) => {
    const lines: { level: number; msg: string; [field: string]: unknown }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const written = createLog({ level: 'info', destination });
    const monotonic = () => performance.now();
    const { machine = 'a' } = facts;
    const machineClock = createMachineClock({
      ...{ machine, clock: { now: () => Date.now() + offsetMs }, monotonic, log: written },
    });
    const heartbeat = createHeartbeat({
      ...{
        db: database.db,
        key: { supervisorId, role: 'web' },
        problems: () => [],
        facts: () => ({ ...facts, machine }),
      },
      ...{ machineClock, monotonic, log: written },
    });
    ends.push(() => heartbeat.stop());
    return { heartbeat, machineClock, lines };
  };

  it('in its keys is named in the log, but not while the others accept its key as well', async () => {
    const first = openHeartbeat({ machine: 'a', keyIds: { [TOKEN]: ['11', '22'] } });
    const replacing = openHeartbeat({ machine: 'b', keyIds: { [TOKEN]: ['22', '11'] } });
    const other = openHeartbeat({ machine: 'c', keyIds: { [TOKEN]: ['33'] } });
    await first.heartbeat.start();
    await replacing.heartbeat.start();
    expect([...first.lines, ...replacing.lines]).toEqual([]);
    await other.heartbeat.start();
    expect(other.lines.map(({ machines, keys }) => [machines, keys])).toEqual([[['a', 'b'], [TOKEN]]]);
  });

  it.each([600_000, -600_000])('by a clock that is %i ms ahead is named in the log, once', async (offsetMs) => {
    const { heartbeat, machineClock, lines } = openHeartbeat({}, offsetMs);
    await heartbeat.start();
    const saved = async () =>
      (
        await database.db.query<{ machine_offset_ms: number }>(
          sql`select machine_offset_ms from process where machine_offset_ms is not null`,
        )
      ).rows[0]?.machine_offset_ms ?? 0;
    await expect.poll(saved).not.toBe(0);
    expect(Math.abs((await saved()) - offsetMs)).toBeLessThan(5_000);
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^the clock of this machine differs by -?(599|600|601) s from the database's/),
    ]);
    // Of two clocks, nothing says which one is wrong.
    expect(Math.abs(machineClock.now() - Date.now() - offsetMs)).toBeLessThan(5_000);
  });

  it('by a clock that two others contradict follows them, also when that of the database is wrong', async () => {
    const clocks = async () => {
      await database.db.query(sql`delete from process`);
      const right = openHeartbeat({ machine: 'a' });
      const wrong = openHeartbeat({ machine: 'b' }, 600_000);
      for (const { heartbeat } of [right, wrong]) await heartbeat.start();
      return { right: right.machineClock, wrong: wrong.machineClock, lines: wrong.lines };
    };
    const { right, wrong, lines } = await clocks();
    await expect.poll(() => Math.abs(wrong.now() - Date.now())).toBeLessThan(5_000);
    expect(Math.abs(right.now() - Date.now())).toBeLessThan(5_000);
    expect(lines.map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^this process corrects the clock of its machine by -(599|600|601) s/),
    );
    // Two machines that agree are not led astray by a third clock, which here is the database's.
    await database.db.query(sql`delete from process`);
    const both = ['c', 'd'].map((machine) => openHeartbeat({ machine }, -600_000));
    for (const { heartbeat } of both) await heartbeat.start();
    for (const { machineClock } of both) {
      await expect.poll(() => machineClock.offsetMs()).not.toBeNull();
      expect(Math.abs(machineClock.now() - Date.now() + 600_000)).toBeLessThan(5_000);
    }
  });

  it('by a clock that is right is not', async () => {
    const { heartbeat, machineClock, lines } = openHeartbeat({});
    await heartbeat.start();
    await expect.poll(() => machineClock.offsetMs()).not.toBeNull();
    expect(Math.abs(machineClock.offsetMs() ?? 0)).toBeLessThan(5_000);
    expect(lines).toEqual([]);
  });
});

it('says that no process hears devices', async () => {
  const writer = { stalledMs: () => 0 };
  expect(deviceProblems({ broker: mqtt.broker, writer })).toEqual([]);
  await mqtt.broker.stop();
  expect(deviceProblems({ broker: mqtt.broker, writer })).toEqual(['BROKER_NOT_LISTENING']);
});

it('says that it does not know yet what is registered', async () => {
  const registry = createRegistry(database.db);
  const { health } = await openHealth({ registry });
  expect(await health()).toEqual(failing('REGISTRY_NOT_LOADED'));
  await registry.reload();
  expect(await health()).toEqual(ok);
});

it('says that nothing can be stored for more than ten seconds', async () => {
  let now = 0;
  const advance = (ms: number) => {
    now += ms;
  };
  const monotonic = () => now;
  const writer = createFrameWriter({
    db: database.db,
    log,
    clock: { now: () => NOW },
    monotonic,
    random: () => 0,
    dirtyHours: createDirtyHours(() => 'UTC'),
    feed: quietFeed,
    onStored: () => undefined,
    onRefused: () => undefined,
  });
  writer.start();
  ends.push(() => writer.stop());
  const problems = () => deviceProblems({ broker: mqtt.broker, writer });
  const write = (time: number) =>
    new Promise<void>((resolve) =>
      writer.write([{ meterId: 1, time, channels: [channelOf('CO2', 1)], ticks: [500] }], resolve),
    );
  advance(60_000);
  expect(problems()).toEqual([]);
  await write(NOW);
  // A stored frame is finished a moment after its acknowledgement.
  await expect.poll(() => writer.stalledMs()).toBe(0);
  advance(60_000);
  expect(problems()).toEqual([]);

  for (const late of [0, 50 * DAY_MS]) {
    const blocker = held(database.db, (tx) => tx.query(sql`lock table frame in access exclusive mode`));
    await blocker.isReady;
    const first = write(NOW - late - 1);
    advance(10_000);
    const second = write(NOW - late - 2);
    expect([writer.stalledMs(), writer.idleMs(), problems()]).toEqual([10_000, 0, []]);
    advance(1);
    expect(problems()).toEqual(['READINGS_NOT_STORED']);
    await blocker.end();
    await Promise.all([first, second]);
    await expect.poll(() => [writer.stalledMs(), problems()]).toEqual([0, []]);
  }
});
