import type { MeterReading, SensorReading } from '@airdeck/contract/history/schema';
import { type BucketUnit, bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { channelOf, typeOfChannel } from '@airdeck/domain/channel';
import { HOUR_MS } from '@airdeck/domain/duration';
import { fromTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aSensor } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { numbersOf } from '../../../testing/seeded-random.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-04-06T06:10:00Z');
const [PM10, CO2, CO2_2, TEMPERATURE] = [
  channelOf('PM10', 1),
  channelOf('CO2', 1),
  channelOf('CO2', 2),
  channelOf('TEMPERATURE', 1),
];
/** Three days; in Lord Howe the second one has 24.5 hours, and before that its hours begin at :30 UTC. */
const [FROM, TO] = ['2026-04-04', '2026-04-06'];

let database: TestDatabase;
let server: HistoryServer;
const id: Record<string, number> = {};
/** The stored frames, with the meter's zone. */
let frames: (StoredFrame & { zone: string })[] = [];
let all: string;

/** Frames of three days: many in some hours, some at the same times as other meters', with gaps of hours. */
const framesOf = (meterId: number, zone: string, channels: number[], seed: number) => {
  const random = numbersOf(seed);
  const made: (StoredFrame & { zone: string })[] = [];
  const [first, last] = [Date.parse('2026-04-03T10:00:00Z'), Date.parse('2026-04-06T06:00:00Z')];
  const dense = (time: number) => time % 43_200_000 > 41_000_000;
  for (let time = first; time < last; time += random() < 0.01 ? 9_000_000 : dense(time) ? 2_000 : 300_000) {
    const own = channels.filter(() => random() < 0.8);
    if (own.length > 0) {
      made.push({ meterId, time, channels: own, ticks: own.map(() => Math.round(300 + random() * 1200)), zone });
    }
  }
  return made;
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const school = (await anOrganization(db, { name: '가람초등학교' })).id;
  const office = await anOffice(db, school, '본관');
  const department = await aDepartment(db, { organizationId: school, officeId: office, name: '3학년' });
  const sensors = ['PM10', 'CO2', 'TEMPERATURE'] as const;
  const room = await aMeter(db, { department, name: '3학년 2반', sensors });
  const room10 = await aMeter(db, { department, name: '3학년 10반', sensors: ['CO2'] });
  await aSensor(db, room10.id, { type: 'CO2', sequence: 2 });
  const unused = await aMeter(db, { department, name: '창고', sensors, use: 'N' });
  const india = (await anOrganization(db, { name: '나래', timeZone: 'Asia/Kolkata' })).id;
  const lab = await aMeter(db, { department: await aDepartment(db, { organizationId: india }), sensors: ['CO2'] });
  const island = (await anOrganization(db, { name: '다도해', timeZone: 'Australia/Lord_Howe' })).id;
  const hut = await aMeter(db, {
    department: await aDepartment(db, { organizationId: island }),
    sensors: ['CO2', 'PM10'],
  });
  Object.assign(id, { school, office, department: department.id, india, island });
  Object.assign(id, { room: room.id, room10: room10.id, unused: unused.id, lab: lab.id, hut: hut.id });
  Object.assign(id, { roomCo2: room.sensorIds[1], labCo2: lab.sensorIds[0] });
  await db.query(sql`update organization set name_en = 'Garam School' where id = ${school}`);
  all = `${school}:SUPER_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  frames = [
    ...framesOf(room.id, 'Asia/Seoul', [PM10, CO2, TEMPERATURE], 1),
    ...framesOf(room10.id, 'Asia/Seoul', [CO2, CO2_2], 2),
    ...framesOf(lab.id, 'Asia/Kolkata', [CO2], 3),
    ...framesOf(hut.id, 'Australia/Lord_Howe', [CO2, PM10], 4),
    { meterId: unused.id, time: Date.parse('2026-04-05T00:00:00Z'), channels: [CO2], ticks: [400], zone: 'Asia/Seoul' },
  ];
  // The first day is rolled up and packed, the last one hot and only marked, the middle one half and half.
  const noon = Date.parse('2026-04-05T05:00:00Z');
  await server.store(frames.filter(({ time }) => time < noon));
  await server.rollUp();
  await server.pack('2026-04-03', [room.id, room10.id, lab.id, hut.id]);
  await server.pack('2026-04-04', [room.id, lab.id, hut.id]);
  await server.store(frames.filter(({ time }) => time >= noon));
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Listing<Row> {
  content: Row[];
  totalPages: number;
  totalElements: number;
}

const ask = async <Row>(list: string, query: string, token = all, language?: string): Promise<Listing<Row>> => {
  const { status, body } = await server.get(`/history/${list}?${query}`, token, language);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return body;
};

const period = `startTime=${FROM}&endTime=${TO}`;

/** Reference implementation of all rows: meters in the order of their places, times, channels. */
const plainRows = (channelsOf: (frame: StoredFrame) => number[], step: string, newestFirst: boolean) => {
  const places = [id.room, id.room10, id.lab, id.hut];
  const rows = frames.flatMap((frame) => {
    const day = localDay(frame.time, frame.zone);
    if (!places.includes(frame.meterId) || day < FROM || day > TO) return [];
    return channelsOf(frame).map((channel) => ({ ...frame, channel }));
  });
  const lasts = new Map<string, (typeof rows)[number]>();
  for (const row of rows.toSorted((a, b) => a.time - b.time)) {
    const buckets = step === 'each' ? [] : bucketsOf(step as BucketUnit, FROM, TO, row.zone);
    const bucket = buckets.find(({ start, end }) => start <= row.time && row.time < end)?.start ?? row.time;
    lasts.set(`${row.meterId}/${row.channel}/${bucket}`, row);
  }
  const sign = newestFirst ? -1 : 1;
  return [...lasts.values()].sort(
    (a, b) =>
      sign * (a.time - b.time) || places.indexOf(a.meterId) - places.indexOf(b.meterId) || a.channel - b.channel,
  );
};

const STEPS = ['each', 'hour', 'day', 'month', 'year'] as const;
const pages = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1_001, max: 1_500 })),
  at: fc.double({ min: 0, max: 1.1, noNaN: true }),
  step: fc.constantFrom(...STEPS),
  newestFirst: fc.boolean(),
});

describe('paging', () => {
  test('any page of meter readings is the same slice of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ size, at, step, newestFirst }) => {
        const expected = plainRows(() => [0], step, newestFirst);
        const page = Math.floor((at * expected.length) / size);
        const sort = newestFirst ? '' : '&sort=time,ASC';
        const query = `${period}&step=${step}&page=${page}&size=${size}${sort}`;
        const { content, ...totals } = await ask<MeterReading>('meter-readings', query);
        expect(content.map(({ meter_id, time }) => [meter_id, Date.parse(time)])).toEqual(
          expected.slice(page * size, (page + 1) * size).map(({ meterId, time }) => [meterId, time]),
        );
        expect(totals).toEqual({ totalElements: expected.length, totalPages: Math.ceil(expected.length / size) });
      }),
      { numRuns: 25 },
    );
  });

  test('any page of sensor readings is the same slice of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ size, at, step, newestFirst }) => {
        const expected = plainRows((frame) => frame.channels, step, newestFirst);
        const page = Math.floor((at * expected.length) / size);
        const query = `${period}&step=${step}&page=${page}&size=${size}&sort=time,${newestFirst ? 'DESC' : 'ASC'}`;
        const { content, ...totals } = await ask<SensorReading>('sensor-readings', query);
        const shown = content.map((row) => [row.meter_id, Date.parse(row.time), row.type, row.sequence, row.value]);
        expect(shown).toEqual(
          expected.slice(page * size, (page + 1) * size).map(({ meterId, time, channel, channels, ticks }) => {
            const type = typeOfChannel(channel);
            return [
              meterId,
              time,
              type,
              channel % 100,
              fromTicks(type, ticks[channels.indexOf(channel)] ?? Number.NaN),
            ];
          }),
        );
        expect(totals).toEqual({ totalElements: expected.length, totalPages: Math.ceil(expected.length / size) });
      }),
      { numRuns: 25 },
    );
  });

  test('filters sensors by type', async () => {
    const expected = plainRows((frame) => frame.channels.filter((channel) => channel === PM10), 'day', true);
    const { content } = await ask<SensorReading>('sensor-readings', `${period}&step=day&type=PM10&size=100`);
    expect(content.map(({ time }) => Date.parse(time))).toEqual(expected.map(({ time }) => time));
  });

  test('a streamed page ends correctly, with or without rows', async () => {
    const expected = plainRows((frame) => frame.channels, 'each', true);
    const whole = await ask<SensorReading>('sensor-readings', `${period}&size=999999`);
    expect(whole.content.map(({ time }) => Date.parse(time))).toEqual(expected.map(({ time }) => time));
    expect(whole.totalPages).toBe(1);
    const none = await ask('sensor-readings', 'startTime=2025-01-01&endTime=2025-01-02&size=999999');
    expect(none).toEqual({ content: [], totalPages: 0, totalElements: 0 });
  });

  test('a page beyond the last one is empty', async () => {
    const { content } = await ask('meter-readings', `${period}&page=9999999&size=999999`);
    expect(content).toEqual([]);
  });
});

describe('rows', () => {
  /** Two past days with one known frame. */
  const query = 'startTime=2026-03-01&endTime=2026-03-02';
  beforeAll(async () => {
    const time = Date.parse('2026-03-01T15:30:00Z');
    await server.store([
      { meterId: id.room ?? 0, time: time - HOUR_MS, channels: [PM10, CO2], ticks: [123, 650] },
      { meterId: id.room ?? 0, time, channels: [PM10, CO2, TEMPERATURE], ticks: [123, 650, 2655] },
      { meterId: id.room10 ?? 0, time, channels: [CO2, CO2_2], ticks: [650, 801] },
      { meterId: id.room10 ?? 0, time: time + 60_000, channels: [TEMPERATURE], ticks: [2000] },
    ]);
    // From 2 March on; that day begins in Seoul between the two frames.
    await database.db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
      values (${id.school}, 'CO2', '2026-03-02', '{100,200,300,400}')`);
    await server.registry.reload();
  });

  test('of meters have the worst sensor of each type, and index and grade by the thresholds of the day', async () => {
    const { content } = await ask<MeterReading>('meter-readings', query);
    const place = {
      organization_name: '가람초등학교',
      office_name: '본관',
      department_name: '3학년',
      time_zone: 'Asia/Seoul',
    };
    expect(content).toEqual([
      // Its channel belongs to no enabled sensor.
      {
        ...place,
        meter_id: id.room10,
        meter_name: '3학년 10반',
        time: '2026-03-01T15:31:00.000Z',
        values: {},
        worst_sensors: {},
        index: null,
        grade: null,
      },
      expect.objectContaining({
        meter_id: id.room,
        values: { PM10: 12.3, CO2: 650, TEMPERATURE: 26.55 },
        grade: 'VERY_BAD',
      }),
      expect.objectContaining({
        meter_id: id.room10,
        values: { CO2: 801 },
        worst_sensors: { CO2: expect.stringMatching(/2$/) },
        index: 271.8,
        grade: 'VERY_BAD',
      }),
      expect.objectContaining({ meter_id: id.room, time: '2026-03-01T14:30:00.000Z', index: 31.3, grade: 'GOOD' }),
    ]);
  });

  test('of sensors have their ratings', async () => {
    const { content } = await ask<SensorReading>('sensor-readings', `${query}&meterId=${id.room}&sort=time,ASC`);
    expect(content.map(({ type, value, rating }) => [type, value, rating])).toEqual([
      ['PM10', 12.3, 'VERY_GOOD'],
      ['CO2', 650, 'GOOD'],
      ['PM10', 12.3, 'VERY_GOOD'],
      ['CO2', 650, 'VERY_BAD'],
      ['TEMPERATURE', 26.55, 'SOME_HOT'],
    ]);
    expect(content[1]).toMatchObject({ sensor_id: id.roomCo2, sensor_name: 'CO2 1', sequence: 1, meter_id: id.room });
  });

  test('are in the language of the page', async () => {
    const { content } = await ask<MeterReading>('meter-readings', query, all, 'en');
    expect(content[0]?.organization_name).toBe('Garam School');
  });
});
