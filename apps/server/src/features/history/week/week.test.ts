import { MAX_WEEK_DAYS } from '@airdeck/contract/history/bounds';
import { type PlaceAverage, type WeekAnswer, weekAnswer } from '@airdeck/contract/history/schema';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization, aSensor } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-11-23T03:30:00Z');
const [CO2, CO2_2, WARMTH] = [channelOf('CO2', 1), channelOf('CO2', 2), channelOf('TEMPERATURE', 1)];

/** Zones, and a Sunday with a calendar change nearby. */
const CALENDARS = [
  ['Asia/Seoul', '2026-03-01'],
  ['Asia/Kolkata', '2026-03-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2025-10-05'],
  ['America/Santiago', '2025-09-07'],
] as const;

let database: TestDatabase;
let server: HistoryServer;
const meters = new Map<string, { meterId: number; sensorId: number; organizationId: number }>();

/** A separate meter for each test name, so that tests do not affect each other. */
const meterIn = async (timeZone: string, name: string) => {
  const organization = await anOrganization(database.db, { timeZone });
  const department = await aDepartment(database.db, { organizationId: organization.id });
  const meter = await aMeter(database.db, { department, sensors: ['CO2', 'TEMPERATURE'] });
  await aSensor(database.db, meter.id, { type: 'CO2', sequence: 2 });
  const made = { meterId: meter.id, sensorId: meter.sensorIds[0] ?? 0, organizationId: organization.id };
  meters.set(name, made);
  return made;
};

beforeAll(async () => {
  database = await testDatabase();
  for (const [zone, day] of CALENDARS) await meterIn(zone, `${zone} ${day}`);
  await meterIn('Asia/Seoul', 'kitchen');
  await meterIn('Asia/Seoul', 'other');
  server = await openHistoryServer({ db: database.db, clock: { now: () => NOW } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const known = (name: string) => meters.get(name) ?? expect.unreachable();
const get = (name: string, path: string) => {
  const { organizationId } = known(name);
  return server.get(`/history/${path}`, `${organizationId}:LOCAL_USER`);
};
const ask = async (name: string, path: string): Promise<WeekAnswer> => {
  const { status, body } = await get(name, path);
  expect([status, body.code]).toEqual([200, undefined]);
  return weekAnswer.strict().parse(body);
};
const days = (from: string, to: string) => `startTime=${from}&endTime=${to}`;

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Weekday and hour by the JavaScript engine's own calendar. */
const placeOf = (time: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return WEEKDAYS.indexOf(parts.get('weekday') ?? '') * 24 + Number(parts.get('hour'));
};

interface Cell {
  mean: number | null;
  max: number | null;
}

/** Reference implementation: the week computed from the readings. */
const folded = (readings: readonly { time: number; ticks: number }[], zone: string): Cell[] => {
  const values = Array.from({ length: 168 }, (): number[] => []);
  for (const { time, ticks } of readings) values[placeOf(time, zone)]?.push(ticks);
  return values.map((own) => ({
    mean: own.length === 0 ? null : Math.round((own.reduce((a, b) => a + b, 0) / own.length) * 10) / 10,
    max: own.length === 0 ? null : Math.max(...own),
  }));
};

const reading = fc.record({
  calendar: fc.nat(CALENDARS.length - 1),
  minute: fc.nat(10 * 24 * 60 - 1),
  first: fc.option(fc.nat(5000), { nil: undefined }),
  second: fc.option(fc.nat(5000), { nil: undefined }),
});

test('weekdays and hours match the readings in every zone, rolled up or not', async () => {
  const stored = new Map<string, StoredFrame>();
  const property = fc.asyncProperty(fc.array(reading, { maxLength: 60 }), fc.boolean(), async (readings, rolled) => {
    const frames = new Map<string, StoredFrame>();
    for (const { calendar, minute, first, second } of readings) {
      const [zone, day] = CALENDARS[calendar] ?? CALENDARS[0];
      const { meterId } = known(`${zone} ${day}`);
      const time = startOfLocalDay(addDays(day, -4), zone) + minute * MINUTE_MS;
      const given = [
        { channel: CO2, ticks: first },
        { channel: CO2_2, ticks: second },
      ].flatMap(({ channel, ticks }) => (ticks === undefined ? [] : { channel, ticks }));
      const key = `${meterId}@${time}`;
      if (given.length === 0 || stored.has(key) || frames.has(key)) continue;
      frames.set(key, {
        meterId,
        time,
        channels: given.map(({ channel }) => channel),
        ticks: given.map(({ ticks }) => ticks),
      });
    }
    await server.store([...frames.values()]);
    for (const [key, frame] of frames) stored.set(key, frame);
    if (rolled) await server.rollUp();
    for (const [zone, day] of CALENDARS) {
      const name = `${zone} ${day}`;
      const { meterId } = known(name);
      const [from, to] = [addDays(day, -3), addDays(day, 3)];
      const [start, end] = [startOfLocalDay(from, zone), startOfLocalDay(addDays(to, 1), zone)];
      const own = [...stored.values()].filter(
        (frame) => frame.meterId === meterId && frame.time >= start && frame.time < end,
      );
      const values = own.flatMap(({ time, ticks }) => ticks.map((each) => ({ time, ticks: each })));
      const { mean, max } = await ask(name, `meter-week?${days(from, to)}&meterId=${meterId}&measure=CO2`);
      expect(mean.map((each, at) => ({ mean: each, max: max[at] ?? null }))).toEqual(folded(values, zone));
    }
  });
  await fc.assert(property, { numRuns: 12 });
}, 240_000);

describe('the kitchen', () => {
  const at = (time: string) => Date.parse(`${time}+09:00`);

  beforeAll(async () => {
    const { meterId } = known('kitchen');
    const frames: StoredFrame[] = [];
    // Monday 2 November and the next one at noon: all minutes of one, half of the other.
    for (let minute = 0; minute < 60; minute++) {
      const time = at('2026-11-02T12:00') + minute * MINUTE_MS;
      frames.push({ meterId, time, channels: [CO2, WARMTH], ticks: [1000, 2400] });
      if (minute < 30) {
        frames.push({ meterId, time: time + 7 * 24 * HOUR_MS, channels: [CO2], ticks: [1600] });
      }
    }
    // No graded value: the frames count, but have no index.
    frames.push({ meterId, time: at('2026-11-03T12:00'), channels: [WARMTH], ticks: [2400] });
    await server.store(frames);
  });

  const NOON = 12;

  test('mean over readings, highest reading, completeness over all such hours', async () => {
    const { meterId, sensorId } = known('kitchen');
    const answer = await ask('kitchen', `sensor-week?${days('2026-11-02', '2026-11-15')}&sensorId=${sensorId}`);
    expect(answer).toMatchObject({ id: sensorId, measure: 'CO2', time_zone: 'Asia/Seoul' });
    expect(answer.bounds).toEqual([600, 800, 1000, 1500]);
    expect([answer.start, answer.end]).toEqual(['2026-11-01T15:00:00.000Z', '2026-11-15T15:00:00.000Z']);
    expect([answer.mean[NOON], answer.max[NOON], answer.completeness[NOON]]).toEqual([1200, 1600, 0.75]);
    expect([answer.mean[NOON + 1], answer.max[NOON + 1], answer.completeness[NOON + 1]]).toEqual([null, null, 0]);
    const index = await ask(
      'kitchen',
      `meter-week?${days('2026-11-02', '2026-11-15')}&meterId=${meterId}&measure=INDEX`,
    );
    // The mean of CO2 is 1200: 160. An hour of 1600 is 257.1.
    expect([index.mean[NOON], index.max[NOON]]).toEqual([160, 257.1]);
    expect([index.mean[24 + NOON], index.completeness[24 + NOON]]).toEqual([null, 0.008]);
  });

  test('share of hours beyond the limit: that of the facility, else the threshold of bad air', async () => {
    const { meterId, organizationId } = known('kitchen');
    const week = (measure: string) =>
      ask('kitchen', `meter-week?${days('2026-11-02', '2026-11-09')}&meterId=${meterId}&measure=${measure}`);
    const { limit, beyond, days: ofDays } = await week('CO2');
    expect(limit).toEqual({ most: 1000, least: null, pack: null, source: null, draft: false });
    // An hour of 1000, and a week later one of 1600.
    expect([beyond[NOON], beyond[NOON + 1]]).toEqual([0.5, null]);
    expect(ofDays.filter((each) => each.beyond !== null)).toEqual([
      { day: '2026-11-02', beyond: 0 },
      { day: '2026-11-09', beyond: 1 },
    ]);
    expect(ofDays).toHaveLength(8);
    await database.db.query(sql`
      insert into facility_facts (organization_id, valid_from, facility_kind, ventilation)
      values (${organizationId}, '2026-01-01', 'SCHOOL', 'MECHANICAL')`);
    expect((await week('CO2')).limit).toMatchObject({ most: 1500, least: null, pack: 'KR_SCHOOLS', draft: true });
    const warmth = await week('TEMPERATURE');
    expect([warmth.limit, warmth.beyond[24 + NOON]]).toEqual([expect.objectContaining({ most: 28, least: 18 }), 0]);
    const index = await week('INDEX');
    expect([index.limit, index.beyond.some((share) => share !== null)]).toEqual([null, false]);
  });

  test('future hours are neither measured nor missing', async () => {
    // Now is Monday 12:30.
    const { meterId } = known('kitchen');
    const { completeness } = await ask(
      'kitchen',
      `meter-week?${days('2026-11-23', '2026-11-29')}&meterId=${meterId}&measure=CO2`,
    );
    expect(completeness.map((share) => share === null)).toEqual(
      Array.from({ length: 168 }, (_, place) => place > NOON),
    );
  });
});

describe('a place', () => {
  const at = (time: string) => Date.parse(`${time}+09:00`);
  let place: { organizationId: number; departmentId: number };

  beforeAll(async () => {
    const organization = await anOrganization(database.db, { timeZone: 'Asia/Seoul' });
    const department = await aDepartment(database.db, { organizationId: organization.id });
    const [busy, quiet] = [
      await aMeter(database.db, { department, sensors: ['CO2'] }),
      await aMeter(database.db, { department, sensors: ['CO2'] }),
    ];
    place = { organizationId: organization.id, departmentId: department.id };
    await server.registry.reload();
    const frames: StoredFrame[] = [];
    for (let hour = 0; hour < 48; hour++) {
      const time = at('2026-11-02T00:00') + hour * HOUR_MS;
      // The busy meter sends four times as often, but both weigh the same.
      for (let i = 0; i < 4; i++) {
        frames.push({ meterId: busy.id, time: time + i * MINUTE_MS, channels: [CO2], ticks: [1000 + 13 * hour + i] });
      }
      if (hour % 3 > 0) frames.push({ meterId: quiet.id, time, channels: [CO2], ticks: [500 + hour] });
    }
    await server.store(frames);
  });

  const week = async (measure: string): Promise<WeekAnswer> => {
    const { departmentId, organizationId } = place;
    const path = `/history/place-week?${days('2026-11-02', '2026-11-08')}&level=department&placeId=${departmentId}`;
    const { body } = await server.get(`${path}&measure=${measure}`, `${organizationId}:LOCAL_USER`);
    return weekAnswer.strict().parse(body);
  };

  test('has the same numbers as the list of its hours', async () => {
    const [co2, index] = [await week('CO2'), await week('INDEX')];
    expect(co2).toMatchObject({ id: place.departmentId, measure: 'CO2' });
    const { body } = await server.get(
      `/history/place-averages?${days('2026-11-02', '2026-11-08')}&unit=hour&level=department&size=200&sort=start,ASC`,
      `${place.organizationId}:LOCAL_USER`,
    );
    const rows = body.content as PlaceAverage[];
    expect(rows).toHaveLength(48);
    for (const [hour, row] of rows.entries()) {
      expect(row.start).toBe(new Date(at('2026-11-02T00:00') + hour * HOUR_MS).toISOString());
      expect([co2.mean[hour], index.mean[hour]]).toEqual([row.values.CO2?.mean, row.index]);
      expect(co2.completeness[hour]).toBe(row.completeness);
    }
    expect([co2.mean[48], co2.completeness[48]]).toEqual([null, 0]);
  });

  test('counts the hours of its meters that are beyond the limit, unless they have different limits', async () => {
    const { organizationId, departmentId } = place;
    const other = await aDepartment(database.db, { organizationId });
    await aMeter(database.db, { department: other, sensors: ['CO2'] });
    await database.db.query(sql`
      insert into facility_facts (organization_id, department_id, valid_from, facility_kind, ventilation)
      values (${organizationId}, ${departmentId}, '2026-01-01', 'SCHOOL', 'NATURAL'),
        (${organizationId}, ${other.id}, '2026-01-01', 'SCHOOL', 'MECHANICAL')`);
    await server.registry.reload();
    const { limit, beyond } = await week('CO2');
    expect(limit).toMatchObject({ most: 1000 });
    // The busy meter is beyond at all hours, the quiet one at none; it misses each third.
    expect(beyond.slice(0, 6)).toEqual([1, 0.5, 0.5, 1, 0.5, 0.5]);
    const path = `/history/place-week?${days('2026-11-02', '2026-11-08')}&level=organization&placeId=${organizationId}`;
    const { body } = await server.get(`${path}&measure=CO2`, `${organizationId}:LOCAL_USER`);
    expect(weekAnswer.parse(body)).toMatchObject({ limit: null });
  });

  test('of others does not exist', async () => {
    const { organizationId } = known('other');
    const path = `/history/place-week?${days('2026-11-02', '2026-11-08')}&level=department&placeId=${place.departmentId}`;
    const { status } = await server.get(`${path}&measure=CO2`, `${organizationId}:LOCAL_USER`);
    expect(status).toBe(404);
  });
});

test('refuses invalid questions', async () => {
  const { meterId, sensorId } = known('kitchen');
  const refusal = async (path: string) => {
    const { status, body } = await get('kitchen', path);
    return [status, body.code, body.errors];
  };
  const last = '2026-11-23';
  const longest = days(addDays(last, 1 - MAX_WEEK_DAYS), last);
  expect((await get('kitchen', `sensor-week?${longest}&sensorId=${sensorId}`)).status).toBe(200);
  const tooLong = days(addDays(last, -MAX_WEEK_DAYS), last);
  expect(await refusal(`sensor-week?${tooLong}&sensorId=${sensorId}`)).toEqual([400, 'QUESTION_TOO_BIG', {}]);
  const back = await refusal(`sensor-week?${days(last, '2026-11-22')}&sensorId=${sensorId}`);
  expect(back).toEqual([400, 'INVALID_PARAMETER', { endTime: 'BEFORE_START' }]);
  const other = known('other');
  expect((await refusal(`sensor-week?${longest}&sensorId=${other.sensorId}`))[0]).toBe(404);
  expect((await refusal(`meter-week?${longest}&meterId=${other.meterId}&measure=CO2`))[0]).toBe(404);
  expect((await refusal(`meter-week?${longest}&meterId=${meterId}&measure=NOISE`))[0]).toBe(400);
  expect((await refusal(`meter-week?${longest}&measure=CO2`))[0]).toBe(400);
});
