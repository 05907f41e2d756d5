import { RECOVERY_CODES } from '@airdeck/contract/user/second-factor';
import { HOUR_MS } from '@airdeck/domain/duration';
import { generateSync, ScureBase32Plugin } from 'otplib';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { formOf, type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { stepOfCode } from './second-factor-codes.ts';

const STEP_MS = 30_000;
let database: TestDatabase;
let clock: TestClock;
let app: SessionApp;
let organization: TestOrganization;
let user: TestUser;
let headers: { authorization: string };

beforeAll(async () => {
  database = await testDatabase();
  clock = testClock();
  app = await sessionApp({ db: database.db, clock });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  organization = await anOrganization(database.db);
  user = await aUser(database.db, { organization });
  headers = await app.bearer(user);
});

const ask = (method: Method, path: string, payload?: object, as = headers, address = '10.7.0.1') =>
  app.ask(as, method, path, payload, address);
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(clock.now() / 1000) + steps * 30 });
const nextCode = (secret: string) => {
  clock.advance(STEP_MS);
  return codeOf(secret);
};
const wrongCode = (secret: string) => codeOf(secret, 5);
const proof = (otp: string, password = user.password) => ({ password, otp });
const start = async (given: object = {}) =>
  (await ask('POST', '/second-factor/start', { password: user.password, ...given })).body;
/** Sets up a second factor; answers its secret and recovery codes. */
const setUp = async (): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = await start();
  const { body } = await ask('POST', '/second-factor/confirm', proof(nextCode(secret)));
  return { secret, codes: body.recovery_codes };
};
const logIn = async (given: object = {}, address?: string) =>
  (await app.login({ ...formOf(user), ...given }, address)).json();
const require = (requires: 'Y' | 'N') =>
  database.db.query(sql`update organization set require_second_factor = ${requires} where id = ${organization.id}`);
const audited = async () => {
  const { rows } = await database.db.query<{ user_id: number | null; before: object; after: object }>(
    sql`select user_id, before, after from audit where entity_id = ${user.id} and entity = 'users' order by id`,
  );
  return rows;
};

describe('a code', () => {
  const secret = new ScureBase32Plugin().encode(Buffer.from('12345678901234567890'));

  // The last six digits of the codes of RFC 6238, appendix B.
  it.each([
    [59, '287082', 0x1],
    [1_111_111_109, '081804', 0x23523ec],
    [1_111_111_111, '050471', 0x23523ed],
    [1_234_567_890, '005924', 0x273ef07],
    [2_000_000_000, '279037', 0x3f940aa],
    [20_000_000_000, '353130', 0x27bc86aa],
  ])('of RFC 6238 at %i s is %s', (seconds, code, step) => {
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(step);
  });

  it('is right one step before and after its own, and no longer', () => {
    const accepted = [-60, -31, -30, 0, 29, 59, 60].filter(
      (seconds) => stepOfCode(secret, '005924', (1_234_567_890 + seconds) * 1000) !== null,
    );
    expect(accepted).toEqual([-30, 0, 29, 59]);
  });

  it.each(['', '5924', '0005924', '00592a', '٠٠٥٩٢٤', '-05924', '1e5924', '005924;'])('is never %j', (code) => {
    expect(stepOfCode(secret, code, 1_234_567_890_000)).toBeNull();
  });

  it('may have a space in the middle, as authenticators show it', () => {
    expect(stepOfCode(secret, '005 924', 1_234_567_890_000)).not.toBeNull();
  });
});

describe('setting up', () => {
  it('takes the password, then a code of the new secret, and shows ten recovery codes once', async () => {
    const { secret, uri } = await start();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const account = encodeURIComponent(`${user.login} (${user.code})`);
    expect(uri).toBe(`otpauth://totp/Airdeck:${account}?secret=${secret}&issuer=Airdeck`);
    expect(await ask('GET', '/second-factor')).toMatchObject({
      body: { set_up_time: null, recovery_codes: 0, required: false },
    });
    expect(await logIn()).toHaveProperty('access_token');
    const { body } = await ask('POST', '/second-factor/confirm', proof(codeOf(secret)));
    expect(new Set(body.recovery_codes).size).toBe(RECOVERY_CODES);
    for (const code of body.recovery_codes) expect(code).toMatch(/^([0-9a-f]{5}-){3}[0-9a-f]{5}$/);
    expect((await ask('GET', '/second-factor')).body).toEqual({
      set_up_time: new Date(clock.now()).toISOString(),
      recovery_codes: RECOVERY_CODES,
      required: false,
    });
    expect((await ask('GET', '/users/me')).body.second_factor).toBe('ON');
    expect((await logIn()).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { secret, codes } = await setUp();
    const { rows } = await database.db.query<{ row: string }>(sql`
      select f::text as row from second_factor f where user_id = ${user.id}
      union all select c::text from recovery_code c where user_id = ${user.id}`);
    expect(rows).toHaveLength(1 + RECOVERY_CODES);
    const stored = rows.map(({ row }) => row).join();
    const secrets = [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))];
    for (const text of secrets) {
      expect(stored).not.toContain(text);
      expect(stored).not.toContain(Buffer.from(text).toString('hex'));
    }
  });

  it('ends the other sessions, which were opened without it', async () => {
    const other = await app.bearer(user);
    await setUp();
    expect((await ask('GET', '/users/me', undefined, other)).body.code).toBe('INVALID_TOKEN');
    expect((await ask('GET', '/users/me')).status).toBe(200);
  });

  it('does not begin without the password, nor end with a wrong code or another secret', async () => {
    expect((await start({ password: 'wrong' })).code).toBe('NOT_SAME_PASSWORD');
    expect((await ask('POST', '/second-factor/confirm', proof('123456'))).body.code).toBe('INVALID_SECOND_FACTOR');
    const { secret } = await start();
    const latest = await start();
    for (const code of [codeOf(secret), wrongCode(latest.secret)]) {
      expect((await ask('POST', '/second-factor/confirm', proof(code))).body.code).toBe('INVALID_SECOND_FACTOR');
    }
    expect((await ask('POST', '/second-factor/confirm', proof(codeOf(latest.secret), 'wrong'))).body.code).toBe(
      'NOT_SAME_PASSWORD',
    );
    expect((await ask('GET', '/users/me')).body.second_factor).toBe('OFF');
  });

  it('of another authenticator takes a code of the present one, which counts until the other is confirmed', async () => {
    const { secret, codes } = await setUp();
    expect(await start()).toMatchObject({ code: 'INVALID_PARAMETER', errors: { otp: 'REQUIRED' } });
    expect((await start({ otp: wrongCode(secret) })).code).toBe('INVALID_SECOND_FACTOR');
    const other = await start({ otp: nextCode(secret) });
    expect(await logIn({ otp: nextCode(secret) })).toHaveProperty('access_token');
    const confirmed = await ask('POST', '/second-factor/confirm', proof(nextCode(other.secret)));
    expect(confirmed.status).toBe(200);
    expect((await logIn({ otp: nextCode(secret) })).code).toBe('INVALID_SECOND_FACTOR');
    expect((await logIn({ otp: codes[0] })).code).toBe('INVALID_SECOND_FACTOR');
    expect(await logIn({ otp: nextCode(other.secret) })).toHaveProperty('access_token');
  });

  it('confirms a secret once, however often it is sent at the same time', async () => {
    const { secret } = await start();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('POST', '/second-factor/confirm', proof(codeOf(secret)))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await ask('GET', '/second-factor')).body.recovery_codes).toBe(RECOVERY_CODES);
  });

  it('is in the audit log without any secret', async () => {
    const { secret, codes } = await setUp();
    const other = await start({ otp: nextCode(secret) });
    await ask('POST', '/second-factor/confirm', proof(nextCode(other.secret)));
    await ask('POST', '/second-factor/recovery-codes', proof(nextCode(other.secret)));
    await ask('POST', '/second-factor/remove', proof(nextCode(other.secret)));
    const rows = await audited();
    expect(rows).toMatchObject([
      { user_id: user.id, before: { second_factor: 'OFF' }, after: { second_factor: 'ON' } },
      { after: { second_factor: 'ON', authenticator: 'CHANGED' } },
      { after: { recovery_codes: 'renewed' } },
      { before: { second_factor: 'ON' }, after: { second_factor: 'OFF' } },
    ]);
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp([secret, other.secret, ...codes].join('|')));
  });
});

describe('login with a second factor', () => {
  let secret: string;
  let codes: string[];
  beforeEach(async () => {
    ({ secret, codes } = await setUp());
  });

  it('asks for the code after the right password only', async () => {
    expect((await logIn({ password: 'wrong' })).code).toBe('INVALID_PASSWORD');
    expect((await logIn({ password: 'wrong', otp: nextCode(secret) })).code).toBe('INVALID_PASSWORD');
    expect((await logIn()).code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await logIn({ otp: codeOf(secret) })).toMatchObject({ user: { second_factor: 'ON' } });
  });

  it('answers 400, never 401', async () => {
    for (const given of [{}, { otp: wrongCode(secret) }, { otp: '' }, { otp: 'x'.repeat(41) }, { otp: 7 }]) {
      expect((await app.login({ ...formOf(user), ...given })).statusCode).toBe(400);
    }
  });

  it('takes a code once, and none that is older than the newest', async () => {
    const older = codeOf(secret, 1);
    const otp = codeOf(secret, 2);
    clock.advance(2 * STEP_MS);
    const answers = await Promise.all([1, 2, 3].map(() => logIn({ otp })));
    expect(answers.map(({ code = 'OK' }) => code).toSorted()).toEqual([
      'INVALID_SECOND_FACTOR',
      'INVALID_SECOND_FACTOR',
      'OK',
    ]);
    expect((await logIn({ otp: older })).code).toBe('INVALID_SECOND_FACTOR');
    expect((await logIn({ otp })).code).toBe('INVALID_SECOND_FACTOR');
    expect(await logIn({ otp: nextCode(secret) })).toHaveProperty('access_token');
  });

  it('does not take the code that confirmed the secret', async () => {
    expect((await logIn({ otp: codeOf(secret) })).code).toBe('INVALID_SECOND_FACTOR');
  });

  it('takes codes again after the clock was hours ahead', async () => {
    clock.advance(48 * HOUR_MS);
    expect(await logIn({ otp: codeOf(secret) })).toHaveProperty('access_token');
    clock.advance(-47 * HOUR_MS);
    expect(await logIn({ otp: codeOf(secret) })).toHaveProperty('access_token');
    expect((await logIn({ otp: codeOf(secret) })).code).toBe('INVALID_SECOND_FACTOR');
  });

  it('takes each recovery code once, in any spelling', async () => {
    const [first = '', second = ''] = codes;
    expect(await logIn({ otp: first })).toHaveProperty('access_token');
    expect((await logIn({ otp: first })).code).toBe('INVALID_SECOND_FACTOR');
    expect(await logIn({ otp: ` ${second.replaceAll('-', ' ').toUpperCase()} ` })).toHaveProperty('access_token');
    expect((await ask('GET', '/second-factor')).body.recovery_codes).toBe(RECOVERY_CODES - 2);
  });

  it("does not take another user's code or recovery code", async () => {
    const owner = { secret, codes };
    user = await aUser(database.db, { organization });
    headers = await app.bearer(user);
    await setUp();
    for (const otp of [nextCode(owner.secret), owner.codes[0]]) {
      expect((await logIn({ otp })).code).toBe('INVALID_SECOND_FACTOR');
    }
  });

  it('locks after five wrong codes, which the known password in between does not clear', async () => {
    const address = '10.77.1.1';
    const session = await app.bearer(user);
    for (let i = 0; i < 5; i++) {
      expect((await logIn({}, address)).code).toBe('SECOND_FACTOR_REQUIRED');
      const proven = await ask('PUT', `/users/${user.id}`, { id: user.id, password: user.password }, session, address);
      expect(proven.status).toBe(200);
      expect((await logIn({ otp: wrongCode(secret) }, address)).code).toBe('INVALID_SECOND_FACTOR');
    }
    expect((await logIn({ otp: nextCode(secret) }, address)).code).toBe('RETRY_COUNT_OVER');
    // Elsewhere it is no lock, and there the right code clears it.
    expect(await logIn({ otp: codeOf(secret) })).toHaveProperty('access_token');
    expect(await logIn({ otp: nextCode(secret) }, address)).toHaveProperty('access_token');
  });

  it('counts guesses of an open session with those of Login', async () => {
    const address = '10.77.1.2';
    const guess = (path: string) =>
      ask('POST', path, proof(wrongCode(secret)), headers, address).then(({ body }) => body.code);
    for (const path of ['start', 'confirm', 'recovery-codes', 'remove']) {
      expect(await guess(`/second-factor/${path}`)).toBe('INVALID_SECOND_FACTOR');
    }
    expect((await logIn({ otp: wrongCode(secret) }, address)).code).toBe('INVALID_SECOND_FACTOR');
    expect(await guess('/second-factor/remove')).toBe('RETRY_COUNT_OVER');
  });

  it('writes wrong codes into the login history', async () => {
    await logIn({ otp: wrongCode(secret) });
    // The answer does not wait for it.
    await expect
      .poll(async () => {
        const { rows } = await database.db.query(sql`select result from blocked_login where user_id = ${user.id}`);
        return rows;
      })
      .toEqual([{ result: 'INVALID_SECOND_FACTOR' }]);
  });

  it('lets in with recovery codes when the key of the secrets was lost', async () => {
    await database.db.query(sql`update second_factor set secret = '\\x00' where user_id = ${user.id}`);
    expect((await logIn({ otp: nextCode(secret) })).code).toBe('INVALID_SECOND_FACTOR');
    expect(await logIn({ otp: codes[0] })).toHaveProperty('access_token');
  });

  it('renews recovery codes and is removed with password and code', async () => {
    const { body } = await ask('POST', '/second-factor/recovery-codes', proof(nextCode(secret)));
    expect(body.recovery_codes).toHaveLength(RECOVERY_CODES);
    expect((await logIn({ otp: codes[0] })).code).toBe('INVALID_SECOND_FACTOR');
    expect((await ask('POST', '/second-factor/remove', proof(body.recovery_codes[0], 'wrong'))).body.code).toBe(
      'NOT_SAME_PASSWORD',
    );
    expect((await ask('POST', '/second-factor/remove', proof(body.recovery_codes[0]))).status).toBe(200);
    expect(await logIn()).toMatchObject({ user: { second_factor: 'OFF' } });
  });
});

describe('an organization that requires it', () => {
  it('lets users without one reach their own account only, from their next login on', async () => {
    user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
    const before = await app.bearer(user);
    await require('Y');
    const { access_token, user: shown } = await logIn();
    expect(shown.second_factor).toBe('REQUIRED');
    headers = { authorization: `Bearer ${access_token}` };
    const statuses = async (as: typeof headers) =>
      Promise.all(
        ['/users', '/second-factor', '/users/me'].map(async (path) => (await ask('GET', path, undefined, as)).status),
      );
    expect(await statuses(headers)).toEqual([403, 200, 200]);
    expect(await statuses(before)).toEqual([200, 200, 200]);
  });

  it('opens everything once it is set up, and does not let go of it', async () => {
    user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
    await require('Y');
    headers = await app.bearer(user);
    expect((await ask('GET', '/users')).status).toBe(403);
    const { secret } = await setUp();
    expect((await ask('GET', '/users')).status).toBe(200);
    expect((await ask('POST', '/second-factor/remove', proof(nextCode(secret)))).body.code).toBe('ACCESS_DENIED');
    await require('N');
    expect((await ask('POST', '/second-factor/remove', proof(codeOf(secret)))).status).toBe(200);
  });
});

describe('a reset by an administrator', () => {
  const path = () => `/users/${user.id}/reset-second-factor`;
  const as = async (given: Parameters<typeof aUser>[1]) => app.bearer(await aUser(database.db, given));

  it('removes it, ends the sessions and is in the audit log', async () => {
    const { codes } = await setUp();
    const administrator = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
    const session = await app.bearer(administrator);
    expect((await ask('GET', `/users/${user.id}`, undefined, session)).body.second_factor).toBe('ON');
    expect((await ask('POST', path(), undefined, session)).status).toBe(200);
    expect((await ask('GET', '/users/me')).body.code).toBe('INVALID_TOKEN');
    expect(await logIn()).toMatchObject({ user: { second_factor: 'OFF' } });
    expect((await ask('GET', `/users/${user.id}`, undefined, session)).body.second_factor).toBe('OFF');
    expect((await audited()).at(-1)).toMatchObject({
      user_id: administrator.id,
      before: { second_factor: 'ON' },
      after: { second_factor: 'OFF' },
    });
    const { rows } = await database.db.query(sql`select from recovery_code where user_id = ${user.id}`);
    expect([rows.length, codes.length]).toEqual([0, RECOVERY_CODES]);
  });

  it('is none of others, and not for oneself or higher roles', async () => {
    await setUp();
    const elsewhere = await as({ authority: 'LOCAL_ADMIN' });
    expect(await ask('POST', path(), undefined, elsewhere)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
    expect((await ask('POST', path(), undefined, await as({ organization }))).status).toBe(403);
    user = await aUser(database.db, { organization, authority: 'LOCAL_ADMIN' });
    expect((await ask('POST', path(), undefined, await app.bearer(user))).body.code).toBe('LOCKS_OUT');
    user = await aUser(database.db, { organization, authority: 'SUPER_USER' });
    const session = await as({ authority: 'SUPER_ADMIN' });
    expect((await ask('POST', path(), undefined, session)).body.code).toBe('ACCESS_DENIED');
  });
});
