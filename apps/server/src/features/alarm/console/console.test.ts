import { MAX_ALARM_DEVICES } from '@airdeck/contract/alarm/routes';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '../../../export/exports.ts';
import { createRegistry } from '../../../registry/registry.ts';
import {
  aDepartment,
  aMeter,
  anOrganization,
  aUser,
  type TestMeter,
  type TestOrganization,
} from '../../../testing/factory.ts';
import { openFeed } from '../../../testing/feed-rig.ts';
import { type SessionApp, sessionApp } from '../../../testing/session-app.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { reopenAlarms } from '../alarm-queries.ts';
import { addAlarmRoutes } from './alarm-routes.ts';

/** 2026-03-02, noon in Seoul. */
const NOW = Date.UTC(2026, 2, 2, 3);
const clock = testClock(NOW);
let database: TestDatabase;
let app: SessionApp;
let own: TestOrganization;
let meter: TestMeter;
let artRoom: TestMeter;
let foreign: TestMeter;
let close: () => Promise<void>;
const bearers = {} as Record<'super' | 'admin' | 'user', { authorization: string }>;
const logins = {} as Record<'admin' | 'user', string>;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  own = await anOrganization(db, { name: '한빛초' });
  const department = await aDepartment(db, { organizationId: own.id, name: '1층' });
  meter = await aMeter(db, { department, name: '1학년 1반', sensors: ['CO2'] });
  artRoom = await aMeter(db, { department, name: '2학년 미술실', sensors: ['CO2'] });
  foreign = await aMeter(db, { sensors: ['CO2'] });
  await db.query(sql`update organization set name_en = 'Hanbit School' where id = ${own.id}`);
  await db.query(sql`update department set name_en = 'First floor' where id = ${department.id}`);
  await db.query(sql`update meter set name_en = 'Class 1-1' where id = ${meter.id}`);
  await db.query(sql`update meter set name_en = 'Art room' where id = ${artRoom.id}`);
  const registry = createRegistry(db);
  await registry.reload();
  app = await sessionApp({ db, clock });
  const rig = await openFeed(database.url);
  close = rig.close;
  addAlarmRoutes(app.http, { db, registry, clock, feed: rig.feed, exports: new Exports(clock) });
  const [admin, user] = [
    await aUser(db, { organization: own, authority: 'LOCAL_ADMIN' }),
    await aUser(db, { organization: own, authority: 'LOCAL_USER' }),
  ];
  [logins.admin, logins.user] = [admin.login, user.login];
  bearers.admin = await app.bearer(admin);
  bearers.user = await app.bearer(user);
  bearers.super = await app.bearer(await aUser(db, { organization: own, authority: 'SUPER_ADMIN' }));
});
afterAll(async () => {
  await app.http.close();
  await close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from alarm`);
  await database.db.query(sql`delete from audit`);
});

type Asker = keyof typeof bearers;
const ask = async (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  asker: Asker = 'user',
) => {
  const answer = await app.http.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearers[asker],
    ...(payload && { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
};

/** An alarm of a sensor of the own meter, unless said. */
const anAlarm = async (
  given: {
    of?: TestMeter;
    code?: string;
    severity?: string;
    category?: string;
    sensorName?: string | null;
    agoMs?: number;
    endedAgoMs?: number;
    causeId?: number;
  } = {},
): Promise<number> => {
  const { of = meter, code = 'A001', severity = 'MAJOR', category = 'SENSOR', sensorName = 'CO2 1', agoMs = 0 } = given;
  const { rows } = await database.db.query<{ id: number }>(sql`
    insert into alarm (organization_id, meter_id, sensor_id, organization_name, office_name, department_name, meter_name,
      sensor_name, category, code, source, severity, description, sensor_type, value, bound, since_time, occurred_time,
      ended_time, cause_id)
    select m.organization_id, m.id, ${of.sensorIds[0]}, o.name, f.name, d.name, m.name, ${sensorName}, ${category},
      ${code}, 'VALUE', ${severity}, '공기질 매우 나쁨', 'CO2', 1700, 1500, ${new Date(NOW - agoMs)},
      ${new Date(NOW - agoMs)}, ${given.endedAgoMs === undefined ? null : new Date(NOW - given.endedAgoMs)},
      ${given.causeId ?? null}
    from meter m join department d on d.id = m.department_id join office f on f.id = d.office_id
      join organization o on o.id = m.organization_id where m.id = ${of.id} returning id`);
  return rows[0]?.id ?? 0;
};
const idsOf = (body: { content: { id: number }[] }): number[] => body.content.map(({ id }) => id);
const listed = async (query = '', asker: Asker = 'user') =>
  idsOf((await ask('GET', `/alarms?${query}`, undefined, asker)).body);
const events = async (): Promise<string[]> => {
  const { rows } = await database.db.query<{ data: Buffer }>(
    sql`select data from feed where kind = 6 order by xid, seq`,
  );
  return rows.map(({ data }) => JSON.parse(data.toString('utf8', 1)).event);
};

describe('names', () => {
  const get = async (path: string, language: string) => {
    const headers = { ...bearers.user, 'accept-language': language };
    return app.http.inject({ url: `/api/v1${path}`, headers });
  };
  const KOREAN = { organization_name: '한빛초', department_name: '1층', meter_name: '1학년 1반' };
  const ENGLISH = { organization_name: 'Hanbit School', department_name: 'First floor', meter_name: 'Class 1-1' };

  it.each([
    ['ko', ['1학년 1반', '2학년 미술실']],
    ['en', ['Art room', 'Class 1-1']],
  ])('sort the live list, the history and their files by the names of the language: %s', async (language, names) => {
    await anAlarm();
    await anAlarm({ of: artRoom });
    const meterNames = ({ content }: { content: { meter_name: string }[] }) =>
      content.map(({ meter_name }) => meter_name);
    for (const list of ['/alarms', '/alarms/history']) {
      expect(meterNames((await get(`${list}?sort=meter_name,ASC`, language)).json())).toEqual(names);
      expect(meterNames((await get(`${list}?sort=meter_name,DESC`, language)).json())).toEqual(names.toReversed());
      const lines: string[] = (
        await get(`${list}/export?format=csv&name=a&sheet=a&sort=meter_name,ASC`, language)
      ).body.split('\n');
      const found = lines.flatMap((line) => names.filter((name) => line.includes(name)));
      expect(found).toEqual(names);
    }
  });

  it.each([
    ['ko', '미술실', 1],
    ['en', '미술실', 0],
    ['en', 'ART', 1],
    ['ko', 'Art', 0],
    ['en', 'class 1', 0],
    ['en', 'A001', 1],
  ])('are searched as the language shows them: in %s %s is found %d times', async (language, text, count) => {
    await anAlarm({ of: artRoom });
    const days = 'startTime=2020-01-01&endTime=2030-01-01&unit=year';
    for (const query of [
      `search=${encodeURIComponent(text)}`,
      ...(text === 'A001' ? [] : [`meterName=${encodeURIComponent(text)}`]),
    ]) {
      expect((await get(`/alarms?${query}`, language)).json().content).toHaveLength(count);
      expect((await get(`/alarms/history?${query}`, language)).json().content).toHaveLength(count);
      const { devices } = (await get(`/alarms/history/counts?${query}&${days}`, language)).json();
      expect(devices).toHaveLength(count);
      const file: string = (await get(`/alarms/export?format=csv&name=a&sheet=a&${query}`, language)).body;
      expect(file.match(/A001/g) ?? []).toHaveLength(count);
    }
  });

  it.each([
    ['ko', KOREAN],
    ['en', ENGLISH],
  ])('are in the language of the request: %s', async (language, names) => {
    const id = await anAlarm();
    expect((await get('/alarms', language)).json().content).toMatchObject([names]);
    expect((await get('/alarms/history', language)).json().content).toMatchObject([names]);
    expect((await get(`/alarms/${id}`, language)).json()).toMatchObject(names);
    const days = 'startTime=2020-01-01&endTime=2030-01-01&unit=year';
    expect((await get(`/alarms/history/counts?${days}`, language)).json().devices).toMatchObject([names]);
    const file = (await get('/alarms/export?format=csv&name=a&sheet=a', language)).body;
    expect(file).toContain(names.meter_name);
  });

  it('are those of the time of the alarm where something is called otherwise by now', async () => {
    const id = await anAlarm();
    await database.db.query(sql`update alarm set meter_name = '옛 이름'`);
    const read = (await get(`/alarms/${id}`, 'en')).json();
    expect(read).toMatchObject({ ...ENGLISH, meter_name: '옛 이름' });
  });
});

describe('the live list', () => {
  it('has the alarms of the own organization that are not cleared, newest first, then by names', async () => {
    const minor = await anAlarm({ code: 'A002', severity: 'MINOR' });
    const old = await anAlarm({ code: 'A003', severity: 'CRITICAL', agoMs: HOUR_MS });
    const worst = await anAlarm({ code: 'A004', severity: 'CRITICAL' });
    const theirs = await anAlarm({ of: foreign });
    expect(await listed()).toEqual([worst, minor, old]);
    expect(new Set(await listed('', 'super'))).toEqual(new Set([worst, old, minor, theirs]));
    expect(await listed('sort=severity,DESC&sort=occured_time,ASC')).toEqual([minor, old, worst]);
    expect((await ask('GET', `/alarms/${theirs}`)).status).toBe(404);
    expect((await ask('GET', '/alarms?size=1&page=1')).body).toMatchObject({ totalElements: 3, totalPages: 3 });
  });

  it.each([
    ['organizationName=한빛', true],
    ['organizationName=%', false],
    ['departmentName=1층', true],
    ['meterName=1학년', true],
    ['meterName=2학년', false],
    ['sensorName=co2', true],
    ['airName=x', false],
    ['search=매우 나쁨', true],
    ['category=SENSOR', true],
    ['category=AIR_PURIFIER', false],
    ['severity=MAJOR', true],
    ['severity=INFO', false],
    ['state=PENDING', true],
    ['state=SHELVED', false],
    ['startTime=2026-03-02&endTime=2026-03-02', true],
    // Midnight is Seoul's.
    ['endTime=2026-03-01', false],
  ])('is narrowed by %s: %s', async (query, isFound) => {
    const id = await anAlarm({ agoMs: 11 * HOUR_MS });
    expect(await listed(query)).toEqual(isFound ? [id] : []);
  });

  it('is narrowed by places as they are registered now', async () => {
    const id = await anAlarm();
    const { officeId, id: departmentId } = meter.department;
    for (const query of [`officeId=${officeId}`, `departmentId=${departmentId}`, `meterId=${meter.id}`]) {
      expect(await listed(query), query).toEqual([id]);
    }
    expect(await listed(`departmentId=${foreign.department.id}`)).toEqual([]);
    expect(await listed(`officeId=${officeId}&departmentId=${foreign.department.id}`)).toEqual([]);
  });

  it('folds symptoms below a cause while that is in the list', async () => {
    const cause = await anAlarm({ code: 'M001', severity: 'CRITICAL' });
    const symptom = await anAlarm({ causeId: cause });
    expect(await listed('folded=Y')).toEqual([cause]);
    expect((await ask('GET', `/alarms/${cause}`)).body.symptom_count).toBe(1);
    expect(await listed(`causeId=${cause}`)).toEqual([symptom]);
    await ask('PUT', `/alarms/${cause}`);
    expect(await listed('folded=Y')).toEqual([symptom]);
  });

  it.each(['sort=value,ASC', 'severity=BAD', 'startTime=2026-3-1', 'startTime=2026-03-02&endTime=2026-03-01'])(
    'refuses %s',
    async (query) => {
      expect((await ask('GET', `/alarms?${query}`)).body.code).toBe('INVALID_PARAMETER');
    },
  );
});

describe('handling', () => {
  it('acknowledges with a note, and says who and when', async () => {
    const id = await anAlarm();
    const { body } = await ask('PUT', `/alarms/${id}`, { action: 'ACKNOWLEDGE', note: ' 창문을 엽니다 ', version: 1 });
    expect(body).toMatchObject({
      id,
      acknowledged_time: new Date(NOW).toISOString(),
      acknowledged_login: logins.user,
      acknowledged_note: '창문을 엽니다',
      cleared_time: null,
      version: 2,
    });
    expect((await ask('GET', `/alarms/${id}`, undefined, 'admin')).body).toEqual(body);
    const { rows } = await database.db.query(sql`select user_login, action, entity, entity_id,
      before->>'version' as was, after->>'acknowledged_note' as note from audit`);
    expect(rows).toEqual([
      { user_login: logins.user, action: 'write', entity: 'alarms', entity_id: id, was: '1', note: '창문을 엽니다' },
    ]);
    expect((await events()).at(-1)).toBe('ACKNOWLEDGED');
  });

  it('clears without a body, once', async () => {
    const id = await anAlarm();
    expect((await ask('PUT', `/alarms/${id}`)).body).toMatchObject({ cleared_login: logins.user, cleared_note: null });
    expect(await listed()).toEqual([]);
    expect((await ask('PUT', `/alarms/${id}`)).body.code).toBe('ALARM_CLEARED');
    expect(idsOf((await ask('GET', '/alarms/history')).body)).toEqual([id]);
  });

  it('tells who saw an older version', async () => {
    const id = await anAlarm();
    await ask('PUT', `/alarms/${id}`, { action: 'ACKNOWLEDGE' });
    const late = await ask('PUT', `/alarms/${id}`, { action: 'CLEAR', version: 1 }, 'admin');
    expect(late).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } });
    expect(await listed()).toEqual([id]);
  });

  it('shelves until a time, with a reason', async () => {
    const id = await anAlarm();
    const until = new Date(NOW + DAY_MS).toISOString();
    const shelved = await ask('PUT', `/alarms/${id}`, { action: 'SHELVE', until, note: '필터 교체 중' });
    expect(shelved.body).toMatchObject({
      shelved_until: until,
      shelved_login: logins.user,
      shelved_note: '필터 교체 중',
    });
    expect([await listed('state=PENDING'), await listed('state=SHELVED')]).toEqual([[], [id]]);
    expect((await ask('PUT', `/alarms/${id}`, { action: 'UNSHELVE' })).body).toMatchObject({ shelved_until: null });
    expect(await listed('state=PENDING')).toEqual([id]);
  });

  it.each([
    ['for ever', { until: new Date(NOW + 31 * DAY_MS).toISOString(), note: 'x' }, { until: 'TOO_LARGE' }],
    ['in the past', { until: new Date(NOW - 1).toISOString(), note: 'x' }, { until: 'PAST' }],
    ['for no reason', { until: new Date(NOW + 1).toISOString(), note: ' ' }, { note: 'REQUIRED' }],
    ['without an end', { note: 'x' }, { until: 'REQUIRED' }],
  ])('does not shelve %s', async (_, body, errors) => {
    const id = await anAlarm();
    const answer = await ask('PUT', `/alarms/${id}`, { action: 'SHELVE', ...body });
    expect(answer.body).toMatchObject({ code: 'INVALID_PARAMETER', errors });
  });

  it('of several says how it went with each', async () => {
    const [one, cleared, theirs] = [await anAlarm(), await anAlarm({ code: 'A002' }), await anAlarm({ of: foreign })];
    await ask('PUT', `/alarms/${cleared}`);
    const { body } = await ask('PUT', '/alarms', {
      ids: [one, cleared, theirs, one],
      action: 'ACKNOWLEDGE',
      note: '봄',
    });
    expect(body.results).toEqual([
      { id: one, code: null },
      { id: cleared, code: 'ALARM_CLEARED' },
      { id: theirs, code: 'RESOURCE_NOT_FOUND' },
    ]);
    expect((await ask('GET', `/alarms/${theirs}`, undefined, 'super')).body.acknowledged_time).toBeNull();
    expect((await ask('PUT', '/alarms', { ids: [] })).body.code).toBe('INVALID_PARAMETER');
  });

  it('deletes from the live list only, and clears, so that the condition raises an alarm again', async () => {
    const id = await anAlarm();
    expect((await ask('DELETE', `/alarms/${id}`)).status).toBe(403);
    expect((await ask('DELETE', `/alarms/${id}`, undefined, 'admin')).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await ask('GET', '/alarms/history')).body.content).toMatchObject([{ id, cleared_login: logins.admin }]);
    const { rows } = await database.db.query(sql`select action, entity_id from audit`);
    expect(rows).toEqual([{ action: 'delete', entity_id: id }]);
    expect((await events()).at(-1)).toBe('HIDDEN');
    expect((await ask('DELETE', `/alarms/${id}`, undefined, 'admin')).status).toBe(404);
  });
});

describe('taking back that an alarm was deleted', () => {
  const remove = (id: number) => ask('DELETE', `/alarms/${id}`, undefined, 'admin');
  const restore = (id: number, asker: Asker = 'admin') => ask('POST', `/alarms/${id}/restore`, undefined, asker);

  it('opens it again as it was, with an audit row of its own, and tells others', async () => {
    const id = await anAlarm();
    await ask('PUT', `/alarms/${id}`, { action: 'ACKNOWLEDGE', note: '봄' });
    await remove(id);
    const { status, body } = await restore(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, cleared_time: null, cleared_login: null, acknowledged_note: '봄' });
    expect(await listed()).toEqual([id]);
    const { rows } = await database.db.query<{ action: string }>(sql`select action from audit order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['write', 'delete', 'write']);
    expect((await events()).at(-1)).toBe('RESTORED');
    expect((await restore(id)).status).toBe(404);
  });

  it('leaves an alarm cleared that was cleared before', async () => {
    const id = await anAlarm();
    await ask('PUT', `/alarms/${id}`, { action: 'CLEAR', note: '고침' });
    clock.advance(MINUTE_MS);
    await remove(id);
    expect((await restore(id)).body).toMatchObject({ cleared_login: logins.user, cleared_note: '고침' });
    expect(await listed()).toEqual([]);
  });

  it('does not open a second one where its condition has raised another one', async () => {
    const id = await anAlarm();
    await remove(id);
    const again = await anAlarm();
    expect((await restore(id)).body).toMatchObject({ id, cleared_login: logins.admin });
    expect(await listed()).toEqual([again]);
  });

  it('is for those who may delete, of what they reach, and of what was deleted', async () => {
    const [id, theirs] = [await anAlarm(), await anAlarm({ of: foreign })];
    expect((await restore(id)).status).toBe(404);
    await remove(id);
    await ask('DELETE', `/alarms/${theirs}`, undefined, 'super');
    expect((await restore(id, 'user')).status).toBe(403);
    expect((await restore(theirs)).status).toBe(404);
  });
});

describe('what to do about an alarm', () => {
  const instruction = async (id: number, language: 'ko' | 'en' = 'ko') => {
    const headers = { ...bearers.user, 'accept-language': language };
    const answer = await app.http.inject({ url: `/api/v1/alarms/${id}/instruction`, headers });
    const { text, contact, phone } = answer.json();
    return [text, contact, phone];
  };

  it('is the text of the product, then the one of the organization, with whom to call', async () => {
    const { db } = database;
    const [id, unknown] = [await anAlarm({ code: 'A004' }), await anAlarm({ code: 'X-1' })];
    expect(await instruction(id)).toEqual([expect.stringMatching(/^창문을 열거나/), null, null]);
    expect(await instruction(id, 'en')).toEqual([expect.stringMatching(/^Open windows/), null, null]);
    expect(await instruction(unknown)).toEqual([null, null, null]);
    await db.query(sql`update organization_error e set instruction = '환기팀 호출', contact = '당직', phone = '02-1234-5678'
      from master_error m where m.id = e.master_error_id and m.code = 'A004' and e.organization_id = ${own.id}`);
    expect(await instruction(id)).toEqual(['환기팀 호출', '당직', '02-1234-5678']);
    expect(await instruction(id, 'en')).toEqual(['환기팀 호출', '당직', '02-1234-5678']);
    const byCode = (organization: number) =>
      ask('GET', `/alarms/instructions?code=A004&organizationId=${organization}`);
    expect((await byCode(own.id)).body).toEqual({ text: '환기팀 호출', contact: '당직', phone: '02-1234-5678' });
    expect((await byCode(foreign.id)).status).toBe(404);
    const theirs = await anAlarm({ code: 'A004', of: foreign });
    expect((await ask('GET', `/alarms/${theirs}/instruction`)).status).toBe(404);
  });
});

describe('counts', () => {
  it('count alarms that need an action now, and the list shows as many; symptoms are counted as unknown', async () => {
    const cause = await anAlarm({ code: 'M001', severity: 'CRITICAL' });
    await anAlarm({ causeId: cause });
    await anAlarm({ code: 'A002', severity: 'MINOR' });
    const settled = await anAlarm({ code: 'A003', endedAgoMs: 0 });
    await ask('PUT', `/alarms/${settled}`, { action: 'ACKNOWLEDGE' });
    const ended = await anAlarm({ code: 'A004', endedAgoMs: 0 });
    const handled = await anAlarm({ code: 'A005' });
    await ask('PUT', `/alarms/${handled}`, { action: 'ACKNOWLEDGE' });
    await anAlarm({ of: foreign });
    const { body } = await ask('GET', '/alarms/counts');
    const counts = { CRITICAL: 1, MAJOR: 0, MINOR: 1, WARNING: 0, INFO: 0 };
    expect(body).toMatchObject({ open: 2, unknown: 1, counts });
    expect(await listed('state=PENDING&folded=Y')).toHaveLength(2);
    expect(await listed('state=HANDLED')).toEqual([handled]);
    expect(new Set(await listed('state=ENDED'))).toEqual(new Set([settled, ended]));
    await ask('PUT', `/alarms/${cause}`, { action: 'ACKNOWLEDGE' });
    const after = { open: 1, unknown: 1, counts: { ...counts, CRITICAL: 0 } };
    expect((await ask('GET', '/alarms/counts')).body).toMatchObject(after);
    const { officeId, id } = meter.department;
    expect(new Set(body.places.map(({ kind, id: at }: { kind: string; id: number }) => `${kind} ${at}`))).toEqual(
      new Set([
        `organization ${own.id}`,
        `office ${officeId}`,
        `department ${id}`,
        `meter ${meter.id}`,
        `sensor ${meter.sensorIds[0]}`,
      ]),
    );
    for (const place of body.places) expect(place.counts).toEqual(counts);
  });

  it('of alarms after a given one name the worst, and none that is acknowledged', async () => {
    const raised = async (after?: number) =>
      (await ask('GET', `/alarms/raised${after === undefined ? '' : `?after=${after}`}`)).body;
    expect(await raised()).toEqual({ last_id: 0, raised_count: 0, raised: [] });
    const known = await anAlarm({ code: 'M001', severity: 'MINOR' });
    expect(await raised()).toEqual({ last_id: known, raised_count: 0, raised: [] });
    await anAlarm({ causeId: known });
    await anAlarm({ of: foreign });
    const handled = await anAlarm({ code: 'A002', severity: 'CRITICAL' });
    await ask('PUT', `/alarms/${handled}`, { action: 'ACKNOWLEDGE' });
    const minor = await anAlarm({ code: 'A003', severity: 'MINOR' });
    const major = await anAlarm({ code: 'A005', severity: 'MAJOR' });
    expect(await raised(known)).toMatchObject({
      ...{ last_id: major, raised_count: 2 },
      raised: [{ id: major, severity: 'MAJOR' }, { id: minor }],
    });
    expect(await raised(major)).toEqual({ last_id: major, raised_count: 0, raised: [] });
    expect((await ask('GET', '/alarms/raised?after=-1')).status).toBe(400);
  });

  it('of the history are by local day and severity, and by device', async () => {
    // Half past eleven on the 1st, and half past midnight on the 2nd.
    await anAlarm({ agoMs: 12 * HOUR_MS + 30 * MINUTE_MS, endedAgoMs: 0 });
    await anAlarm({ code: 'A002', severity: 'MINOR', agoMs: 11 * HOUR_MS + 30 * MINUTE_MS });
    const { body } = await ask('GET', '/alarms/history/counts?unit=day&startTime=2026-03-01&endTime=2026-03-02');
    expect(body.time_zone).toBe('Asia/Seoul');
    expect(body.buckets).toMatchObject([{ counts: { MAJOR: 1, MINOR: 0 } }, { counts: { MAJOR: 0, MINOR: 1 } }]);
    expect(body.devices).toMatchObject([
      { meter_id: meter.id, meter_name: '1학년 1반', counts: { MAJOR: 1, MINOR: 1 } },
    ]);
    const minor = await ask(
      'GET',
      '/alarms/history/counts?unit=day&startTime=2026-03-01&endTime=2026-03-02&severity=MINOR',
    );
    expect(minor.body.buckets).toMatchObject([{ counts: { MAJOR: 0 } }, { counts: { MINOR: 1 } }]);
    const big = await ask('GET', '/alarms/history/counts?unit=hour&startTime=2020-01-01&endTime=2026-03-02');
    expect(big.body.code).toBe('QUESTION_TOO_BIG');
  });

  it.each(['user', 'super'] as const)('of the history are of the given state: %s', async (asker) => {
    const cleared = await anAlarm({ agoMs: HOUR_MS });
    await ask('PUT', `/alarms/${cleared}`, { action: 'CLEAR' });
    await anAlarm({ severity: 'CRITICAL', agoMs: HOUR_MS });
    await anAlarm({ code: 'A002', severity: 'MINOR', endedAgoMs: 0 });
    const path = '/alarms/history/counts?unit=month&startTime=2024-01-01&endTime=2026-03-02';
    const counted = async (state: string) => {
      const { buckets, devices } = (await ask('GET', `${path}${state}`, undefined, asker)).body;
      expect(devices).toMatchObject([{ meter_id: meter.id, counts: buckets.at(-1).counts }]);
      return devices[0].counts;
    };
    const none = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 };
    expect(await counted('')).toEqual({ ...none, CRITICAL: 1, MAJOR: 1, MINOR: 1 });
    expect(await counted('&state=CLEARED')).toEqual({ ...none, MAJOR: 1 });
    expect(await counted('&state=OPEN')).toEqual({ ...none, CRITICAL: 1, MINOR: 1 });
    expect(await counted('&state=PENDING')).toEqual({ ...none, CRITICAL: 1 });
    expect(await counted('&state=ENDED')).toEqual({ ...none, MINOR: 1 });
  });

  it.each(['user', 'super'] as const)('of the history are of the given category: %s', async (asker) => {
    await anAlarm({ agoMs: HOUR_MS });
    await database.db.query(sql`
      insert into alarm (organization_id, meter_id, category, code, source, severity, description, since_time, occurred_time)
      select ${own.id}, ${meter.id}, 'METER', code, 'DEVICE', 'MINOR', '고장', at, at
      from (values ('M002'), ('M003')) as codes(code), (values ('2026-02-01T00:00:00Z'::timestamptz)) as days(at)`);
    const path = '/alarms/history/counts?unit=month&startTime=2024-01-01&endTime=2026-03-02';
    const counted = async (category: string) => {
      const { buckets, devices } = (await ask('GET', `${path}&category=${category}`, undefined, asker)).body;
      const months = buckets.flatMap(({ start, counts }: { start: string; counts: object }) => {
        const some = Object.entries(counts).filter(([, count]) => count !== 0);
        return some.length === 0 ? [] : [[start.slice(0, 10), Object.fromEntries(some)]];
      });
      return [months, devices.map(({ counts }: { counts: object }) => counts)];
    };
    const none = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 };
    expect(await counted('SENSOR')).toEqual([[['2026-02-28', { MAJOR: 1 }]], [{ ...none, MAJOR: 1 }]]);
    expect(await counted('METER')).toEqual([[['2026-01-31', { MINOR: 2 }]], [{ ...none, MINOR: 2 }]]);
    expect(await counted('AIR_PURIFIER')).toEqual([[], []]);
  });

  it('of the history name the devices with the most alarms, of as many those with the newest', async () => {
    const count = MAX_ALARM_DEVICES + 5;
    await database.db.query(sql`
      insert into alarm (organization_id, organization_name, meter_name, category, code, source, severity, description,
        since_time, occurred_time, cleared_time)
      select ${own.id}, '한빛초', 'Room ' || i, 'METER', 'M001', 'SILENCE', 'MINOR', '통신 없음', at, at, at
      from generate_series(1, ${count}::integer) i,
        lateral (select '2026-02-28T00:00:00Z'::timestamptz + i * interval '1 min') as times(at) order by i`);
    const first = await anAlarm({ agoMs: 2 * DAY_MS, endedAgoMs: 0 });
    await database.db.query(sql`update alarm set meter_name = '옛 이름' where id = ${first}`);
    await anAlarm({ code: 'A002', agoMs: DAY_MS, severity: 'MINOR' });
    const { body } = await ask('GET', '/alarms/history/counts?unit=day&startTime=2026-01-01&endTime=2026-03-02');
    const newest = Array.from({ length: MAX_ALARM_DEVICES - 1 }, (_, i) => ({
      ...{ meter_name: `Room ${count - i}`, counts: { CRITICAL: 0, MAJOR: 0, MINOR: 1, WARNING: 0, INFO: 0 } },
    }));
    const renamed = { meter_id: meter.id, meter_name: '1학년 1반', counts: { MAJOR: 1, MINOR: 1 } };
    expect(body.devices).toMatchObject([renamed, ...newest]);
    const all = '/alarms/history/counts?unit=month&startTime=2024-01-01&endTime=2026-03-02';
    expect((await ask('GET', all, undefined, 'super')).body.devices).toEqual(body.devices);
  });
});

it('names of many places are found as those of few, and put in order', async () => {
  const count = 1_100;
  await database.db.query(sql`
    insert into alarm (organization_id, organization_name, meter_name, category, code, source, severity, description,
      since_time, occurred_time, cleared_time)
    select ${own.id}, '한빛초', 'Room ' || i, 'METER', case when i % 2 = 0 then 'M001' else 'M009' end, 'SILENCE',
      case when i % 2 = 0 then 'CRITICAL' else 'MINOR' end, '통신 없음', now(), now(), now()
    from generate_series(1, ${count}::integer) i`);
  await anAlarm();
  const found = async (query: string) => (await ask('GET', `/alarms/history?${query}`)).body;
  expect(await found('meterName=room')).toMatchObject({ totalElements: count });
  expect(await found('search=room&state=CLEARED')).toMatchObject({ totalElements: count });
  expect(await found('search=room&state=OPEN')).toMatchObject({ totalElements: 0 });
  expect(await found('meterName=room&severity=MINOR&category=METER&code=m009')).toMatchObject({ totalElements: 550 });
  expect(await found('meterName=Room 1077')).toMatchObject({ content: [{ meter_name: 'Room 1077' }] });
  expect(await found('meterName=room&organizationName=none')).toMatchObject({ totalElements: 0, content: [] });
  const sorted = await found('search=room&sort=severity&sort=meter_name,DESC&size=2');
  expect(sorted.content.map((row: { meter_name: string }) => row.meter_name)).toEqual(['Room 998', 'Room 996']);
  const last = await found(`search=room&sort=code,DESC&sort=meter_name&size=12&page=${Math.floor(count / 12)}`);
  expect(last.content).toHaveLength(count % 12);
});

it('both lists can be had as files, of the same rows', async () => {
  const id = await anAlarm({ agoMs: 11 * HOUR_MS });
  await anAlarm({ code: 'A002', agoMs: 2 * DAY_MS });
  await ask('PUT', `/alarms/${id}`, { note: '환기함' });
  const live = (await ask('GET', '/alarms/export?format=csv')).body;
  expect(live).toContain('A002');
  expect(live).not.toContain('A001');
  const past = (await ask('GET', '/alarms/history/export?format=csv&startTime=2026-03-02')).body;
  expect(past).toContain('A001');
  expect(past).toContain('환기함');
  expect(past).toContain('2026-03-02 01:00');
  expect(past).not.toContain('A002');
});

it('the history, its files and its counts have each occurrence, the open list the present one', async () => {
  const id = await anAlarm({ agoMs: 2 * HOUR_MS, endedAgoMs: 2 * HOUR_MS - 4 * MINUTE_MS });
  const present = { since: new Date(NOW - 7 * MINUTE_MS), occurred: new Date(NOW - 5 * MINUTE_MS) };
  const measured = { source: 'VALUE' as const, value: 1_900, bound: 1_500, detail: null };
  await database.db.tx((tx) => reopenAlarms(tx, [{ id, ...present, ...measured }], NOW - 5 * MINUTE_MS));

  const shown = { id, occurrences: 2, occurrence_of: null, value: 1_900, ended_time: null, cleared_time: null };
  const iso = (agoMs: number) => new Date(NOW - agoMs).toISOString();
  const times = { since_time: iso(7 * MINUTE_MS), occured_time: iso(5 * MINUTE_MS) };
  expect((await ask('GET', '/alarms')).body.content).toMatchObject([{ ...shown, ...times }]);
  const history = (await ask('GET', '/alarms/history')).body.content;
  const earlier = {
    ...{
      occurrences: 1,
      occurrence_of: id,
      value: 1_700,
      since_time: iso(2 * HOUR_MS),
      occured_time: iso(2 * HOUR_MS),
    },
    ...{ ended_time: iso(2 * HOUR_MS - 4 * MINUTE_MS), cleared_time: iso(5 * MINUTE_MS), cleared_login: null },
  };
  expect(history).toMatchObject([shown, earlier]);

  const file: string = (await ask('GET', '/alarms/history/export?format=csv')).body;
  for (const time of ['2026-03-02 10:00', '2026-03-02 10:04', '2026-03-02 11:55']) expect(file).toContain(time);
  expect((await ask('GET', '/alarms/export?format=csv')).body).not.toContain('2026-03-02 10:00');
  const counts = await ask('GET', '/alarms/history/counts?unit=hour&startTime=2026-03-02&endTime=2026-03-02');
  const found: { counts: { MAJOR: number } }[] = counts.body.buckets.slice(10, 12);
  expect(found.map((bucket) => bucket.counts.MAJOR)).toEqual([1, 1]);

  // An earlier occurrence is over: nothing can be done with it but to open it.
  const refused = await ask('PUT', `/alarms/${history[1].id}`, { action: 'ACKNOWLEDGE' });
  expect(refused.body).toMatchObject({ code: 'ALARM_CLEARED' });
  expect((await ask('GET', `/alarms/${history[1].id}`)).body).toMatchObject(earlier);
});
