import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PostgresPair, startPostgresPair } from '../../testing/postgres-pair.ts';
import { createDb, type Db, type Tx } from './pool.ts';
import { isStandbyTrouble } from './refusal.ts';
import { createStandbyReads, MAX_LAG_MS, type StandbyReads } from './standby-reads.ts';

const log = pino({ level: 'silent' });
let pair: PostgresPair;
let primary: Db;
let reads: StandbyReads;
let skew = 0;
const monotonic = () => performance.now() + skew;

beforeAll(async () => {
  pair = await startPostgresPair({ isSynchronous: false });
  // A primary alone: this is about its standby.
  primary = createDb({ connection: pair.servers[0].url, log });
  await primary.query(sql`create table thing (id integer primary key)`);
  await pair.servers[1].run('alter system set max_standby_streaming_delay = 0');
  await pair.servers[1].run('select pg_reload_conf()');
  reads = createStandbyReads({ primary, url: pair.servers[1].url, log, monotonic });
  await reads.start();
});
afterAll(async () => {
  await reads.stop();
  await primary.close();
  await pair.stop();
});

const isStandby = async (tx: Tx): Promise<boolean> =>
  (await tx.query<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`)).rows[0]?.standby === true;
const idsIn = async (tx: Tx): Promise<number[]> =>
  (await tx.query<{ id: number }>(sql`select id from thing order by id`)).rows.map(({ id }) => id);
/** Something is committed all the time, and the standby is read from. */
const untilRead = () =>
  expect
    .poll(async () => {
      await primary.query(sql`insert into thing values (0) on conflict (id) do update set id = 0`);
      return reads.read(isStandby);
    })
    .toBe(true);
/** Runs `fail` within a read on the standby; returns where it was answered, and how often it ran. */
const readWhile = async (fail: (tx: Tx) => Promise<unknown>) => {
  let runs = 0;
  const answeredBy = await reads.read((db) =>
    db.read('begin transaction isolation level repeatable read, read only', async (tx) => {
      runs++;
      const standby = await isStandby(tx);
      if (standby) await fail(tx);
      return standby ? 'standby' : 'primary';
    }),
  );
  return { answeredBy, runs };
};

describe('reads with a standby', () => {
  it('go to the standby while it keeps up', async () => {
    await untilRead();
    expect(reads.lags()).toEqual({ [pair.servers[1].socket]: expect.any(Number) });
  });

  it('go to the primary while the standby lacks what a person changed, and back', async () => {
    await untilRead();
    await pair.servers[1].run('select pg_wal_replay_pause()');
    await primary.query(sql`insert into thing values (1)`);
    reads.noteChange();
    expect(await reads.read(idsIn)).toContain(1);
    await pair.servers[1].run('select pg_wal_replay_resume()');
    await untilRead();
    expect(await reads.read(idsIn)).toContain(1);
  });

  it('go to the primary while the standby is too far behind', async () => {
    await untilRead();
    await pair.servers[1].run('select pg_wal_replay_pause()');
    await primary.query(sql`insert into thing values (2)`);
    skew += MAX_LAG_MS;
    expect(await reads.read(idsIn)).toContain(2);
    expect(reads.lags()).toEqual({});
    await pair.servers[1].run('select pg_wal_replay_resume()');
  });

  it('of one request never go back to a standby after the primary', async () => {
    await untilRead();
    const request = reads.forRequest();
    expect(await request.read(isStandby)).toBe(true);
    const conflict = Object.assign(new Error('canceled'), { code: '40001' });
    const answered = await request.read(async (db) => {
      if (await isStandby(db)) throw conflict;
      return 'primary';
    });
    expect(answered).toBe('primary');
    await untilRead();
    expect(await request.read(isStandby)).toBe(false);
  });

  it('run again on the primary after a conflict with recovery', async () => {
    await untilRead();
    const vacuum = async (tx: Tx): Promise<void> => {
      await idsIn(tx);
      const waiting = tx.query(sql`select pg_sleep(60)`);
      waiting.catch(() => undefined);
      await primary.query(sql`delete from thing`);
      await pair.servers[0].run('vacuum thing', 'airdeck');
      await waiting;
    };
    expect(await readWhile(vacuum)).toEqual({ answeredBy: 'primary', runs: 2 });
  });

  it('leave other errors alone', async () => {
    await untilRead();
    let runs = 0;
    const failing = reads.read(async (db) => {
      runs++;
      await db.query(sql`select 1 / 0`);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });

  it('run again on the primary when the standby does not answer any more', async () => {
    await untilRead();
    const freeze = async (tx: Tx): Promise<void> => {
      pair.servers[1].freeze();
      skew += MAX_LAG_MS + 1;
      await tx.query(sql`select`);
    };
    expect(await readWhile(freeze)).toEqual({ answeredBy: 'primary', runs: 2 });
    expect(await reads.read(isStandby)).toBe(false);
    pair.servers[1].thaw();
    await untilRead();
  });

  it('run again on the primary when the standby ends, and go to the standby once it is back', async () => {
    await untilRead();
    const kill = async (tx: Tx): Promise<void> => {
      await pair.servers[1].kill();
      await tx.query(sql`select`);
    };
    expect(await readWhile(kill)).toEqual({ answeredBy: 'primary', runs: 2 });
    await pair.follow(pair.servers[1]);
    await untilRead();
  });

  it('go to the primary when the standby was promoted', async () => {
    await untilRead();
    await pair.promote(pair.servers[1]);
    await expect.poll(reads.lags).toEqual({});
    await primary.query(sql`insert into thing values (9)`);
    expect(await reads.read(idsIn)).toContain(9);
  });

  it('never go to a server of another cluster', async () => {
    const url = inject('databaseServer');
    const other = createStandbyReads({ primary, url, log, monotonic });
    await other.start();
    await primary.query(sql`insert into thing values (10)`);
    expect(await other.read(idsIn)).toContain(10);
    expect(other.lags()).toEqual({});
    await other.stop();
  });
});

it.each([
  ['40001', true],
  ['40P01', true],
  ['57P01', true],
  ['57P05', true],
  ['08006', true],
  ['25006', true],
  ['42P01', true],
  ['53300', true],
  ['ECONNREFUSED', true],
  ['57014', false],
  ['22012', false],
  ['23505', false],
  ['RESOURCE_NOT_FOUND', false],
])('knows whether %s is the trouble of a standby: %s', (code, expected) => {
  expect(isStandbyTrouble(Object.assign(new Error('failed'), { code }))).toBe(expected);
});
