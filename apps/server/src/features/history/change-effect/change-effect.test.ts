import { type ChangeEffectAnswer, changeEffect } from '@airdeck/contract/history/change-effect';
import { channelOf } from '@airdeck/domain/channel';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-03-20T12:00:00+09:00');
const CHANGE = '2026-03-10';
const PM25 = channelOf('PM2.5', 1);

let database: TestDatabase;
let server: HistoryServer;
let token: string;
let organizationId = 0;
let officeId = 0;
const id = { room: 0, control: 0, outdoor: 0, empty: 0, foreign: 0 };

/** Outdoor dust that changes from day to day, and much cleaner days after the change. */
const outdoorAt = (time: number): number => {
  const day = Math.floor(time / DAY_MS);
  const weather = 1 + 0.5 * Math.sin(day * 1.7) + (time < Date.parse(`${CHANGE}T00:00:00+09:00`) ? 0.6 : 0);
  return 30 * weather * (1 + 0.1 * Math.sin(time / HOUR_MS));
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
  const department = await aDepartment(db, { organizationId: organization.id });
  ({ organizationId, officeId } = department);
  for (const name of ['room', 'control', 'outdoor', 'empty'] as const) {
    id[name] = (await aMeter(db, { department, name, sensors: ['PM2.5'] })).id;
  }
  const other = await anOrganization(db, {});
  const ward = await aDepartment(db, { organizationId: other.id });
  id.foreign = (await aMeter(db, { department: ward, sensors: ['PM2.5'] })).id;
  token = `${organization.id}:LOCAL_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  const frames: StoredFrame[] = [];
  const changed = Date.parse(`${CHANGE}T12:00:00+09:00`);
  for (let time = NOW - 19 * DAY_MS; time < NOW; time += HOUR_MS) {
    const outdoor = outdoorAt(time);
    const put = (meterId: number, value: number) =>
      frames.push({ meterId, time, channels: [PM25], ticks: [Math.round(value * 10)] });
    put(id.outdoor, outdoor);
    put(id.control, 0.6 * outdoor);
    put(id.room, (time < changed ? 0.6 : 0.3) * outdoor);
  }
  await server.store(frames);
  await server.rollUp();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = (query: string): Promise<{ status: number; body: { code?: string } }> =>
  server.get(`/history/change-effect?type=PM2.5&${query}`, token);
const answered = async (query: string): Promise<ChangeEffectAnswer> => {
  const { status, body } = await ask(query);
  expect([status, body.code]).toEqual([200, undefined]);
  return changeEffect.strict().parse(body);
};
const on = (meterId: number, rest = '') => `meterId=${meterId}&day=${CHANGE}&days=9${rest}`;

test('finds the effect of a purifier with the help of outdoor air', async () => {
  const answer = await answered(on(id.room, `&outdoorMeterId=${id.outdoor}`));
  expect(answer).toMatchObject({
    ...{ verdict: 'LOWER', days_before: 9, days_after: 9, uses_outdoor: true },
    before: { from: '2026-03-01', to: '2026-03-09' },
    after: { from: '2026-03-11', to: '2026-03-19' },
  });
  expect(answer.effect?.change).toBeCloseTo(-0.5, 1);
});

test('sees no effect in a room without one, where better weather looks like one', async () => {
  expect(await answered(on(id.control, `&outdoorMeterId=${id.outdoor}`))).toMatchObject({ verdict: 'UNCHANGED' });
  const { effect, uses_outdoor } = await answered(on(id.control));
  expect(uses_outdoor).toBe(false);
  expect(effect?.change).toBeLessThan(-0.2);
});

test('cannot tell from too few days, or without readings', async () => {
  const early = `meterId=${id.room}&day=2026-03-17&days=9`;
  expect(await answered(early)).toMatchObject({ verdict: 'CANNOT_TELL', effect: null, days_after: 2 });
  expect(await answered(on(id.empty))).toMatchObject({ verdict: 'CANNOT_TELL', effect: null, days_before: 0 });
});

test.each([
  ['a day that is not over', '&day=2026-03-20&days=9', 400],
  ['too few days', `&day=${CHANGE}&days=6`, 400],
  ['too many days', `&day=${CHANGE}&days=57`, 400],
  ['no day', '&day=2026-02-30&days=9', 400],
])('refuses %s', async (_, query, status) => {
  expect(await ask(`meterId=${id.room}${query}`)).toMatchObject({ status, body: { code: 'INVALID_PARAMETER' } });
});

test('does not know meters of others, outdoors neither', async () => {
  expect((await ask(on(id.foreign))).status).toBe(404);
  expect((await ask(on(id.room, `&outdoorMeterId=${id.foreign}`))).status).toBe(404);
});

test('names the days on which opening hours of the place changed, until yesterday', async () => {
  const facts = (office: number | null, day: string, hours: string | null) =>
    database.db.query(sql`insert into facility_facts (organization_id, office_id, valid_from, opening_hours)
      values (${organizationId}, ${office}, ${day}::date, ${hours})`);
  await facts(null, '2026-01-01', '월-금 09:00-18:00');
  await facts(null, '2026-03-01', '월-금 08:00-18:00');
  await facts(officeId, '2026-03-10', '월-금 10:00-17:00');
  await facts(officeId, '2026-03-15', null);
  await facts(officeId, '2026-03-20', '월-금 11:00-17:00');
  const candidates = (meter: number) => server.get(`/history/change-effect/candidates?meterId=${meter}`, token);
  expect((await candidates(id.room)).body).toEqual({
    meter_id: id.room,
    opening_hours: [
      { day: '2026-03-10', before: '월-금 08:00-18:00', after: '월-금 10:00-17:00' },
      { day: '2026-03-01', before: '월-금 09:00-18:00', after: '월-금 08:00-18:00' },
    ],
  });
  expect((await candidates(id.foreign)).status).not.toBe(200);
});
