import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabaseProxy } from '../../testing/database-proxy.ts';
import { type PostgresPair, startPostgresPair } from '../../testing/postgres-pair.ts';
import { openDatabase } from './open.ts';
import { createDb, type Db, type DbOptions } from './pool.ts';
import { isDatabaseAway } from './refusal.ts';

const log = pino({ level: 'silent' });
let pair: PostgresPair;
const opened: Db[] = [];

beforeAll(async () => {
  pair = await startPostgresPair();
  const db = createDb({ connection: pair.url, log });
  await db.query(sql`create table thing (id integer primary key)`);
  await db.close();
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});
afterAll(() => pair.stop());

const open = (connection: string, options: Partial<DbOptions> = {}): Db => {
  const db = createDb({ connection, log, ...options });
  opened.push(db);
  return db;
};
/** A URL with these sockets, of the database that every server has. */
const urlOf = (...sockets: string[]): string => {
  const { username, password } = new URL(inject('databaseServer'));
  return `postgresql://${username}:${password}@/postgres?host=${sockets.map(encodeURIComponent).join(',')}`;
};
const add = (db: Db, id: number) => db.tx((tx) => tx.query(sql`insert into thing values (${id})`));
const things = async (db: Db): Promise<number[]> =>
  (await db.query<{ id: number }>(sql`select id from thing order by id`)).rows.map(({ id }) => id);
const setPrimary = async (name: string, value: string): Promise<void> => {
  await pair.servers[0].run(`alter system set ${name} = '${value}'`);
  await pair.servers[0].run('select pg_reload_conf()');
};
/** Ends the waits for a standby, as an administrator can; returns how many there were. */
const cancelWaits = async (): Promise<number> => {
  const cancelled = await pair.servers[0].run(
    `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'airdeck'`,
  );
  return cancelled.length;
};

describe('a URL with several hosts', () => {
  it('leads to the one that accepts writes, wherever it stands', async () => {
    const [primary, standby] = pair.servers.map(({ socket }) => socket) as [string, string];
    for (const sockets of [
      [primary, standby],
      [standby, primary],
      ['/nonexistent', standby, primary],
    ]) {
      const db = open(urlOf(...sockets));
      expect((await db.query(sql`select pg_is_in_recovery() as standby`)).rows).toEqual([{ standby: false }]);
    }
  });

  it('drops a connection that became read-only, and waits until a host accepts writes', async () => {
    const db = open(pair.url, { size: 1 });
    await things(db);
    await setPrimary('default_transaction_read_only', 'on');
    await expect
      .poll(async () => (await db.query(sql`show transaction_read_only`)).rows)
      .toEqual([{ transaction_read_only: 'on' }]);
    await expect(add(db, 1)).rejects.toMatchObject({ code: '25006' });
    const waiting = add(db, 1);
    await setPrimary('default_transaction_read_only', 'off');
    await waiting;
    expect(await things(db)).toEqual([1]);
  });

  it('reports a commit that no synchronous standby has confirmed as failed', async () => {
    const db = open(pair.url, { size: 1 });
    await things(db);
    pair.servers[1].freeze();
    for (const write of [() => add(db, 2), () => db.query(sql`insert into thing values (3)`)]) {
      const written = expect(write()).rejects.toThrow('No synchronous standby confirmed');
      await expect.poll(cancelWaits).toBe(1);
      await written;
    }
    pair.servers[1].thaw();
    await add(db, 4);
  });

  it('waits for a synchronous standby no longer than its limit', async () => {
    const db = open(pair.url, { size: 2, statementTimeout: 500, commitWait: 500 });
    await things(db);
    pair.servers[1].freeze();
    const failures = await Promise.all(
      [add(db, 6), db.query(sql`insert into thing values (7)`)].map((write) => write.catch((error) => error)),
    );
    expect(failures).toMatchObject(
      Array.from({ length: 2 }, () => ({ message: expect.stringContaining('No synchronous standby') })),
    );
    expect(failures.map(isDatabaseAway)).toEqual([true, true]);
    // A read does not wait.
    expect(await things(db)).toEqual(expect.arrayContaining([6, 7]));
    pair.servers[1].thaw();
    await add(db, 8);
  });

  it('refuses hosts that are not copies of one database', async () => {
    const other = new URL(inject('databaseServer')).searchParams.get('host') ?? '';
    const db = open(urlOf(pair.servers[1].socket, other));
    await expect(db.query(sql`select`)).rejects.toThrow('the hosts are not copies of one database');
  });

  it('names each host and its state when none accepts writes', async () => {
    const db = open(urlOf(pair.servers[1].socket, '/nonexistent'), { connectTimeout: 1 });
    await expect(db.query(sql`select`)).rejects.toThrow(
      `no host accepts writes: ${pair.servers[1].socket} is a standby; /nonexistent cannot be reached`,
    );
  });

  it('leads to the primary while another host accepts connections and never answers', async () => {
    const silent = await openDatabaseProxy(inject('databaseServer'));
    silent.cut();
    const { hostname, port } = new URL(silent.url);
    const [{ socket, url }] = pair.servers;
    const { username, pathname } = new URL(url);
    const hosts = `host=${hostname},${encodeURIComponent(socket)}&port=${port},5432`;
    const db = open(`postgresql://${username}@${pathname}?${hosts}`);
    await add(db, 9);
    expect(await things(db)).toContain(9);
    await silent.close();
  });

  it('is reported at the start where one of them is away', async () => {
    const said: string[] = [];
    const databaseUrl = urlOf('/nonexistent', pair.servers[0].socket);
    const options = { dataDir: '/nonexistent', log, onExit: () => {}, progress: (text: string) => said.push(text) };
    const { close } = await openDatabase({ ...options, databaseUrl });
    await close();
    expect(said).toEqual([expect.stringContaining('DATABASE_URL: /nonexistent cannot be reached')]);
  });

  it('does not start on hosts that are not copies of one database, such as a standby of another cluster', async () => {
    const other = new URL(inject('databaseServer')).searchParams.get('host') ?? '';
    const options = { dataDir: '/nonexistent', log, onExit: () => {}, progress: () => {} };
    for (const sockets of [
      [pair.servers[0].socket, other],
      [other, pair.servers[1].socket],
    ]) {
      const opening = openDatabase({ ...options, databaseUrl: urlOf(...sockets) });
      await expect(opening).rejects.toThrow(
        'The database of DATABASE_URL cannot be used: the hosts are not copies of one database',
      );
    }
  });

  it('leaves a primary that does not answer for a standby that was promoted', async () => {
    const db = open(pair.url, { size: 2 });
    await things(db);
    const [primary, standby] = pair.servers;
    primary.freeze();
    const waiting = add(db, 5);
    await pair.promote(standby);
    await waiting.catch(() => add(db, 5));
    expect(await things(db)).toContain(5);
    expect((await standby.run('select pg_is_in_recovery() as standby'))[0]).toEqual({ standby: false });
  });
});
