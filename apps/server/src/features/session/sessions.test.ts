import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { HOUR_MS } from '@airdeck/domain/duration';
import type { QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db, Statement } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/log.ts';
import { anOrganization, aUser, type TestUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const SECOND = 1_000;
let database: TestDatabase;
let clock: TestClock;
let app: SessionApp;
/** A second instance on the same database. */
let other: SessionApp;
let user: TestUser;
let headers: { authorization: string };
let sessionId: string;
/** The log of the first instance. */
const lines: Record<string, unknown>[] = [];
let ended: { sessionId: string; code: string }[];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  clock = testClock();
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = await sessionApp({ db: database.db, clock, log: createLog({ level: 'warn', destination }) });
  other = await sessionApp({ db: database.db, clock });
  user = await aUser(database.db);
  headers = await app.bearer(user);
  sessionId = (await app.sessions.authenticate(headers.authorization.slice(7))).sessionId;
  ended = [];
  app.bus.on('session.ended', (event) => ended.push(event));
  return async () => {
    vi.useRealTimers();
    await allowWrites();
    await app.http.close();
    await other.http.close();
  };
});

/** The answer of a request with the session: 200, or the code of the error. */
const ask = async (instance = app) => {
  const answer = await instance.http.inject({ url: '/api/v1/users/me', headers });
  return answer.statusCode === 200 ? 200 : answer.json().code;
};
const logOut = (query = '', payload: object = {}) =>
  app.http.inject({ method: 'POST', url: `/api/v1/logout${query}`, headers, payload });
const row = async () => {
  const { rows } = await database.db.query<{
    last_seen_time: Date;
    closing_time: Date | null;
    logout_time: Date | null;
  }>(sql`select last_seen_time, closing_time, logout_time from session where id = ${sessionId}`);
  return rows[0];
};
/** Has the database refuse every write of a session's use, as a full disk would. */
const refuseWrites = async (): Promise<void> => {
  await database.db.query(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await database.db.query(sql`create trigger refuse before update on session for each row execute function refuse()`);
};
const allowWrites = () => database.db.query(sql`drop function if exists refuse cascade`);
/** Lets time pass as the timer would see it. */
const pass = async (ms: number, instance = app) => {
  clock.advance(ms);
  await instance.sessions.sweep();
};

describe('a session', () => {
  it('ends after eight hours without use, not before', async () => {
    clock.advance(8 * HOUR_MS - 1);
    expect(await ask()).toBe(200);
    clock.advance(8 * HOUR_MS - 1);
    expect(await ask()).toBe(200);
    clock.advance(8 * HOUR_MS);
    expect(await ask()).toBe('EXPIRED_TOKEN');
  });

  it('ends after a day, used or not', async () => {
    for (let hour = 1; hour < 24; hour++) {
      clock.advance(HOUR_MS);
      expect(await ask()).toBe(200);
    }
    clock.advance(HOUR_MS);
    expect(await ask()).toBe('EXPIRED_TOKEN');
  });

  it('is kept in use by an open stream, and ends with it after a day', async () => {
    app.sessions.hold(sessionId);
    for (let hour = 1; hour < 24; hour++) await pass(HOUR_MS);
    expect(ended).toEqual([]);
    await pass(HOUR_MS);
    expect(ended).toEqual([{ sessionId, code: 'EXPIRED_TOKEN' }]);
    expect(() => app.sessions.hold(sessionId)).toThrow('INVALID_TOKEN');
  });

  it('writes when it was last used, once a minute at most', async () => {
    const login = clock.now();
    clock.advance(59 * SECOND);
    lines.splice(0);
    await refuseWrites();
    await ask();
    // It has not even tried.
    expect(lines).toEqual([]);
    await allowWrites();
    expect((await row())?.last_seen_time.getTime()).toBe(login);
    clock.advance(SECOND);
    await ask();
    expect((await row())?.last_seen_time.getTime()).toBe(login + 60 * SECOND);
    clock.advance(30 * SECOND);
    app.sessions.touch(sessionId);
    expect((await row())?.last_seen_time.getTime()).toBe(login + 60 * SECOND);
  });

  it('goes on when its use cannot be written, which counts all the same, and is written later', async () => {
    await refuseWrites();
    lines.splice(0);
    for (let hour = 1; hour <= 10; hour++) {
      clock.advance(HOUR_MS);
      expect(await ask()).toBe(200);
    }
    expect((await row())?.last_seen_time.getTime()).toBe(clock.now() - 10 * HOUR_MS);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatchObject({ msg: "a session's use could not be written", err: { code: '53100' } });
    await allowWrites();
    clock.advance(60 * SECOND);
    expect(await ask()).toBe(200);
    expect((await row())?.last_seen_time.getTime()).toBe(clock.now());
  });

  it('goes on after its page was left, when that cannot be taken back in writing', async () => {
    expect((await logOut('?closing=true')).statusCode).toBe(200);
    await refuseWrites();
    clock.advance(SECOND);
    expect(await ask()).toBe(200);
  });

  it('logs a session whose end cannot be saved, and ends the other sessions', async () => {
    lines.splice(0);
    await app.sessions.sweep();
    expect(lines).toEqual([]);
    const second = await app.bearer(user);
    await app.http.inject({ url: '/api/v1/users/me', headers: second });
    await logOut('?closing=true');
    await app.http.inject({ method: 'POST', url: '/api/v1/logout?closing=true', headers: second, payload: {} });
    await refuseWrites();
    await pass(61 * SECOND);
    expect(lines).toMatchObject([{ msg: 'sessions could not be ended', sessions: 2, err: { code: '53100' } }]);
    await allowWrites();
    await pass(SECOND);
    expect(ended).toHaveLength(2);
    expect(lines).toHaveLength(1);
  });

  it('counts use in another process', async () => {
    clock.advance(7 * HOUR_MS);
    await ask(other);
    clock.advance(7 * HOUR_MS);
    expect(await ask()).toBe(200);
  });

  it('leaves the memory when it is not used, and is found again', async () => {
    await pass(10 * 60 * SECOND);
    expect(() => app.sessions.hold(sessionId)).toThrow('INVALID_TOKEN');
    expect(await ask()).toBe(200);
    expect(ended).toEqual([]);
  });

  it('outlives a clock that is set back', async () => {
    clock.advance(-HOUR_MS);
    expect(await ask()).toBe(200);
  });
});

describe('what is remembered of a session', () => {
  /** An instance that counts its reads of sessions. */
  const counting = async () => {
    const { db } = database;
    let reads = 0;
    const counted: Db = {
      ...db,
      query: <Row extends QueryResultRow>(statement: Statement) => {
        if (statement.text.includes('from session s')) reads++;
        return db.query<Row>(statement);
      },
    };
    return { instance: await sessionApp({ db: counted, clock }), reads: () => reads };
  };

  it('is read once a second, and once for all who ask at the same time', async () => {
    const { instance, reads } = await counting();
    expect(await Promise.all([ask(instance), ask(instance), ask(instance)])).toEqual([200, 200, 200]);
    expect(reads()).toBe(1);
    clock.advance(SECOND - 1);
    await ask(instance);
    expect(reads()).toBe(1);
    clock.advance(1);
    await ask(instance);
    expect(reads()).toBe(2);
    // Times from before the clock was set back mean nothing.
    clock.advance(-SECOND);
    await ask(instance);
    expect(reads()).toBe(3);
    await instance.http.close();
  });

  it('is held as often as streams are open, however often one is released', async () => {
    const release = app.sessions.hold(sessionId);
    release();
    release();
    app.sessions.hold(sessionId);
    for (let hour = 1; hour < 10; hour++) await pass(HOUR_MS);
    expect(ended).toEqual([]);
    expect(await ask()).toBe(200);
  });

  it('is nothing that closing it needs', async () => {
    await other.sessions.close(sessionId);
    expect((await row())?.closing_time?.getTime()).toBe(clock.now());
  });

  it('is looked at again by a sweep where a stream is open, and nowhere else', async () => {
    const { instance, reads } = await counting();
    await ask(instance);
    await instance.sessions.sweep();
    expect(reads()).toBe(1);
    const release = instance.sessions.hold(sessionId);
    await Promise.all([instance.sessions.sweep(), instance.sessions.sweep()]);
    expect(reads()).toBe(2);
    release();
    await instance.sessions.sweep();
    expect(reads()).toBe(2);
    await instance.http.close();
  });

  it('goes after two minutes without a question, not before', async () => {
    await ask();
    await pass(120 * SECOND);
    app.sessions.hold(sessionId)();
    await pass(1);
    expect(() => app.sessions.hold(sessionId)).toThrow('INVALID_TOKEN');
  });

  it('is swept from start to stop', async () => {
    const { instance, reads } = await counting();
    await ask(instance);
    await instance.sessions.start();
    instance.sessions.hold(sessionId);
    const codes: string[] = [];
    instance.bus.on('session.ended', ({ code }) => codes.push(code));
    await expect.poll(reads, { timeout: 60_000 }).toBeGreaterThan(1);
    await database.db.query(sql`update app_user set use = 'N' where id = ${user.id}`);
    await expect.poll(() => codes, { timeout: 60_000 }).toEqual(['INVALID_TOKEN']);
    await instance.sessions.stop();
    await instance.http.close();
  });

  it('is swept no more when it has stopped, which waits for the last sweep', async () => {
    const { db } = database;
    const order: string[] = [];
    const slow: Db = {
      ...db,
      query: async <Row extends QueryResultRow>(statement: Statement) => {
        const result = await db.query<Row>(statement);
        if (statement.text.includes('from session s')) order.push('read');
        return result;
      },
    };
    const instance = await sessionApp({ db: slow, clock });
    await ask(instance);
    instance.sessions.hold(sessionId);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await instance.sessions.start();
    order.splice(0);
    await vi.advanceTimersByTimeAsync(500);
    await instance.sessions.stop();
    order.push('stopped');
    expect(order).toEqual(['read', 'stopped']);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await instance.http.close();
  });
});

describe('logout', () => {
  it('ends the session of the bearer at once, streams included', async () => {
    app.sessions.hold(sessionId);
    const answer = await logOut();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect(await ask()).toBe('INVALID_TOKEN');
    expect(ended).toEqual([{ sessionId, code: 'INVALID_TOKEN' }]);
    expect((await row())?.logout_time?.getTime()).toBe(clock.now());
  });

  it("ignores the body: another's id is not logged out", async () => {
    const victim = await aUser(database.db);
    const theirs = await app.bearer(victim);
    await logOut('', { code: victim.code, id: victim.login, password: 'x', username: victim.login });
    const answer = await app.http.inject({ url: '/api/v1/users/me', headers: theirs });
    expect(answer.statusCode).toBe(200);
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('ends one session, not the others of the user', async () => {
    const second = await app.bearer(user);
    await logOut();
    expect((await app.http.inject({ url: '/api/v1/users/me', headers: second })).statusCode).toBe(200);
  });

  it('counts in another process within a second', async () => {
    expect(await ask(other)).toBe(200);
    await logOut();
    clock.advance(SECOND);
    expect(await ask(other)).toBe('INVALID_TOKEN');
  });

  it('is not undone by a row that was read before and arrives after', async () => {
    const { db } = database;
    const line = new EventEmitter();
    const slow: Db = {
      ...db,
      query: async <Row extends QueryResultRow>(statement: Statement) => {
        const result = await db.query<Row>(statement);
        if (statement.text.includes('from session s')) {
          const arrives = once(line, 'arrives');
          line.emit('read');
          await arrives;
        }
        return result;
      },
    };
    const late = await sessionApp({ db: slow, clock });
    const read = once(line, 'read');
    const asking = ask(late);
    await read;
    await late.sessions.end(sessionId);
    line.emit('arrives');
    expect(await asking).toBe('INVALID_TOKEN');
    await late.http.close();
  });

  it('needs a session itself', async () => {
    expect((await app.http.inject({ method: 'POST', url: '/api/v1/logout' })).statusCode).toBe(401);
  });
});

describe('a closing session', () => {
  const leave = () => logOut('?closing=true');

  it('ends a minute after its page was left', async () => {
    expect((await leave()).statusCode).toBe(200);
    await pass(60 * SECOND - 1);
    expect((await row())?.logout_time).toBeNull();
    await pass(1);
    expect((await row())?.logout_time?.getTime()).toBe(clock.now());
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('goes on when a request comes, as after a reload', async () => {
    await leave();
    await pass(59 * SECOND);
    expect(await ask()).toBe(200);
    expect((await row())?.closing_time).toBeNull();
    await pass(60 * SECOND);
    expect(await ask()).toBe(200);
  });

  it('goes on while another tab has a stream open', async () => {
    const release = app.sessions.hold(sessionId);
    await leave();
    await pass(6 * SECOND);
    await pass(20 * SECOND);
    expect(ended).toEqual([]);
    release();
    release();
    await leave();
    await pass(60 * SECOND);
    expect(ended).toEqual([{ sessionId, code: 'INVALID_TOKEN' }]);
  });

  it('is not kept by the stream of the page that leaves', async () => {
    const release = app.sessions.hold(sessionId);
    await leave();
    await pass(SECOND);
    release();
    await pass(59 * SECOND);
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('goes on by the stream of another tab five seconds after its page was left, not before', async () => {
    app.sessions.hold(sessionId);
    await leave();
    await pass(5 * SECOND - 1);
    expect((await row())?.closing_time).not.toBeNull();
    await pass(1);
    expect((await row())?.closing_time).toBeNull();
  });

  it('goes on when another process saw the use', async () => {
    await leave();
    clock.advance(10 * SECOND);
    expect(await ask(other)).toBe(200);
    await pass(5 * SECOND);
    expect(await ask()).toBe(200);
  });

  it('is taken up by the next start', async () => {
    await leave();
    const next = await sessionApp({ db: database.db, clock });
    await next.sessions.start();
    await pass(60 * SECOND, next);
    await next.sessions.stop();
    expect((await row())?.logout_time).not.toBeNull();
    await next.http.close();
  });

  it('is asked for with "true" only', async () => {
    expect((await logOut('?closing=yes')).json().errors).toEqual({ closing: 'INVALID' });
    expect(await ask()).toBe(200);
  });
});

describe('a change of the user', () => {
  const changes = [
    ['role', () => sql`update app_user set authority = 'LOCAL_ADMIN' where id = ${user.id}`],
    ['use', () => sql`update app_user set use = 'N' where id = ${user.id}`],
    ['use of the organization', () => sql`update organization set use = 'N' where id = ${user.organizationId}`],
    ['existence', () => sql`delete from app_user where id = ${user.id}`],
  ] as const;

  it.each(changes)('of %s ends the session within a second', async (_what, change) => {
    await database.db.query(change());
    clock.advance(SECOND);
    expect(await ask()).toBe('INVALID_TOKEN');
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('of role ends the session also before that is written, or when it cannot be', async () => {
    await refuseWrites();
    await database.db.query(sql`update app_user set authority = 'LOCAL_ADMIN' where id = ${user.id}`);
    clock.advance(SECOND);
    expect(await ask()).toBe('INVALID_TOKEN');
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('of role is a logout of its sessions, a language none', async () => {
    await database.db.query(sql`update app_user set language = 'en' where id = ${user.id}`);
    clock.advance(SECOND);
    expect(await ask()).toBe(200);
    await database.db.query(sql`update app_user set authority = 'LOCAL_ADMIN' where id = ${user.id}`);
    clock.advance(SECOND);
    expect(await ask()).toBe('INVALID_TOKEN');
    await expect.poll(async () => (await row())?.logout_time?.getTime(), { timeout: 60_000 }).toBe(clock.now());
  });

  it.each(changes)('of %s ends open streams with the next sweep', async (_what, change) => {
    app.sessions.hold(sessionId);
    await database.db.query(change());
    await app.sessions.sweep();
    expect(ended).toEqual([{ sessionId, code: 'INVALID_TOKEN' }]);
  });

  it('of organization ends the session too', async () => {
    const { id } = await anOrganization(database.db);
    await database.db.query(sql`update app_user set organization_id = ${id} where id = ${user.id}`);
    clock.advance(SECOND);
    expect(await ask()).toBe('INVALID_TOKEN');
  });

  it('of language counts within a second and ends nothing', async () => {
    await database.db.query(sql`update app_user set language = 'en' where id = ${user.id}`);
    clock.advance(SECOND);
    const answer = await app.http.inject({ url: '/api/v1/users/0', headers });
    expect(answer.json().message).toBe('The user was not found. Please reload the list and check.');
  });

  it('a change by this process ends all sessions of the user at once', async () => {
    const second = await app.bearer(user);
    await app.sessions.endAllOf(user.id);
    expect(await ask()).toBe('INVALID_TOKEN');
    expect((await app.http.inject({ url: '/api/v1/users/me', headers: second })).statusCode).toBe(401);
  });
});

describe('tokens', () => {
  it('of a session that never was are invalid', async () => {
    const token = await app.tokens.sign(randomUUID(), clock.now() + HOUR_MS);
    const answer = await app.http.inject({ url: '/api/v1/users/me', headers: { authorization: `Bearer ${token}` } });
    expect(answer.json().code).toBe('INVALID_TOKEN');
  });

  it('answers INVALID_SIGNATURE to a token that was changed', async () => {
    headers = { authorization: headers.authorization.replace(/.{5}$/, 'AAAAA') };
    expect(await ask()).toBe('INVALID_SIGNATURE');
  });

  it('of another installation answer INVALID_SIGNATURE', async () => {
    const foreign = await sessionApp({ db: database.db, clock, key: new Uint8Array(32).fill(9) });
    expect(await ask(foreign)).toBe('INVALID_SIGNATURE');
    await foreign.http.close();
  });

  it('come from a login that also works after the others', async () => {
    const { access_token } = (await app.login(formOf(user))).json();
    await logOut();
    headers = { authorization: `Bearer ${access_token}` };
    expect(await ask()).toBe(200);
  });
});
