import type { Role } from '@airdeck/domain/role';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessLog } from '../../audit/access-log.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createRegistry } from '../../registry/registry.ts';
import { readCatalog } from '../../schema/catalog-queries.ts';
import { testChangeRegistry } from '../../testing/change-registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aPurifier,
  aSession,
  aUser,
  type TestOrganization,
  type TestUser,
} from '../../testing/factory.ts';
import { type Method, type SessionApp, sessionApp } from '../../testing/session-app.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { addPersonalDataRoutes } from './personal-data-routes.ts';
import { NOT_PERSONAL, PERSONAL_TABLES, type PersonalTable } from './personal-tables-queries.ts';

let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let admin: TestUser;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  app = await sessionApp({ db, clock: systemClock });
  addPersonalDataRoutes(app.http, {
    ...{ db, clock: systemClock, changeRegistry: testChangeRegistry(db, createRegistry(db)) },
    noteAccess: createAccessLog({ db, clock: systemClock, log: createLog({ level: 'silent' }) }),
    endSessions: (id) => app.sessions.endAllOf(id),
  });
  own = await anOrganization(db);
  admin = await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' });
});
afterAll(async () => {
  await app.http.close();
  await database.close();
});

const ask = async (who: TestUser, method: Method, path: string, body?: object) =>
  app.ask(await app.bearer(who), method, path, body);
const erase = (who: TestUser, { id, login }: Pick<TestUser, 'id' | 'login'>) =>
  ask(who, 'POST', `/users/${id}/erasure`, { login });

const LOGIN = 'gildong.hong';
const NAME = '홍길동';
const EMAIL = 'gildong@example.com';
const PHONE = '010-2345-6789';
/** Everything by which the person could be found. */
const TRACES = `${LOGIN}|${NAME}|${EMAIL}|${PHONE}|198\\.51\\.100\\.7|Hong''s laptop`;

/** A person with a record in every table of the list. */
const aKnownPerson = async (): Promise<TestUser> => {
  const { db } = database;
  const run = (statement: ReturnType<typeof sql>) => db.query<{ id: number }>(statement);
  const user = await aUser(db, { organization: own, login: LOGIN, name: NAME });
  const { id } = user;
  const other = await aUser(db, { organization: own });
  await run(sql`update app_user set email = ${EMAIL}, phone = ${PHONE} where id = ${id}`);
  const department = await aDepartment(db, { organizationId: own.id });
  const meter = await aMeter(db, { department });
  const purifier = await aPurifier(db, meter.id);
  await aSession(db, id, Date.now());
  await run(sql`update session set ip = '198.51.100.7' where user_id = ${id}`);
  await run(sql`insert into blocked_login (user_id, organization_id, user_login, user_name, ip, time, result)
    values (${id}, ${own.id}, ${LOGIN}, ${NAME}, '198.51.100.7', now(), 'INVALID_PASSWORD')`);
  await run(sql`insert into failed_login (code, login, address, failures, last_time)
    values (${own.code}, ${LOGIN.toUpperCase()}, '198.51.100.7', 1, now())`);
  await run(sql`with added as (insert into decoder (organization_id, name, source, source_hash)
      values (${own.id}, 'Decoder', 'x', 'x') returning id)
    insert into decoder_version (decoder_id, source, user_id, login) select id, 'x', ${id}, ${LOGIN} from added`);
  await run(sql`insert into user_place (user_id, office_id) select ${id}, office_id from department
    where id = ${department.id}`);
  await run(sql`insert into password_link (user_id, token_hash, expires_time) values (${id}, 'a', now())`);
  await run(sql`insert into sign_on_link (user_id, organization_id, issuer, subject)
    values (${id}, ${own.id}, 'https://login.example', ${EMAIL})`);
  await run(sql`insert into second_factor (user_id, secret) values (${id}, 'a')`);
  await run(sql`insert into recovery_code (user_id, code_hash) values (${id}, 'a')`);
  await run(sql`insert into push_subscription (user_id, endpoint_hash, endpoint, p256dh, auth)
    values (${id}, 'a', 'https://push.example.com/x', 'k', 'a')`);
  await run(sql`insert into saved_view (user_id, name, address) values (${id}, 'Mine', '/monitoring')`);
  await run(sql`insert into api_token (user_id, name, access, token_hash, expires_time)
    values (${id}, 'Hong''s laptop', 'READ', 'a', now())`);
  await run(sql`insert into wall_display (organization_id, name, wall_level, seconds, language, made_by)
    values (${own.id}, 'Lobby', 'OFFICE', 15, 'ko', ${id})`);
  const alarm = async (more: ReturnType<typeof sql>, values: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await run(sql`insert into alarm (organization_id, meter_id, category, code, source, severity,
        description, since_time, occurred_time, cleared_time, ${more})
      values (${own.id}, ${meter.id}, 'METER', 'M001', 'SILENCE', 'MAJOR', 'x', now(), now(), now(), ${values})
      returning id`);
    return rows[0]?.id ?? 0;
  };
  const first = await alarm(
    sql`acknowledged_by, acknowledged_login, acknowledged_note, cleared_by, cleared_login, cleared_note`,
    sql`${id}, ${LOGIN}, ${`확인. ${NAME} (${PHONE})`}, ${other.id}, ${other.login}, ${`ask ${other.login}`}`,
  );
  await alarm(sql`acknowledged_login`, sql`${EMAIL}`);
  await alarm(sql`shelved_by, shelved_login, shelved_note`, sql`${id}, ${LOGIN}, ${`call ${EMAIL}`}`);
  const reported = await alarm(sql`reported_by, reported_login, detail`, sql`${id}, ${LOGIN}, ${`${NAME} saw it`}`);
  await run(sql`insert into alarm_photo values (${reported}, 'image/jpeg', 'x')`);
  await run(sql`insert into command (batch_id, organization_id, meter_id, purifier_id, organization_name, office_name,
      department_name, meter_name, air_name, origin, user_id, user_login, ip, description, command, action,
      requested_time, expires_time)
    values (gen_random_uuid(), ${own.id}, ${meter.id}, ${purifier}, '', '', '', '', '', 'PERSON', ${id}, ${LOGIN},
      '198.51.100.7', ${`for ${NAME}`}, 'POWER', 'ON', now(), now())`);
  await run(sql`insert into switch_off_test (organization_id, purifier_id, user_id, description, phase, phase_time,
      start_time, former, was_auto)
    values (${own.id}, ${purifier}, ${id}, 'Test', 'ENDED', now(), now(), '{}', false)`);
  for (const number of [1, 2]) {
    await run(sql`insert into filter_replacement (purifier_id, filter, time, source, user_id, user_login, used_h, before_h,
      after_h) values (${purifier}, ${number}, now(), 'PERSON', ${id}, ${LOGIN}, 1, 1, 0)`);
  }
  await run(sql`with gone as (delete from filter_replacement where filter = 2 and user_id = ${id} returning *)
    insert into deleted_row (kind, row_id, meter_id, organization_id, content)
    select 'filter_replacement', ${purifier}, ${meter.id}, ${own.id}, to_jsonb(gone) from gone`);
  const rule = async (name: string, recipients: string, escalate: string | null): Promise<number> => {
    const { rows } =
      await run(sql`insert into notification_rule (organization_id, name, severity, alarm_category, channel,
        recipients, escalate_to, delivery, critical_passes, message_language)
      values (${own.id}, ${name}, 'MAJOR', 'ALL', 'MAIL', ${recipients}, ${escalate}, 'NOW', 'Y', 'ko') returning id`);
    return rows[0]?.id ?? 0;
  };
  const ruleId = await rule('Both', `safety@example.com, ${EMAIL}`, `${LOGIN}\nboss@example.com ${LOGIN}`);
  await rule('Only', LOGIN, null);
  for (const receiver of [EMAIL, LOGIN]) {
    await run(sql`insert into notification (organization_id, rule_id, alarm_id, step, channel, receiver, target, due_time,
        next_time) values (${own.id}, ${ruleId}, ${first}, 0, 'MAIL', ${receiver}, ${`mail:${receiver}`}, now(), now())`);
  }
  await run(sql`insert into notification_link (token_hash, message_id, organization_id, receiver, expires_time, address)
    values ('a', gen_random_uuid(), ${own.id}, ${LOGIN}, now(), ${EMAIL})`);
  const { rows: sent } = await run(sql`with place as (insert into office (organization_id, name)
      values (${own.id}, 'Reported') returning id),
    schedule as (insert into report_schedule (organization_id, office_id, send_day, send_hour, recipients, language)
      select ${own.id}, id, 1, 8, ${EMAIL}, 'ko' from place)
    insert into report (kind, organization_id, office_id, organization_name, office_name, period, language, requested_time)
    select 'MONTHLY', ${own.id}, id, '', '', '2026-10', 'ko', now() from place returning id`);
  await run(sql`insert into report_mail (report_id, email) values (${sent[0]?.id}, ${EMAIL})`);
  await run(sql`update organization set email = ${EMAIL}, phone = ${PHONE} where id = ${own.id}`);
  await run(sql`update organization_error set contact = ${NAME}, phone = ${PHONE}
    where id = (select min(id) from organization_error where organization_id = ${own.id})`);
  const change = (by: TestUser, entity: string, entityId: number | null, after: object, token: string | null = null) =>
    run(sql`insert into audit (time, organization_id, user_id, user_login, token_name, ip, action, entity, entity_id, after)
      values (now(), ${own.id}, ${by.id}, ${by.login}, ${token}, ${by === user ? '198.51.100.7' : '192.0.2.1'}, 'write',
        ${entity}, ${entityId}, ${JSON.stringify(after)}::jsonb)`);
  await change(user, 'meters', meter.id, { name: 'Room' }, "Hong's laptop");
  await change(user, 'users', other.id, { name: 'Someone else', login: other.login });
  await change(other, 'users', id, { name: NAME, login: LOGIN, email: EMAIL, phone: PHONE, authority: 'LOCAL_USER' });
  await change(other, 'users', null, { search: NAME, people: 1 });
  await change(other, 'notification_rules', ruleId, { recipients: `safety@example.com, ${EMAIL}`, name: 'Both' });
  return user;
};

describe('a person', () => {
  it('is exported with what is stored about them, and erased from every table', async () => {
    const { db } = database;
    const user = await aKnownPerson();
    const path = `/users/${user.id}/personal-data`;
    const before = await ask(admin, 'GET', path);
    expect([before.status, before.body.is_cut]).toEqual([200, false]);
    const empty = Object.entries(before.body.tables).filter(([, rows]) => (rows as object[]).length === 0);
    expect(empty).toEqual([]);
    expect(Object.keys(before.body.tables).toSorted()).toEqual(Object.keys(PERSONAL_TABLES).toSorted());
    expect(before.text).not.toMatch(/argon2|_hash|safety@example|Someone else/);
    for (const text of [LOGIN, NAME, EMAIL, PHONE, '198.51.100.7']) expect(before.text).toContain(text);
    const { counts } = (await ask(admin, 'GET', `${path}/counts`)).body;
    expect(counts).toContainEqual({ kind: 'alarms', count: 4 });
    expect(counts.every(({ count }: { count: number }) => count > 0)).toBe(true);

    expect((await erase(admin, { id: user.id, login: 'other' })).body.errors).toEqual({ login: 'INVALID' });
    const { status, body } = await erase(admin, user);
    expect([status, body]).toEqual([200, { pseudonym: `#${user.id}` }]);
    const tables = await db.query<{ name: string }>(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await db.query<{ row: string }>(sql`select t::text as row from ${raw(name)} t
        where t::text ~* ${TRACES.replace("''", "'")}`);
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    expect(found).toEqual([]);
    expect((await ask(admin, 'GET', path)).status).toBe(404);
  });

  it('leaves records with a pseudonym, and those of others as they were', async () => {
    const { db } = database;
    const { rows: changes } = await db.query<{ user_login: string }>(sql`select user_login, ip, entity, after from audit
      where organization_id = ${own.id} and action = 'write' order by id`);
    const pseudonym = changes[0]?.user_login;
    expect(pseudonym).toMatch(/^#\d+$/);
    expect(changes).toMatchObject([
      { entity: 'meters', ip: null, after: { name: 'Room' } },
      { user_login: pseudonym, entity: 'users', after: { name: 'Someone else' } },
      { ip: '192.0.2.1', entity: 'users', after: { name: pseudonym, email: pseudonym, authority: 'LOCAL_USER' } },
      { entity: 'users', after: { search: pseudonym, people: 1 } },
      { entity: 'notification_rules', after: { recipients: `safety@example.com, ${pseudonym}`, name: 'Both' } },
    ]);
    const { rows: erasures } = await db.query(
      sql`select user_login, before from audit where action = 'delete' and entity = 'users'`,
    );
    expect(erasures).toEqual([{ user_login: admin.login, before: { name: pseudonym, authority: 'LOCAL_USER' } }]);
    const { rows: rules } = await db.query(
      sql`select name, recipients, escalate_to, use from notification_rule order by id`,
    );
    expect(rules).toEqual([
      { name: 'Both', recipients: 'safety@example.com', escalate_to: 'boss@example.com', use: 'Y' },
      { name: 'Only', recipients: null, escalate_to: null, use: 'N' },
    ]);
    const { rows: alarms } = await db.query<{ cleared_login: string; cleared_note: string }>(sql`
      select acknowledged_login, acknowledged_note, cleared_login, cleared_note from alarm order by id limit 2`);
    expect(alarms[0]?.cleared_note).toBe(`ask ${alarms[0]?.cleared_login}`);
    expect(alarms).toMatchObject([
      { acknowledged_login: pseudonym, acknowledged_note: `확인. ${pseudonym} (${pseudonym})` },
      { acknowledged_login: pseudonym },
    ]);
  });

  it.each<[who: Role, whom: Role, elsewhere: boolean, status: number]>([
    ['SUPER_ADMIN', 'SUPER_USER', true, 200],
    ['SUPER_ADMIN', 'LOCAL_ADMIN', true, 200],
    ['SUPER_USER', 'LOCAL_USER', false, 403],
    ['LOCAL_ADMIN', 'LOCAL_ADMIN', false, 200],
    ['LOCAL_ADMIN', 'LOCAL_USER', true, 404],
    ['LOCAL_ADMIN', 'SUPER_USER', false, 403],
    ['LOCAL_USER', 'LOCAL_USER', false, 403],
  ])('%s erases %s (in another organization: %s): %i', async (authority, whom, elsewhere, status) => {
    const { db } = database;
    const who = await aUser(db, { organization: own, authority });
    const target = await aUser(db, { authority: whom, ...(elsewhere ? {} : { organization: own }) });
    expect((await ask(who, 'GET', `/users/${target.id}/personal-data`)).status).toBe(status);
    expect((await erase(who, target)).status).toBe(status);
  });

  it('cannot erase oneself or the last SUPER_ADMIN, and is logged out when erased', async () => {
    const { db } = database;
    expect((await erase(admin, admin)).body.code).toBe('LOCKS_OUT');
    await db.query(sql`update app_user set use = 'N' where authority = 'SUPER_ADMIN'`);
    const [first, second] = [
      await aUser(db, { authority: 'SUPER_ADMIN' }),
      await aUser(db, { authority: 'SUPER_ADMIN' }),
    ];
    const bearers = [await app.bearer(first), await app.bearer(second)];
    const answers = await Promise.all(
      [second, first].map(({ id, login }, i) =>
        app.ask(bearers[i] ?? { authorization: '' }, 'POST', `/users/${id}/erasure`, { login }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await db.query(sql`select from app_user where authority = 'SUPER_ADMIN' and use = 'Y'`);
    expect(rows).toHaveLength(1);
  });
});

it('every column that can hold personal data is in the list', async () => {
  const catalog = await readCatalog(database.db);
  const suspicious =
    /(^|_)(user_id|by|login|user_name|email|phone|ip|address|receiver|recipients|contact|endpoint|photo)$/;
  const personal = new Set(
    Object.entries<PersonalTable>(PERSONAL_TABLES).flatMap(([table, { columns }]) =>
      columns.map((column) => `${table}.${column}`),
    ),
  );
  const all = catalog.flatMap((table) =>
    table.columns.map(({ name }) => ({
      key: `${table.name}.${name}`,
      isSuspicious:
        suspicious.test(name) ||
        table.foreign_keys.some(({ target, columns }) => target === 'app_user' && columns.includes(name)),
    })),
  );
  const known = new Set([...personal, ...NOT_PERSONAL]);
  expect(all.filter(({ key, isSuspicious }) => isSuspicious && !known.has(key)).map(({ key }) => key)).toEqual([]);
  const existing = new Set(all.map(({ key }) => key));
  expect([...known].filter((key) => !existing.has(key))).toEqual([]);
});
