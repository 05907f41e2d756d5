import { finishSignOn } from '@airdeck/contract/sign-on/login';
import { MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { verifyPassword } from '../../platform/password.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization } from '../../testing/factory.ts';
import { CLIENT, type OidcProvider, ORIGIN, openOidcProvider } from '../../testing/oidc-provider.ts';
import { formOf, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createLogin } from '../session/login.ts';
import { createOpenSession } from '../session/open-session.ts';
import { loadUser } from '../user/user.ts';
import { addSignOnRoutes } from './sign-on-routes.ts';

const clock = testClock(Date.now());
const seal = createPasswordSeal(new Uint8Array(32).fill(5), systemRandom);
const BROWSER = { host: new URL(ORIGIN).host, origin: ORIGIN, 'accept-language': 'en' };

let database: TestDatabase;
let app: SessionApp;
let provider: OidcProvider;
let school: TestOrganization;
let providerId: number;
let made = 0;

beforeAll(async () => {
  [database, provider] = await Promise.all([testDatabase(), openOidcProvider()]);
  const { db } = database;
  app = await sessionApp({ db, clock });
  const changeRegistry = testChangeRegistry(db, createRegistry(db));
  addSignOnRoutes(app.http, {
    ...{ db, clock, log: createLog({ level: 'silent' }), random: systemRandom, seal, changeRegistry },
    openSession: createOpenSession({ sessions: app.sessions, loadUser: (id) => loadUser(db, id) }),
    noteRefused: createLogin({ db, clock, verifyPassword, verifySecondFactor: async () => false }).noteRefused,
  });
  school = await anOrganization(db, { name: '하늘초등학교' });
  providerId = await aProvider();
});
afterAll(async () => {
  await app.http.close();
  await Promise.all([database.close(), provider.stop()]);
});

/** A person whom the provider knows, and this installation does not. */
const aPerson = (claims: Record<string, unknown> = {}) => {
  const number = ++made;
  const own = {
    preferred_username: `teacher.${number}`,
    name: `교사 ${number}`,
    email: `teacher${number}@school.example`,
  };
  return { subject: `subject-${number}`, claims: { ...own, school: school.code, groups: ['users'], ...claims } };
};

beforeEach(() => {
  provider.person = aPerson();
});
afterEach(async () => {
  provider.alter = null;
  provider.isSigningWithOldKey = false;
  await change(sql`issuer = ${provider.issuer}, client_secret = ${seal.seal(CLIENT.secret)}, endpoint_hosts = null,
    use = 'Y', password_login = 'Y'`);
});

const aProvider = async (given: { organizationId?: number; issuer?: string } = {}): Promise<number> => {
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into sign_on_provider (organization_id, name, name_en, issuer, client_id, client_secret, scopes, login_claim,
      name_claim, email_claim, organization_claim, role_claim, admin_values, user_values)
    values (${given.organizationId ?? null}, '경기교육 통합 로그인', 'School account', ${given.issuer ?? provider.issuer},
      ${CLIENT.id}, ${seal.seal(CLIENT.secret)}, 'openid profile email', 'preferred_username', 'name', 'email',
      ${given.organizationId === undefined ? 'school' : null}, 'groups', ${'heads\nSUPER_ADMIN'}, 'users')
    returning id`);
  const [row] = rows;
  if (!row) throw new Error('no provider was added');
  return row.id;
};

/** Changes the provider as an administrator does: an edit. */
const change = (set: ReturnType<typeof sql>) =>
  database.db.query(sql`update sign_on_provider set version = version + 1, ${set} where id = ${providerId}`);

const post = async (path: string, payload: object) => {
  const answer = await app.http.inject({ method: 'POST', url: `/api/v1${path}`, headers: BROWSER, payload });
  return { status: answer.statusCode, text: answer.body, body: answer.json() };
};
const start = (id = providerId) => post('/sign-on/start', { id });
const finish = (answer: string, secret: string) => post(finishSignOn.path, { answer, secret });

/** From the button to the session. */
const signOn = async (id = providerId, url = (address: string) => address) => {
  const { body } = await start(id);
  const back = await provider.browse(url(body.url));
  expect(`${back.origin}${back.pathname}`).toBe(`${ORIGIN}/sign-on`);
  return finish(back.search, body.secret);
};
const codeOf = async (answer: ReturnType<typeof signOn>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

const usersOf = async (organization = school) => {
  const { rows } = await database.db.query<{ id: number; login: string; authority: string; email: string | null }>(sql`
    select id, login, authority, email from app_user where organization_id = ${organization.id} order by id`);
  return rows;
};
const auditOf = async (userId: number) => {
  const { rows } = await database.db.query<{ action: string; user_login: string; before: object; after: object }>(sql`
    select action, user_login, before, after from audit where entity = 'users' and entity_id = ${userId} order by id`);
  return rows;
};

describe('single sign-on', () => {
  it('adds a user at the first time, knows the person later, and opens an ordinary session that logout ends', async () => {
    const { subject, claims } = provider.person;
    const first = await signOn();
    expect(first.body.user).toMatchObject({
      ...{ login: claims.preferred_username, name: claims.name, email: claims.email, authority: 'LOCAL_USER' },
      ...{ organization_code: school.code, language: 'en', must_renew: false },
    });
    const headers = { authorization: `Bearer ${first.body.access_token}` };
    expect((await app.ask(headers, 'GET', '/users/me')).body).toEqual(first.body.user);
    await app.ask(headers, 'POST', '/logout', {});
    expect((await app.ask(headers, 'GET', '/users/me')).status).toBe(401);

    provider.person = { subject, claims: { ...claims, name: '김하늘', preferred_username: 'renamed.1' } };
    const second = await signOn();
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      name: '김하늘',
      login: claims.preferred_username,
    });
    expect(await auditOf(first.body.user.id)).toMatchObject([
      {
        action: 'create',
        user_login: '경기교육 통합 로그인',
        before: null,
        after: { sign_on: subject, authority: 'LOCAL_USER' },
      },
      { action: 'write', before: { name: claims.name }, after: { name: '김하늘' } },
    ]);
  });

  it('is offered to Login by the code of the organization or its alias, without its secrets', async () => {
    const other = await anOrganization(database.db);
    const ownId = await aProvider({ organizationId: other.id });
    await database.db.query(
      sql`insert into organization_alias (organization_id, code) values (${other.id}, '99999999')`,
    );
    const offered = async (code: string) => (await app.http.inject({ url: `/api/v1/sign-on?code=${code}` })).json();
    const provided = { id: providerId, name: '경기교육 통합 로그인', name_en: 'School account', password_login: 'Y' };
    expect(await offered(school.code)).toEqual({ provider: provided });
    expect(await offered('')).toEqual({ provider: provided });
    expect(await offered('00000099')).toEqual({ provider: provided });
    expect(await offered(other.code)).toEqual({ provider: { ...provided, id: ownId } });
    expect(await offered('99999999')).toEqual({ provider: { ...provided, id: ownId } });
    await database.db.query(sql`update sign_on_provider set use = 'N' where id = ${ownId}`);
    expect(await offered(other.code)).toEqual({ provider: provided });
    expect((await start(ownId)).body.code).toBe('SSO_SETUP');
  });

  it('asks the provider with PKCE, state and nonce, and does not answer them otherwise', async () => {
    const { body } = await start();
    const url = new URL(body.url);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: CLIENT.id, response_type: 'code', scope: 'openid profile email', code_challenge_method: 'S256' },
      redirect_uri: `${ORIGIN}/sign-on`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(Object.keys(body)).toEqual(['url', 'secret']);
    expect(url.search).not.toContain(body.secret);
  });
});

describe('an answer is refused', () => {
  const altered = async (change: NonNullable<OidcProvider['alter']>) => {
    provider.alter = change;
    return codeOf(signOn());
  };

  afterEach(async () => {
    const login = provider.person.claims.preferred_username;
    expect((await usersOf()).map((user) => user.login)).not.toContain(login);
  });

  it('with another issuer in the token', async () => {
    expect(await altered((claims) => ({ ...claims, iss: 'https://evil.example' }))).toEqual([400, 'SSO_ISSUER']);
  });
  it('with another issuer in the address', async () => {
    const { body } = await start();
    const back = await provider.browse(body.url);
    back.searchParams.set('iss', 'https://evil.example');
    expect(await codeOf(finish(back.search, body.secret))).toEqual([400, 'SSO_ISSUER']);
  });
  it('for another audience', async () => {
    expect(await altered((claims) => ({ ...claims, aud: 'another' }))).toEqual([400, 'SSO_AUDIENCE']);
  });
  it('for other audiences too', async () => {
    expect(await altered((claims) => ({ ...claims, aud: [CLIENT.id, 'another'] }))).toEqual([400, 'SSO_AUDIENCE']);
  });
  it('with another nonce, as when the address was changed on the way', async () => {
    const url = (address: string) => address.replace(/nonce=[\w-]+/, 'nonce=mine');
    expect(await codeOf(signOn(providerId, url))).toEqual([400, 'SSO_NONCE']);
  });
  it('without the verifier of the code challenge', async () => {
    const url = (address: string) => address.replace(/code_challenge=[\w-]{3}/, 'code_challenge=AAA');
    expect(await codeOf(signOn(providerId, url))).toEqual([400, 'SSO_STATE']);
  });
  it('when the token has expired', async () => {
    const past = Math.floor(clock.now() / 1000) - 61;
    expect(await altered((claims) => ({ ...claims, exp: past }))).toEqual([400, 'SSO_EXPIRED']);
  });
  it.each([
    [-61, 'SSO_CLOCK'],
    [61, 'SSO_CLOCK'],
  ])('when the clock of the provider is off by %d s', async (seconds, code) => {
    provider.alter = (claims) => ({ ...claims, iat: Math.round(clock.now() / 1000) + seconds });
    expect(await codeOf(signOn())).toEqual([400, code]);
  });
  it('when the clock of this server is off', async () => {
    clock.advance(5 * MINUTE_MS);
    expect(await codeOf(signOn())).toEqual([400, 'SSO_CLOCK']);
    clock.advance(-5 * MINUTE_MS);
  });
  it('with the signature of a key that is no longer there', async () => {
    await provider.rotate();
    provider.isSigningWithOldKey = true;
    expect(await codeOf(signOn())).toEqual([400, 'SSO_INVALID']);
  });
  it('without an organization, or with one that is unknown or out of use', async () => {
    const unused = await anOrganization(database.db, { use: 'N' });
    for (const code of [undefined, '00000042', unused.code]) {
      provider.person = aPerson({ school: code });
      expect(await codeOf(signOn())).toEqual([400, 'SSO_ORGANIZATION']);
    }
  });
  it('of an organization with a provider of its own', async () => {
    const other = await anOrganization(database.db);
    await aProvider({ organizationId: other.id });
    provider.person = aPerson({ school: other.code });
    expect(await codeOf(signOn())).toEqual([400, 'SSO_ORGANIZATION']);
  });
  it('without an id that can be used', async () => {
    provider.person = aPerson({ preferred_username: 'kim@school.example' });
    expect(await codeOf(signOn())).toEqual([400, 'SSO_CLAIMS']);
  });
  it('without a role', async () => {
    provider.person = aPerson({ groups: ['guests'] });
    expect(await codeOf(signOn())).toEqual([400, 'SSO_ROLE']);
  });
});

describe('an attempt ends', () => {
  it('with its first answer: the same state and code are refused afterwards', async () => {
    const { body } = await start();
    const back = await provider.browse(body.url);
    expect((await finish(back.search, body.secret)).status).toBe(200);
    expect(await codeOf(finish(back.search, body.secret))).toEqual([400, 'SSO_STATE']);
    // The used code in an attempt of its own.
    const { body: next } = await start();
    back.searchParams.set('state', new URL(next.url).searchParams.get('state') ?? '');
    expect(await codeOf(finish(back.search, next.secret))).toEqual([400, 'SSO_STATE']);
  });

  it('in the browser that began it only', async () => {
    const [{ body: mine }, { body: theirs }] = [await start(), await start()];
    const back = await provider.browse(theirs.url);
    expect(await codeOf(finish(back.search, mine.secret))).toEqual([400, 'SSO_STATE']);
    expect((await finish(back.search, theirs.secret)).status).toBe(200);
  });

  it('after ten minutes, and when its provider was edited meanwhile', async () => {
    const { body } = await start();
    const back = await provider.browse(body.url);
    clock.advance(10 * MINUTE_MS);
    expect(await codeOf(finish(back.search, body.secret))).toEqual([400, 'SSO_STATE']);
    clock.advance(-10 * MINUTE_MS);
    const { body: second } = await start();
    const late = await provider.browse(second.url);
    await change(sql`name = name`);
    expect(await codeOf(finish(late.search, second.secret))).toEqual([400, 'SSO_STATE']);
  });

  it('when the person is refused there', async () => {
    const { body } = await start();
    const state = new URL(body.url).searchParams.get('state');
    const answer = `?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await codeOf(finish(answer, body.secret))).toEqual([400, 'SSO_DENIED']);
  });
});

describe('the provider', () => {
  it('may change its keys at any time', async () => {
    expect((await signOn()).status).toBe(200);
    await provider.rotate();
    provider.person = aPerson();
    expect((await signOn()).status).toBe(200);
  });

  it('may be down: Login says so, and password logins go on', async () => {
    const { body } = await start();
    const back = await provider.browse(body.url);
    await provider.stop();
    expect(await codeOf(finish(back.search, body.secret))).toEqual([400, 'SSO_UNREACHABLE']);
    await change(sql`name = name`);
    const refused = await start();
    expect([refused.status, refused.body.code]).toEqual([400, 'SSO_UNREACHABLE']);
    expect(refused.body.message).toContain('cannot be reached');
    expect((await app.login(formOf(await aUser(database.db, { organization: school })))).statusCode).toBe(200);
    await provider.start();
    expect((await signOn()).status).toBe(200);
  });

  it.each([
    ['an issuer that says to be another', sql`issuer = replace(issuer, '127.0.0.1', 'localhost')`, 'SSO_ISSUER'],
    ['a secret of another key', sql`client_secret = ${Buffer.alloc(40)}`, 'SSO_SETUP'],
  ])('is refused with %s', async (_, set, code) => {
    await change(set);
    expect((await start()).body.code).toBe(code);
  });

  it('is refused when it does not accept the secret', async () => {
    await change(sql`client_secret = ${seal.seal('wrong')}`);
    expect(await codeOf(signOn())).toEqual([400, 'SSO_SETUP']);
  });
});

describe('an account', () => {
  it('that exists is linked by its id once, and then by the subject alone', async () => {
    const user = await aUser(database.db, { organization: school, login: 'Park.Min', authority: 'LOCAL_ADMIN' });
    provider.person = aPerson({ preferred_username: 'park.min', groups: ['heads'] });
    const { subject } = provider.person;
    const linked = await signOn();
    expect(linked.body.user).toMatchObject({ id: user.id, login: 'Park.Min', authority: 'LOCAL_ADMIN' });
    expect(await auditOf(user.id)).toMatchObject([{ before: { sign_on: null }, after: { sign_on: subject } }]);
    // Another person who gets the same id there is not this one.
    provider.person = aPerson({ preferred_username: 'park.min' });
    expect(await codeOf(signOn())).toEqual([400, 'SSO_ACCOUNT']);
    provider.person = { subject, claims: aPerson({ preferred_username: 'new.id' }).claims };
    expect((await signOn()).body.user.id).toBe(user.id);
    expect((await app.login(formOf(user))).statusCode).toBe(200);
  });

  it('of another organization is not reached by the same id', async () => {
    const stranger = await aUser(database.db, { login: 'same.id' });
    provider.person = aPerson({ preferred_username: 'same.id' });
    expect((await signOn()).body.user.id).not.toBe(stranger.id);
  });

  it.each(['SUPER_ADMIN', 'SUPER_USER'] as const)('%s is never linked, and no claim makes one', async (authority) => {
    const user = await aUser(database.db, { organization: school, authority });
    provider.person = aPerson({ preferred_username: user.login, groups: ['SUPER_ADMIN'] });
    expect(await codeOf(signOn())).toEqual([400, 'SSO_ACCOUNT']);
    // SUPER_ADMIN is among the values of LOCAL_ADMIN.
    provider.person = aPerson({ groups: [authority, 'users'] });
    const { id, authority: given } = (await signOn()).body.user;
    expect(given).toBe(authority === 'SUPER_ADMIN' ? 'LOCAL_ADMIN' : 'LOCAL_USER');
    // One that was linked before it became one.
    await database.db.query(sql`update app_user set authority = ${authority} where id = ${id}`);
    expect(await codeOf(signOn())).toEqual([400, 'SSO_ACCOUNT']);
  });

  it('gets and loses its role with the claims, and its sessions end with it', async () => {
    provider.person = aPerson({ groups: ['heads'] });
    const { subject, claims } = provider.person;
    const first = await signOn();
    expect(first.body.user.authority).toBe('LOCAL_ADMIN');
    const headers = { authorization: `Bearer ${first.body.access_token}` };
    expect((await app.ask(headers, 'GET', '/users/me')).status).toBe(200);
    provider.person = { subject, claims: { ...claims, groups: 'users' } };
    expect((await signOn()).body.user.authority).toBe('LOCAL_USER');
    clock.advance(2_000);
    expect((await app.ask(headers, 'GET', '/users/me')).status).toBe(401);
  });

  it('that is disabled stays out, which the login history shows', async () => {
    const user = await aUser(database.db, { organization: school, use: 'N' });
    provider.person = aPerson({ preferred_username: user.login });
    expect(await codeOf(signOn())).toEqual([400, 'USER_UNUSED']);
    const blocked = async () =>
      (await database.db.query(sql`select result from blocked_login where user_id = ${user.id}`)).rows;
    await expect.poll(blocked).toEqual([{ result: 'USER_UNUSED' }]);
  });

  it('does not take over an e-mail of another user, or one that was not verified', async () => {
    const taken = `${school.code}@school.example`;
    const other = await aUser(database.db, { organization: school });
    await database.db.query(sql`update app_user set email = ${taken} where id = ${other.id}`);
    provider.person = aPerson({ email: taken.toUpperCase() });
    expect((await signOn()).body.user.email).toBeNull();
  });

  it('loses a password that another person knows', async () => {
    const user = await aUser(database.db, { organization: school });
    await database.db.query(sql`update app_user set password_state = 'MUST_CHANGE' where id = ${user.id}`);
    provider.person = aPerson({ preferred_username: user.login });
    expect((await signOn()).body.user).toMatchObject({ id: user.id, must_renew: false });
    expect((await app.login(formOf(user))).json().code).toBe('INVALID_PASSWORD');
  });

  it('is added once by two answers at the same time', async () => {
    const [one, two] = [await start(), await start()];
    const [first, second] = [await provider.browse(one.body.url), await provider.browse(two.body.url)];
    const answers = await Promise.all([finish(first.search, one.body.secret), finish(second.search, two.body.secret)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });
});

describe('without password logins', () => {
  it('only SUPER_ADMIN has one, in organizations of that provider', async () => {
    const users = await Promise.all(
      (['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const).map((authority) =>
        aUser(database.db, { organization: school, authority }),
      ),
    );
    const ofOwn = await aUser(database.db);
    await aProvider({ organizationId: ofOwn.organizationId });
    await change(sql`password_login = 'N'`);
    const codes = [];
    for (const user of [...users, ofOwn]) codes.push((await app.login(formOf(user))).json().code);
    expect(codes).toEqual([undefined, ...Array(3).fill('PASSWORD_LOGIN_OFF'), undefined]);
    // A wrong password does not tell whether there is a right one.
    const wrong = users.map((user) => app.login({ ...formOf(user), password: 'wrong' }));
    for (const answer of await Promise.all(wrong)) expect(answer.json().code).toBe('INVALID_PASSWORD');
    expect((await signOn()).status).toBe(200);
    // A provider that is off keeps no one out.
    await change(sql`use = 'N'`);
    for (const user of users) expect((await app.login(formOf(user))).statusCode).toBe(200);
  });
});
