import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import { asAdministrator } from '../../testing/database-server.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createListener } from './listen.ts';
import { createDb, type Db } from './pool.ts';
import { isDatabaseAway } from './refusal.ts';

const log = pino({ level: 'silent' });
/** Instead of eight seconds; `LONG_USE_MS` and the time for an answer come on top. */
const SILENCE_MS = 500;
let proxy: DatabaseProxy;
let db: Db;

beforeEach(async () => {
  proxy = await openDatabaseProxy(inject('databaseServer'));
  db = createDb({ connection: proxy.url, log, size: 4, connectTimeout: 1_000, silenceMs: SILENCE_MS });
});
afterEach(async () => {
  await proxy.close();
  await db.close();
});

const ask = () => db.query<{ one: number }>(sql`select 1 as one`);
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error) => error,
  );

it('fails what is under way and what comes next when the network drops every packet, and recovers on new connections', async () => {
  const heard: string[] = [];
  const listener = createListener(db, 'airdeck_feed', (payload) => heard.push(payload), log);
  listener.start();
  const isHeard = (payload: string) =>
    expect
      .poll(async () => {
        await failure(db.query(sql`select pg_notify('airdeck_feed', ${payload})`));
        return heard;
      })
      .toContain(payload);
  await isHeard('before');
  await Promise.all([ask(), ask(), ask()]);
  proxy.cut();
  const failures = await Promise.all([ask(), db.tx((tx) => tx.query(sql`select`))].map(failure));
  expect(failures.map(isDatabaseAway)).toEqual([true, true]);
  expect(isDatabaseAway(await failure(ask()))).toBe(true);
  proxy.heal();
  // More than there are connections: none of the former ones is used, nor by the listener.
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  expect(answers.map(({ rows }) => rows)).toEqual(Array.from({ length: 8 }, () => [{ one: 1 }]));
  await isHeard('after');
  await listener.stop();
});

it('leaves a long statement alone while the database answers, or refuses new connections', async () => {
  const database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const refused = createDb({ connection: database.url, log, silenceMs: SILENCE_MS });
  const allow = (isAllowed: boolean) =>
    asAdministrator(inject('databaseServer'), (client) =>
      client.query(`alter database "${name}" with allow_connections ${isAllowed}`),
    );
  try {
    await refused.query(sql`select`);
    await allow(false);
    const done = await Promise.all([db, refused].map((each) => each.query(sql`select from pg_sleep(4)`)));
    expect(done.map(({ rowCount }) => rowCount)).toEqual([1, 1]);
  } finally {
    await allow(true);
    await refused.close();
    await database.close();
  }
});
