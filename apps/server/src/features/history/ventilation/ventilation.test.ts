import { type Ventilation, ventilation } from '@airdeck/contract/history/ventilation';
import { addDays } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

// Friday, 20:00 in Seoul: this evening is not over.
const NOW = Date.parse('2026-03-20T20:00:00+09:00');
const FIRST = '2026-03-09';
const CO2 = channelOf('CO2', 1);

let database: TestDatabase;
let server: HistoryServer;
let token: string;
const id = { room: 0, warm: 0, other: 0 };

/** CO2 of a day: 430 at night, 1,200 while people are there, until 18:20 a fall of `rate` changes an hour. */
const ppmAt = (minute: number, rate: number): number => {
  if (minute < 9 * 60) return 430;
  if (minute < 18 * 60 + 20) return 1200;
  return Math.round(430 + 770 * Math.exp((-rate * (minute - 18 * 60 - 20)) / 60));
};

/** Three evenings of 0.5, 0.8 and 1.1 changes an hour, one without people, and the beginning of this one. */
const weekOf = (meterId: number): StoredFrame[] =>
  [0.5, 0.8, 1.1, null, 2].flatMap((rate, i) => {
    const start = Date.parse(`${addDays('2026-03-16', i)}T00:00:00+09:00`);
    return Array.from({ length: 288 }, (_, at) => ({ minute: at * 5, time: start + at * 5 * MINUTE_MS }))
      .filter(({ time }) => time <= NOW)
      .map(({ minute, time }) => ({
        ...{ meterId, time, channels: [CO2] },
        ticks: [rate === null ? 430 : ppmAt(minute, rate)],
      }));
  });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
  const department = await aDepartment(db, { organizationId: organization.id });
  id.room = (await aMeter(db, { department, sensors: ['CO2'] })).id;
  id.warm = (await aMeter(db, { department, sensors: ['TEMPERATURE'] })).id;
  const other = await anOrganization(db, {});
  id.other = (
    await aMeter(db, { department: await aDepartment(db, { organizationId: other.id }), sensors: ['CO2'] })
  ).id;
  token = `${organization.id}:LOCAL_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  await server.store(weekOf(id.room));
  await server.rollUp();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async (query: string): Promise<{ status: number; body: { code?: string } }> =>
  server.get(`/history/ventilation?${query}`, token);
const answered = async (query: string): Promise<Ventilation> => {
  const { status, body } = await ask(query);
  expect([status, body.code]).toEqual([200, undefined]);
  return ventilation.strict().parse(body);
};
const period = `startTime=${FIRST}&endTime=2026-03-20`;

test('has a rate for each evening with a basis, the newest first, and their median', async () => {
  const { rates, evenings, time_zone, closing, closing_from } = await answered(
    `${period}&meterId=${id.room}&closing=18:00`,
  );
  expect([time_zone, closing, closing_from]).toEqual(['Asia/Seoul', '18:00', 'ENTERED']);
  expect(rates).toEqual({ median: 0.8, lowest: 0.49, highest: 1.1, count: 3 });
  expect(evenings).toHaveLength(11);
  expect(evenings.slice(0, 5).map(({ day, refused, fall }) => [day, refused ?? fall?.rate])).toEqual([
    ['2026-03-19', 'START_LOW'],
    ['2026-03-18', 1.1],
    ['2026-03-17', 0.8],
    // With 420 ppm outdoors instead of the 430 that two days show.
    ['2026-03-16', 0.49],
    ['2026-03-15', 'NO_READINGS'],
  ]);
});

test('shows the outdoor air that it used, and how much depends on it', async () => {
  const { evenings } = await answered(`${period}&meterId=${id.room}&closing=18:00`);
  const of = (day: string) => evenings.find((each) => each.day === day);
  // One day of hours is not enough to see outdoor air; two are.
  expect(of('2026-03-16')).toMatchObject({ outdoor: 420, outdoor_from: 'DEFAULT' });
  const known = of('2026-03-18');
  expect(known).toMatchObject({ outdoor: 430, outdoor_from: 'ROOM' });
  const start = Date.parse('2026-03-18T18:20:00+09:00');
  expect(known?.fall).toMatchObject({ start: new Date(start).toISOString(), from: 1200, r2: expect.any(Number) });
  expect(known?.fall?.low).toBeLessThan(1.1);
  expect(known?.fall?.high).toBeGreaterThan(1.1);
});

test('a closing time before people leave finds the same fall, one after it another', async () => {
  const at = async (clock: string) => (await answered(`${period}&meterId=${id.room}&closing=${clock}`)).rates;
  expect(await at('17:30')).toMatchObject({ median: 0.8, count: 3 });
  expect(await at('03:00')).toBeNull();
});

test('reads packed evenings too', async () => {
  const before = await answered(`${period}&meterId=${id.room}&closing=18:00`);
  expect(await server.pack('2026-03-17', [id.room])).toBe(true);
  expect(await answered(`${period}&meterId=${id.room}&closing=18:00`)).toEqual(before);
});

test('has the evenings of a CO2 sensor that was deleted later', async () => {
  const before = await answered(`${period}&meterId=${id.room}&closing=18:00`);
  await database.db.query(sql`delete from sensor where meter_id = ${id.room}`);
  await server.registry.reload();
  expect(await answered(`${period}&meterId=${id.room}&closing=18:00`)).toEqual(before);
});

test('has no evening without a CO2 sensor', async () => {
  expect(await answered(`${period}&meterId=${id.warm}&closing=18:00`)).toMatchObject({ rates: null, evenings: [] });
});

test.each([
  ['an unknown time', `${period}&closing=25:00`, 400, 'INVALID_PARAMETER'],
  ['too many days', 'startTime=2025-12-01&endTime=2026-03-20&closing=18:00', 400, 'QUESTION_TOO_BIG'],
  ['days in the future', 'startTime=2026-04-01&endTime=2026-04-02&closing=18:00', 400, 'INVALID_PARAMETER'],
])('refuses %s', async (_, query, status, code) => {
  expect(await ask(`${query}&meterId=${id.room}`)).toMatchObject({ status, body: { code } });
});

test('does not know meters of others', async () => {
  expect(await ask(`${period}&closing=18:00&meterId=${id.other}`)).toMatchObject({ status: 404 });
});

test('an evening of a day of 25 hours has its closing time by the clock', async () => {
  const { db } = database;
  const berlin = await anOrganization(db, { timeZone: 'Europe/Berlin' });
  const meter = await aMeter(db, {
    department: await aDepartment(db, { organizationId: berlin.id }),
    sensors: ['CO2'],
  });
  await server.registry.reload();
  // Winter time begins at 03:00; 18:00 on the clock is 17:00 UTC.
  const closing = Date.parse('2025-10-26T17:00:00Z');
  await server.store(
    Array.from({ length: 60 }, (_, i) => ({
      meterId: meter.id,
      time: closing + i * 5 * MINUTE_MS,
      channels: [CO2],
      ticks: [Math.round(420 + 800 * Math.exp((-i * 5 * MINUTE_MS) / HOUR_MS))],
    })),
  );
  const query = `startTime=2025-10-26&endTime=2025-10-26&closing=18:00&meterId=${meter.id}`;
  const { body } = await server.get(`/history/ventilation?${query}`, `${berlin.id}:LOCAL_USER`);
  expect(ventilation.parse(body).evenings[0]).toMatchObject({
    fall: { start: new Date(closing).toISOString(), rate: 1 },
  });
});

describe('opening hours of the facility facts', () => {
  /** A room of an organization of its own, and facts of its places. */
  const aRoom = async (
    facts: readonly { place?: 'office' | 'department'; from?: string; hours?: string; hasOutdoors?: boolean }[],
  ) => {
    const { db } = database;
    const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
    const department = await aDepartment(db, { organizationId: organization.id });
    const [room, outdoors] = [
      await aMeter(db, { department, sensors: ['CO2'] }),
      await aMeter(db, { department, sensors: ['CO2'] }),
    ];
    for (const { place, from = '2020-01-01', hours = null, hasOutdoors = false } of facts) {
      await db.query(sql`
        insert into facility_facts (organization_id, office_id, department_id, valid_from, opening_hours, outdoor_meter_id)
        values (${organization.id}, ${place === 'office' ? department.officeId : null},
          ${place === 'department' ? department.id : null}, ${from}, ${hours}, ${hasOutdoors ? outdoors.id : null})`);
    }
    await server.registry.reload();
    await server.store(weekOf(room.id));
    const read = async (query = ''): Promise<Ventilation> => {
      const { body } = await server.get(
        `/history/ventilation?${period}&meterId=${room.id}${query}`,
        `${organization.id}:LOCAL_USER`,
      );
      return ventilation.strict().parse(body);
    };
    return { read, outdoors: outdoors.id };
  };
  const closingsOf = ({ evenings }: Ventilation) =>
    evenings.map(({ day, closing, refused, fall }) => [day, closing, refused ?? fall?.rate]);

  test('give the closing time of each day, and leave closed days out', async () => {
    const { read } = await aRoom([{ hours: 'Mon-Fri 09:00-18:00\n2026-03-17 closed\n2026-03-18 09:00-18:10' }]);
    const answer = await read();
    expect(answer).toMatchObject({ closing: '18:00', closing_from: 'OPENING_HOURS', rates: { count: 2 } });
    expect(closingsOf(answer)).toEqual([
      ['2026-03-19', '18:00', 'START_LOW'],
      ['2026-03-18', '18:10', 1.1],
      ['2026-03-16', '18:00', 0.49],
      ...['13', '12', '11', '10', '09'].map((day) => [`2026-03-${day}`, '18:00', 'NO_READINGS']),
    ]);
  });

  test('hold from their day, those of the nearest place first', async () => {
    const { read } = await aRoom([
      { hours: 'Mon-Sun 09:00-13:00' },
      { place: 'office', from: '2026-03-17', hours: 'Mon-Sun 09:00-17:30' },
      { place: 'department', from: '2026-03-18', hours: 'Mon-Sun 09:00-18:00' },
    ]);
    expect(closingsOf(await read()).slice(0, 4)).toEqual([
      ['2026-03-19', '18:00', 'START_LOW'],
      ['2026-03-18', '18:00', 1.1],
      ['2026-03-17', '17:30', 0.8],
      ['2026-03-16', '13:00', 'SMALL_FALL'],
    ]);
  });

  test('can be replaced by a time', async () => {
    const { read } = await aRoom([{ hours: 'Mon-Sun 09:00-13:00' }]);
    expect(await read('&closing=18:00')).toMatchObject({
      closing: '18:00',
      closing_from: 'ENTERED',
      rates: { count: 3 },
    });
  });

  test('are no basis where they are unknown, or where the place never closes', async () => {
    const none = { closing: null, closing_from: 'UNKNOWN', rates: null, evenings: [] };
    expect(await (await aRoom([])).read()).toMatchObject(none);
    expect(await (await aRoom([{ hours: 'Mon-Sun 00:00-24:00' }])).read()).toMatchObject({
      ...{ closing: null, closing_from: 'OPENING_HOURS', rates: null },
      evenings: expect.arrayContaining([expect.objectContaining({ closing: null, refused: 'NOT_CLOSED' })]),
    });
  });

  test('limit the readings to the time until the place opens again', async () => {
    const { read } = await aRoom([{ hours: 'Mon-Sun 00:00-18:20 18:55-24:00' }]);
    expect(closingsOf(await read())[1]).toEqual(['2026-03-18', '18:20', 'TOO_SHORT']);
  });

  test('name the outdoor meter, whose CO2 counts after closing', async () => {
    const { read, outdoors } = await aRoom([{ hours: 'Mon-Fri 09:00-18:00', hasOutdoors: true }]);
    const evening = Date.parse('2026-03-18T18:00:00+09:00');
    await server.store(
      Array.from({ length: 72 }, (_, i) => ({
        ...{ meterId: outdoors, time: evening - HOUR_MS + i * 5 * MINUTE_MS, channels: [CO2] },
        // Before closing it says something else.
        ticks: [i < 12 ? 600 : 440],
      })),
    );
    const { evenings } = await read();
    const of = (day: string) => evenings.find((each) => each.day === day);
    expect(of('2026-03-18')).toMatchObject({
      outdoor: 440,
      outdoor_from: 'METER',
      fall: { rate: expect.closeTo(1.13, 1) },
    });
    expect(of('2026-03-17')).toMatchObject({ outdoor: 430, outdoor_from: 'ROOM' });
  });
});
