import { DAY_MS, HOUR_MS, WEEK_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aUser } from '../../testing/factory.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createLogin } from './login.ts';
import { addFailure, clearFailures, pruneFailures } from './session-queries.ts';

const clock = testClock();
const verifySecondFactor = async () => false;
let database: TestDatabase;
let app: SessionApp;

beforeAll(async () => {
  database = await testDatabase();
  app = await sessionApp({ db: database.db, clock });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const codeOf = async (form: object, address?: string) => {
  const answer = await app.login(form, address);
  expect(answer.statusCode).toBe(400);
  return answer.json().code;
};

describe('login', () => {
  it('answers a token, its end, and the user without a password', async () => {
    const organization = await anOrganization(database.db, { name: '하늘 초등학교', nameEn: 'Sky School' });
    const user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN', language: 'en', name: 'Kim' });
    const answer = await app.login(formOf(user));
    expect(answer.statusCode).toBe(200);
    const { access_token, expires_at, user: shown } = answer.json();
    expect(access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Date.parse(expires_at) - clock.now()).toBe(DAY_MS);
    expect(shown).toEqual({
      id: user.id,
      login: user.login,
      name: 'Kim',
      email: expect.stringContaining('@example.com'),
      phone: null,
      authority: 'LOCAL_ADMIN',
      use: 'Y',
      language: 'en',
      organization_id: organization.id,
      organization_name: '하늘 초등학교',
      organization_name_en: 'Sky School',
      organization_code: organization.code,
      must_renew: false,
      assigned: null,
      may_control: true,
      second_factor: 'OFF',
    });
    const headers = { authorization: `Bearer ${access_token}` };
    const me = await app.http.inject({ url: '/api/v1/users/me', headers });
    expect(me.json()).toEqual(shown);
  });

  it('takes an id in any case', async () => {
    const user = await aUser(database.db, { login: 'Kim.Su' });
    for (const id of ['Kim.Su', 'kim.su', 'KIM.SU']) {
      expect((await app.login({ ...formOf(user), id })).json().user.login).toBe('Kim.Su');
    }
  });

  it('of ids that differed by case before takes the one that was typed, else the older one', async () => {
    const organization = await anOrganization(database.db);
    const older = await aUser(database.db, { organization, login: 'lee.ho' });
    await database.db.query(sql`
      insert into app_user (organization_id, login, kept_login, name, authority, password_hash)
      select organization_id, 'Lee.Ho', 'Lee.Ho', name, authority, password_hash from app_user where id = ${older.id}`);
    for (const [id, login] of [
      ['lee.ho', 'lee.ho'],
      ['Lee.Ho', 'Lee.Ho'],
      ['LEE.HO', 'lee.ho'],
    ]) {
      expect((await app.login({ ...formOf(older), id })).json().user.login).toBe(login);
    }
  });

  it.each(['known.id', 'unknown.id'])('counts the failures of all spellings of %s together', async (login) => {
    const { code } = await aUser(database.db, { login: 'Known.Id' });
    const form = { code, password: 'wrong' };
    const spellings = [login, login.toUpperCase(), `${login.slice(0, -2)}Id`, `${login.slice(0, -1)}D`, login];
    for (const id of spellings) expect(await codeOf({ ...form, id }, '10.77.0.1')).toBe('INVALID_PASSWORD');
    expect(await codeOf({ ...form, id: login.toUpperCase() }, '10.77.0.1')).toBe('RETRY_COUNT_OVER');
  });

  it('writes the login history', async () => {
    const user = await aUser(database.db);
    await app.login(formOf(user));
    const { rows } = await database.db.query(
      sql`select ip, login_time, logout_time from session where user_id = ${user.id}`,
    );
    expect(rows).toEqual([
      { ip: expect.stringMatching(/^10\.1\./), login_time: new Date(clock.now()), logout_time: null },
    ]);
  });

  it.each([
    ['code', { code: '99999999' }],
    ['malformed code', { code: "' or 1=1 --" }],
    ['id', { id: 'nobody' }],
    ['id in other case', { id: 'USER' }],
    ['password', { password: 'wrong' }],
    ['password in other case', { password: 'cLEAN-aIR-42!' }],
  ])('answers a wrong %s like any other, after the same work', async (_what, wrong) => {
    const user = await aUser(database.db);
    const hashed = app.hashed();
    const answer = await app.login({ ...formOf(user), ...wrong });
    expect(answer.statusCode).toBe(400);
    const { request_id, ...rest } = answer.json();
    expect(rest).toEqual({ code: 'INVALID_PASSWORD', message: expect.stringContaining('비밀번호'), errors: {} });
    expect(app.hashed()).toBe(hashed + 1);
  });

  it("does not let in with another organization's code", async () => {
    const [one, other] = [await aUser(database.db), await aUser(database.db)];
    expect(await codeOf({ ...formOf(one), code: other.code })).toBe('INVALID_PASSWORD');
  });

  it('takes a former code of the organization, and counts its failures with those of the current one', async () => {
    const user = await aUser(database.db);
    const former = '55500077';
    await database.db.query(sql`insert into organization_alias values (${former}, ${user.organizationId})`);
    expect((await app.login({ ...formOf(user), code: former })).json().user.organization_code).toBe(user.code);
    for (const code of [former, user.code, former, user.code, former]) {
      await app.login({ ...formOf(user), code, password: 'wrong' }, '10.9.8.7');
    }
    for (const code of [former, user.code]) {
      expect(await codeOf({ ...formOf(user), code }, '10.9.8.7')).toBe('RETRY_COUNT_OVER');
    }
  });

  it('refuses what is missing, too long or unknown before hashing', async () => {
    const form = formOf(await aUser(database.db));
    const hashed = app.hashed();
    const refusals: [object, object][] = [
      [{}, { code: 'REQUIRED', id: 'REQUIRED', password: 'REQUIRED' }],
      [{ ...form, password: '' }, { password: 'REQUIRED' }],
      [{ ...form, password: 'x'.repeat(257) }, { password: 'TOO_LONG' }],
      [{ ...form, id: ['a'] }, { id: 'INVALID' }],
      [{ ...form, id: 'a\u0000' }, { id: 'CONTROL_CHARACTER' }],
      [{ ...form, authority: 'SUPER_ADMIN' }, { authority: 'UNKNOWN_FIELD' }],
    ];
    for (const [body, errors] of refusals) {
      const answer = await app.login(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER', errors });
    }
    expect((await app.login({ ...form, password: 'x'.repeat(1_048_576) })).statusCode).toBe(400);
    expect(app.hashed()).toBe(hashed);
  });

  it('says that a user is inactive only after the right password', async () => {
    const closed = await anOrganization(database.db, { use: 'N' });
    const rows = [
      [await aUser(database.db, { organization: closed }), 'INACTIVE_USER'],
      [await aUser(database.db, { organization: closed, use: 'N' }), 'INACTIVE_USER'],
      [await aUser(database.db, { use: 'N' }), 'USER_UNUSED'],
    ] as const;
    for (const [user, code] of rows) {
      expect(await codeOf({ ...formOf(user), password: 'wrong' })).toBe('INVALID_PASSWORD');
      expect(await codeOf(formOf(user))).toBe(code);
    }
  });

  it('proves nothing where no password was ever set, and says nothing of it', async () => {
    const user = await aUser(database.db, { hasPassword: false });
    const hashed = app.hashed();
    expect(await codeOf(formOf(user))).toBe('INVALID_PASSWORD');
    expect(app.hashed()).toBe(hashed + 1);
  });

  it('throttles an address before it has tried many ids', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) {
      const payload = { code: '1', id: `id-${i}`, password: 'x'.repeat(257) };
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload,
        remoteAddress: '10.9.9.9',
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

describe('lock', () => {
  let used = 0;
  /** An address that no other test uses. */
  const anAddress = (): string => `10.2.${Math.floor(++used / 250)}.${used % 250}`;
  const fail = async (form: object, times: number, address: string) => {
    for (let i = 0; i < times; i++) {
      expect(await codeOf({ ...form, password: 'wrong' }, address)).toBe('INVALID_PASSWORD');
    }
  };

  it('refuses the sixth try of an address after five failures, right or wrong, without hashing', async () => {
    const form = formOf(await aUser(database.db));
    const address = anAddress();
    await fail(form, 5, address);
    const hashed = app.hashed();
    expect(await codeOf(form, address)).toBe('RETRY_COUNT_OVER');
    expect(await codeOf({ ...form, password: 'wrong' }, address)).toBe('RETRY_COUNT_OVER');
    expect(app.hashed()).toBe(hashed);
  });

  it('does not lock the id elsewhere', async () => {
    const form = formOf(await aUser(database.db));
    const attacker = anAddress();
    await fail(form, 5, attacker);
    for (let i = 0; i < 15; i++) expect(await codeOf(form, attacker)).toBe('RETRY_COUNT_OVER');
    expect((await app.login(form, anAddress())).statusCode).toBe(200);
  });

  it('holds for all addresses after twenty failures of a day from several addresses', async () => {
    const form = formOf(await aUser(database.db));
    for (let i = 0; i < 4; i++) await fail(form, 4, anAddress());
    await fail(form, 3, anAddress());
    const last = anAddress();
    await fail(form, 1, last);
    for (const address of [last, anAddress()]) expect(await codeOf(form, address)).toBe('RETRY_COUNT_OVER');
    clock.advance(DAY_MS);
    expect((await app.login(form, last)).statusCode).toBe(200);
  });

  it('counts the /64 of an IPv6 address as one, and IPv4 within IPv6 as itself', async () => {
    const form = formOf(await aUser(database.db));
    for (let i = 1; i <= 5; i++) await fail(form, 1, `2001:db8:1:2::${i}`);
    expect(await codeOf(form, '2001:db8:1:2:ffff::1')).toBe('RETRY_COUNT_OVER');
    expect((await app.login(form, '2001:db8:1:3::1')).statusCode).toBe(200);
    await fail(form, 5, '192.0.2.1');
    expect(await codeOf(form, '::ffff:192.0.2.1')).toBe('RETRY_COUNT_OVER');
  });

  it('locks ids and codes that do not exist in the same way', async () => {
    for (const form of [
      { code: '12345678', id: 'nobody', password: 'x' },
      { code: 'no code', id: 'admin', password: 'x' },
    ]) {
      const address = anAddress();
      await fail(form, 5, address);
      expect(await codeOf(form, address)).toBe('RETRY_COUNT_OVER');
      for (let i = 0; i < 3; i++) await fail(form, 5, anAddress());
      expect(await codeOf(form, anAddress())).toBe('RETRY_COUNT_OVER');
    }
  });

  it.each([
    ['one address', 5, () => '10.3.0.1'],
    ['many addresses', 20, anAddress],
  ])('counts one after the other what is sent at once from %s', async (_, most, address) => {
    const form = { ...formOf(await aUser(database.db)), password: 'wrong' };
    const answers = await Promise.all(Array.from({ length: most + 4 }, () => codeOf(form, address())));
    expect(answers.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(most);
    expect(answers.filter((code) => code === 'RETRY_COUNT_OVER')).toHaveLength(4);
  });

  it('locks one id, not its neighbours', async () => {
    const organization = await anOrganization(database.db);
    const [one, other] = [await aUser(database.db, { organization }), await aUser(database.db, { organization })];
    const address = anAddress();
    await fail(formOf(one), 5, address);
    expect((await app.login(formOf(other), address)).statusCode).toBe(200);
  });

  it('begins again after a success, for all addresses', async () => {
    const form = formOf(await aUser(database.db));
    const [one, other] = [anAddress(), anAddress()];
    for (let i = 0; i < 3; i++) {
      await fail(form, 4, one);
      await fail(form, 5, other);
      expect((await app.login(form, one)).statusCode).toBe(200);
    }
  });

  it('ends when it is unlocked, for one address and for all', async () => {
    const user = await aUser(database.db);
    const addresses = Array.from({ length: 4 }, anAddress);
    for (const address of addresses) await fail(formOf(user), 5, address);
    expect(await codeOf(formOf(user))).toBe('RETRY_COUNT_OVER');
    expect(await clearFailures(database.db, user.code, user.login)).toBe(true);
    expect(await clearFailures(database.db, user.code, user.login)).toBe(false);
    expect((await app.login(formOf(user), addresses[0])).statusCode).toBe(200);
  });

  it('is forgotten after a week, alike for ids that exist and that do not', async () => {
    const known = formOf(await aUser(database.db));
    const address = anAddress();
    for (const form of [known, { code: known.code, id: 'ghost', password: 'x' }]) await fail(form, 5, address);
    clock.advance(WEEK_MS + 1);
    // The next failure removes old rows.
    await fail({ code: 'another', id: 'ghost', password: 'x' }, 1, address);
    const { rows } = await database.db.query(sql`select login from failed_login`);
    expect(rows).toEqual([{ login: 'ghost' }]);
  });

  it('is counted for an older process beside this one, which uses the old table names', async () => {
    const user = await aUser(database.db);
    const address = anAddress();
    const old = () => sql`
      insert into login_failure (code, login, address, failures, last_time)
      values (${user.code}, ${user.login}, ${address}, 1, ${new Date(clock.now())})
      on conflict (code, login, address) do update
        set failures = login_failure.failures + 1, last_time = excluded.last_time`;
    for (let i = 0; i < 5; i++) await database.db.query(old());
    expect((await app.login(formOf(user), address)).json()).toMatchObject({ code: 'RETRY_COUNT_OVER' });
    await database.db.query(sql`
      insert into login_refusal (user_id, organization_id, user_login, user_name, ip, time, result)
      select u.id, u.organization_id, u.login, u.name, '192.0.2.9', now(), 'INVALID_PASSWORD'
      from app_user u where u.login = ${user.login}`);
    const { rows } = await database.db.query(sql`select user_login from blocked_login where ip = '192.0.2.9'`);
    expect(rows).toEqual([{ user_login: user.login }]);
    await database.db.query(sql`delete from login_failure where login = ${user.login}`);
    expect((await app.login(formOf(user), address)).statusCode).toBe(200);
  });

  it('is looked through once an hour, and once in a thousand failures', async () => {
    const { db } = database;
    const { check: login } = createLogin({ db, clock, verifySecondFactor, verifyPassword: async () => false });
    const failAs = (id: string) =>
      login({ code: 'x', id, password: 'x' }, anAddress()).catch(({ code }) => expect(code).toBe('INVALID_PASSWORD'));
    const addOld = () => addFailure(db, { code: 'x', login: 'old', address: 'a', time: clock.now() - WEEK_MS - 1 });
    const isOldThere = async () => (await db.query(sql`select from failed_login where login = 'old'`)).rowCount === 1;
    await addOld();
    await failAs('first');
    expect(await isOldThere()).toBe(false);
    await addOld();
    clock.advance(HOUR_MS - 1);
    await failAs('second');
    expect(await isOldThere()).toBe(true);
    clock.advance(1);
    await failAs('third');
    expect(await isOldThere()).toBe(false);
    await addOld();
    for (let i = 1; i < 1000; i++) await failAs(`many ${i}`);
    expect(await isOldThere()).toBe(true);
    await failAs('many 1000');
    expect(await isOldThere()).toBe(false);
  });

  it('is tried by one at a time, also by those who come while others wait', async () => {
    const { db } = database;
    let running = 0;
    const begun: (() => void)[] = [];
    const { check: login } = createLogin({
      db,
      clock,
      verifySecondFactor,
      verifyPassword: async (_, password) => {
        if (password === 'quick') return false;
        expect(++running).toBe(1);
        await new Promise<void>((resolve) => begun.push(resolve));
        running--;
        return false;
      },
    });
    const tries: Promise<unknown>[] = [];
    const enter = () =>
      tries.push(login({ code: 'x', id: 'same', password: 'x' }, anAddress()).catch(({ code }) => code));
    const isBegun = (count: number) => expect.poll(() => begun.length, { timeout: 60_000 }).toBe(count);
    enter();
    enter();
    await isBegun(1);
    begun[0]?.();
    await isBegun(2);
    enter();
    // Several complete attempts of another id give it enough time to get this far.
    for (let i = 0; i < 3; i++) {
      await expect(login({ code: 'x', id: 'other', password: 'quick' }, anAddress())).rejects.toThrow();
    }
    expect(begun).toHaveLength(2);
    begun[1]?.();
    await isBegun(3);
    begun[2]?.();
    expect(await Promise.all(tries)).toEqual(['INVALID_PASSWORD', 'INVALID_PASSWORD', 'INVALID_PASSWORD']);
  });

  it('keeps those of ids that exist, however many others are invented', async () => {
    const { db } = database;
    const user = await aUser(db);
    const time = clock.now();
    await addFailure(db, { code: user.code, login: user.login, address: 'a', time });
    for (let i = 1; i <= 5; i++)
      await addFailure(db, { code: 'x', login: `invented ${i}`, address: 'a', time: time + i });
    await pruneFailures(db, time, 2);
    const { rows } = await db.query<{ login: string }>(sql`select login from failed_login order by last_time`);
    expect(rows.map(({ login }) => login)).toEqual([user.login, 'invented 4', 'invented 5']);
  });
});

describe('demo login', () => {
  it('lets in by role in the demo', async () => {
    const user = await aUser(database.db, { authority: 'SUPER_USER' });
    const demo = await sessionApp({ db: database.db, clock, isDemo: true });
    const enter = (authority: string) =>
      demo.http.inject({ method: 'POST', url: '/api/v1/demo/login', payload: { authority } });
    expect((await enter('SUPER_USER')).json().user).toMatchObject({ id: user.id, authority: 'SUPER_USER' });
    expect((await enter('SUPER_ADMIN')).json().code).toBe('USER_NOT_FOUND');
    expect((await enter('ROOT')).json().errors).toEqual({ authority: 'INVALID' });
    const welcome = await demo.http.inject('/api/v1/welcome');
    expect(welcome.json()).toEqual({
      version: '1.0.0',
      demo_roles: ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'],
      email_domains: ['example.com'],
      mail: false,
    });
    await demo.http.close();
  });

  it('does not exist elsewhere', async () => {
    const headers = await app.bearer(await aUser(database.db));
    const request = { method: 'POST', url: '/api/v1/demo/login', payload: { authority: 'SUPER_USER' } } as const;
    expect((await app.http.inject(request)).statusCode).toBe(401);
    expect((await app.http.inject({ ...request, headers })).statusCode).toBe(404);
    const welcome = (await app.http.inject('/api/v1/welcome')).json();
    expect([welcome.demo_roles, welcome.email_domains]).toEqual([[], ['example.com']]);
  });
});
