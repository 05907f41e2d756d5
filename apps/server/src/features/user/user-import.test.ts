import { randomBytes } from 'node:crypto';
import iconv from 'iconv-lite';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../export/exports.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail.ts';
import { createPasswordSeal } from '../../platform/password-seal.ts';
import { systemRandom } from '../../platform/random.ts';
import { addAdministered } from '../../processes/administered.ts';
import { createRegistry } from '../../registry/registry.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import { anOrganization, aUser, type TestOrganization, type TestUser } from '../../testing/factory.ts';
import { makeXlsx, sheetOf } from '../../testing/make-xlsx.ts';
import { type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createUserMails } from './user-mails.ts';

const PASSWORD = 'Fresh-Air-77!';
/** The mails that were queued. */
const mailed: Mail[] = [];
const mailer = {
  send: () => undefined,
  deliver: async (mail: Mail) => void mailed.push(mail),
  stop: async () => undefined,
};
const mails = createUserMails(mailer, 'https://air.example.com', createLog({ level: 'silent' }));
let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let foreign: TestOrganization;
let admin: TestUser;
let superAdmin: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await sessionApp({ db, clock: systemClock });
  const registry = createRegistry(db);
  own = await anOrganization(db, { name: 'Own' });
  foreign = await anOrganization(db, { name: 'Foreign' });
  await registry.reload();
  addAdministered(app.http, {
    db,
    registry,
    changeRegistry: testChangeRegistry(db, registry),
    seal: createPasswordSeal(new Uint8Array(32), systemRandom),
    exports: new Exports(systemClock),
    monotonic: () => 0,
    clock: systemClock,
    isAllowed: () => true,
    noteAccess: async () => undefined,
    randomBytes,
    mails,
  });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from app_user`);
  await database.db.query(sql`delete from audit`);
  admin = await aUser(database.db, { organization: own, authority: 'LOCAL_ADMIN', login: 'admin' });
  superAdmin = await aUser(database.db, { organization: own, authority: 'SUPER_ADMIN', login: 'root' });
});

const send = async (file: string | Buffer, { commit = 'Y', asker = admin, mail = '' } = {}) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/users/import?commit=${commit}${mail && `&mail=${mail}`}`,
    headers: {
      ...(await app.bearer(asker)),
      'content-type': 'application/octet-stream',
      host: 'air.example.com',
      origin: 'https://air.example.com',
    },
    payload: file,
  });
  return answer.json();
};
const logins = async () => {
  const { rows } = await database.db.query<{ login: string }>(
    sql`select login from app_user where login not in ('admin', 'root') order by login`,
  );
  return rows.map(({ login }) => login);
};
const logIn = async (login: string) => {
  const answer = await app.login({ code: own.code, id: login, password: PASSWORD });
  return answer.statusCode === 200 ? 200 : answer.json().code;
};

describe('a file of people', () => {
  const FILE =
    '아이디,이름,이메일,전화번호,권한,언어,사용\nkimsu,김,kim@example.com,02-1234-5678,기관 사용자,English,사용\nleeho,이,,,,,';

  it('is looked at first, and then every user has a link with which they set a first password, once', async () => {
    expect(await send(FILE, { commit: 'N' })).toMatchObject({ total: 2, errors: [], added: 0, secrets: null });
    expect(await logins()).toEqual([]);
    const { added, secrets } = await send(FILE);
    expect([added, await logins()]).toEqual([2, ['kimsu', 'leeho']]);
    const [headings, ...lines] = secrets.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(headings).toBe('organization_code,login,name,link,link_until');
    const [code, login, name, link = '', until = ''] = lines[0]?.split(',') ?? [];
    expect([code, login, name]).toEqual([own.code, 'kimsu', '김']);
    expect((Date.parse(until) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    expect(await logIn('kimsu')).toBe('INVALID_PASSWORD');
    const { origin, searchParams } = new URL(link);
    expect(origin).toBe('https://air.example.com');
    const reset = { method: 'POST', url: '/api/v1/reset' } as const;
    const payload = { token: searchParams.get('token'), new_password: PASSWORD };
    expect((await app.http.inject({ ...reset, payload })).statusCode).toBe(200);
    expect((await app.http.inject({ ...reset, payload })).json().code).toBe('BAD_CREDENTIALS');
    expect([await logIn('kimsu'), await logIn('leeho')]).toEqual([200, 'INVALID_PASSWORD']);
  });

  it('is mailed on request, to each user in use with an address, with the link that the answer holds', async () => {
    const file = `${FILE}\nchoi.su,최,choi@example.com,,,,N\nko.su,고,ko@example.com,,,,`;
    mailed.splice(0);
    expect(await send(file, { commit: 'N', mail: 'Y' })).toMatchObject({ total: 4, errors: [], mailed: 0 });
    const wrong = await send(`${file}\nx y,이,,,,,`, { mail: 'Y' });
    expect([wrong.added, wrong.mailed, mailed]).toEqual([0, 0, []]);
    const { secrets, ...result } = await send(file, { mail: 'Y' });
    expect(result).toMatchObject({ added: 4, mailed: 2 });
    expect(mailed.map(({ to }) => to)).toEqual(['kim@example.com', 'ko@example.com']);
    const [, token = 'none'] = /token=([\w-]+)/.exec(mailed[0]?.text ?? '') ?? [];
    expect(secrets).toContain(`/reset?token=${token}`);
    await database.db.query(sql`delete from app_user where login not in ('admin', 'root')`);
    mailed.splice(0);
    expect(await send(file)).toMatchObject({ added: 4, mailed: 0 });
    expect(mailed).toEqual([]);
  });

  it('has their fields as a form has them; who is given no role may only look', async () => {
    await send(FILE);
    const { rows } = await database.db.query(sql`
      select login, email, phone, authority, language, use from app_user where login in ('kimsu', 'leeho') order by login`);
    expect(rows).toEqual([
      {
        login: 'kimsu',
        email: 'kim@example.com',
        phone: '02-1234-5678',
        authority: 'LOCAL_USER',
        language: 'en',
        use: 'Y',
      },
      { login: 'leeho', email: null, phone: null, authority: 'LOCAL_USER', language: 'ko', use: 'Y' },
    ]);
    const audits = await database.db.query<{ after: string }>(sql`
      select entity, action, organization_id, after::text as after from audit order by id`);
    expect(audits.rows).toMatchObject(
      ['import', 'create', 'create'].map((action) => ({ entity: 'users', action, organization_id: own.id })),
    );
    expect(audits.rows.map(({ after }) => after).join()).not.toMatch(/token|password|reset/);
  });

  it("says nothing about another organization's people", async () => {
    const { id } = await aUser(database.db, { organization: foreign });
    await database.db.query(sql`update app_user set email = 'kim@example.com' where id = ${id}`);
    expect(await send('login,name,email\nkimsu,김,Kim@example.com')).toMatchObject({ errors: [], added: 1 });
  });

  it('finds an id in any case', async () => {
    expect((await send('login,name\nADMIN,김\nleeho,이\nLeeHo,이')).errors).toEqual([
      { row: 2, field: 'login', code: 'DUPLICATE' },
      { row: 4, field: 'login', code: 'REPEATED' },
    ]);
  });

  it('with an error adds no user, and names it at each cell', async () => {
    await aUser(database.db, { organization: own, login: 'taken' });
    await database.db.query(sql`update app_user set email = 'Taken@example.com' where login = 'taken'`);
    const file = [
      'organization_code,login,name,email,phone,authority',
      `${own.code},kimsu,김,kim@example.com,,`,
      `${own.code},taken,김,,,`,
      `${own.code},leeho,이,taken@Example.com,,`,
      `${own.code},kimsu,또,,,`,
      `${own.code},parki,박,KIM@example.com,,`,
      `${foreign.code},theirs,남,,,`,
      `${own.code},x,짧은,,,`,
      `${own.code},boss,윗사람,,,SUPER_ADMIN`,
      `${own.code},chojo,조,half@,none,`,
      `${own.code},=1+1,"<b>",,,`,
    ].join('\n');
    const { errors, added } = await send(file);
    expect(errors).toEqual([
      { row: 3, field: 'login', code: 'DUPLICATE' },
      { row: 4, field: 'email', code: 'DUPLICATE' },
      { row: 5, field: 'login', code: 'REPEATED' },
      { row: 6, field: 'email', code: 'REPEATED' },
      { row: 7, field: 'organization_code', code: 'NOT_FOUND' },
      { row: 8, field: 'login', code: 'LOGIN_ID' },
      { row: 9, field: 'authority', code: 'INVALID' },
      { row: 10, field: 'phone', code: 'PHONE' },
      { row: 10, field: 'email', code: 'EMAIL' },
      { row: 11, field: 'login', code: 'FORMULA' },
      { row: 11, field: 'name', code: 'NAME' },
    ]);
    expect([added, await logins()]).toEqual([0, ['taken']]);
  });

  it('names its organizations for who reaches several; an id is one’s own there only', async () => {
    const file = `organization_code,login,name\n${own.code},kimsu,A\n${foreign.code},kimsu,B`;
    const { added, secrets } = await send(file, { asker: superAdmin });
    expect(added).toBe(2);
    const codes = secrets.trimEnd().split('\r\n').slice(1);
    expect(codes.map((line: string) => line.split(',').slice(0, 3).join())).toEqual([
      `${own.code},kimsu,A`,
      `${foreign.code},kimsu,B`,
    ]);
  });

  it('may be CP949 or a workbook', async () => {
    expect((await send(iconv.encode('아이디,이름\r\nkimsu,뷁\r\n', 'cp949'))).added).toBe(1);
    const sheet = sheetOf([
      ['login', 'name'],
      ['leeho', '이'],
      [{ xml: '<f>1+1</f><v>2</v>' }, '박'],
    ]);
    expect((await send(await makeXlsx(sheet))).errors).toEqual([{ row: 3, field: 'login', code: 'FORMULA' }]);
    expect(
      (
        await send(
          await makeXlsx(
            sheetOf([
              ['login', 'name'],
              ['leeho', '이'],
            ]),
          ),
        )
      ).added,
    ).toBe(1);
    expect(await logins()).toEqual(['kimsu', 'leeho']);
  });

  it('of 100,000 with an error in the last adds no user', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `person.${i},Person ${i},p${i}@example.com`);
    const { total, error_count, errors } = await send(
      ['login,name,email', ...rows.slice(0, -1), 'person.99999,Person,P0@example.com'].join('\n'),
    );
    expect({ total, error_count }).toEqual({ total: 100_000, error_count: 1 });
    expect(errors).toEqual([{ row: 100_001, field: 'email', code: 'REPEATED' }]);
    expect(await logins()).toEqual([]);
  });
});
