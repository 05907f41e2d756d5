import type { MeterAverage, MeterColumns, SensorAverage } from '@airdeck/contract/history/schema';
import { meterIndex } from '@airdeck/domain/air-index';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { channelOf, typeOfChannel } from '@airdeck/domain/channel';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { bucketsOfFrames, type PlainBucket } from '../../../testing/buckets-of-frames.ts';
import { aDepartment, aMeter, anOrganization, aSensor } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2024-03-31T12:20:00Z');
const [CO2, CO2_2, TEMPERATURE] = [channelOf('CO2', 1), channelOf('CO2', 2), channelOf('TEMPERATURE', 1)];

let database: TestDatabase;
let server: HistoryServer;
let token: string;
const id: Record<string, number> = {};
const zones = new Map<number, string>();
let frames: StoredFrame[] = [];

/** A frame with CO2 in ppm, and other readings by channel. */
const frame = (meterId: number | undefined, time: string, co2: number, more: Record<number, number> = {}) => ({
  meterId: meterId ?? 0,
  time: Date.parse(time),
  channels: [CO2, ...Object.keys(more).map(Number)],
  ticks: [co2, ...Object.values(more)],
});

/** A reading every 25 minutes with changing values. */
const wave = (
  meterId: number,
  from: string,
  to: string,
  more: (i: number) => Record<number, number>,
): StoredFrame[] => {
  const made: StoredFrame[] = [];
  for (let time = Date.parse(from), i = 0; time < Date.parse(to); time += 1_500_000, i++) {
    if (i % 17 < 14) made.push(frame(meterId, new Date(time).toISOString(), 500 + ((i * 37) % 900), more(i)));
  }
  return made;
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const meterIn = async (name: string, timeZone: string, meterName: string) => {
    const organization = await anOrganization(db, { name, timeZone });
    const department = await aDepartment(db, { organizationId: organization.id, name: '반' });
    const meter = await aMeter(db, { department, name: meterName, sensors: ['CO2', 'TEMPERATURE'] });
    zones.set(meter.id, timeZone);
    return { organization, meter };
  };
  const london = await meterIn('가', 'Europe/London', '3반');
  const seoul = await meterIn('나', 'Asia/Seoul', '2반');
  const india = await meterIn('다', 'Asia/Kolkata', '1반');
  await aSensor(db, seoul.meter.id, { type: 'CO2', sequence: 2 });
  Object.assign(id, { london: london.meter.id, seoul: seoul.meter.id, india: india.meter.id });
  // From 1 March 2024 on, London has a stricter bound of CO2.
  await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
    values (${london.organization.id}, 'CO2', '2024-03-01', '{100,200,300,400}')`);
  token = `${seoul.organization.id}:SUPER_ADMIN`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  frames = [
    ...wave(london.meter.id, '2024-03-29T20:00Z', '2024-03-31T12:00Z', (i) => ({
      [TEMPERATURE]: 1800 + (i % 7) * 151,
    })),
    ...wave(seoul.meter.id, '2024-03-30T01:00Z', '2024-03-31T12:10Z', (i) => (i % 3 ? { [CO2_2]: 700 + i } : {})),
    ...wave(india.meter.id, '2024-03-30T03:10Z', '2024-03-30T23:00Z', () => ({})),
    // New Year and the leap day.
    frame(seoul.meter.id, '2023-12-31T14:59:59.999Z', 1000),
    frame(seoul.meter.id, '2023-12-31T15:00Z', 2000, { [CO2_2]: 1000 }),
    frame(seoul.meter.id, '2024-02-28T15:00Z', 600),
    frame(seoul.meter.id, '2024-02-29T14:59Z', 700),
    frame(seoul.meter.id, '2024-02-29T15:00Z', 800),
    { meterId: seoul.meter.id, time: Date.parse('2024-02-10T03:00Z'), channels: [TEMPERATURE], ticks: [2345] },
  ];
  await server.store(frames);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async <Row>(list: string, query: string) => {
  const { status, body } = await server.get(`/history/${list}?${query}`, token);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return body as { content: Row[]; totalElements: number; totalPages: number };
};

const plainBuckets = (unit: BucketUnit, from: string, to: string) => bucketsOfFrames(frames, zones, unit, from, to);

const PLACES = () => [id.london, id.seoul, id.india];
const newestFirst = (a: PlainBucket, b: PlainBucket) =>
  b.bucket.start - a.bucket.start || PLACES().indexOf(a.meterId) - PLACES().indexOf(b.meterId) || a.channel - b.channel;
const meanOf = ({ ticks, channel }: PlainBucket) => {
  const scale = 10 ** SENSOR_TYPE_INFO[typeOfChannel(channel)].digits;
  return Math.round((10 * ticks.reduce((a, b) => a + b, 0)) / ticks.length) / scale / 10;
};

const UNITS = ['hour', 'day', 'month', 'year'] as const;
const PERIOD = ['2024-03-30', '2024-03-31'] as const;
const period = (from: string, to: string) => `startTime=${from}&endTime=${to}`;

describe('paging', () => {
  const pages = fc.record({
    size: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1_001)),
    at: fc.double({ min: 0, max: 1.1, noNaN: true }),
    unit: fc.constantFrom(...UNITS),
  });

  test('any page of meters is the same slice of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ size, at, unit }) => {
        const expected = plainBuckets(unit, ...PERIOD)
          .filter(({ channel }) => channel === 0)
          .sort(newestFirst);
        const page = Math.floor((at * expected.length) / size);
        const { content, totalElements } = await ask<MeterAverage>(
          'meter-averages',
          `${period(...PERIOD)}&unit=${unit}&page=${page}&size=${size}`,
        );
        expect(content.map(({ meter_id, start, end }) => [meter_id, Date.parse(start), Date.parse(end)])).toEqual(
          expected
            .slice(page * size, (page + 1) * size)
            .map(({ meterId, bucket }) => [meterId, bucket.start, bucket.end]),
        );
        expect(totalElements).toBe(expected.length);
      }),
      { numRuns: 30 },
    );
  });

  test.each(UNITS)('a streamed answer of %s equals one sent whole', async (unit) => {
    // All cases: several sensors of a type, missing types, and a time without an index.
    const query = `startTime=2023-12-01&endTime=2024-03-31&unit=${unit}&meterId=${id.seoul}&meterId=${id.london}`;
    const short = await ask<MeterAverage>('meter-averages', `${query}&size=1000`);
    const long = await ask<MeterAverage>('meter-averages', `${query}&size=1001`);
    expect(long).toEqual(short);
    expect(short.content.some(({ index }) => index === null)).toBe(unit === 'hour' || unit === 'day');
  });

  test.each(UNITS)('columns of %s equal rows', async (unit) => {
    const query = `startTime=2023-12-01&endTime=2024-03-31&unit=${unit}`;
    const { content } = await ask<MeterAverage>('meter-averages', `${query}&size=100000&sort=start,ASC`);
    const { status, body } = await server.get(`/history/meter-columns?${query}`, token);
    expect(status).toBe(200);
    const { axes, meters } = body as MeterColumns;
    const rows = meters.flatMap(({ meter_id, axis, index, completeness, values }) =>
      index.flatMap((each, at) => {
        const measured = Object.entries(values).filter(([, column]) => column[at] !== null);
        const { starts = [], end } = axes[axis] ?? {};
        return completeness[at] === null
          ? []
          : [
              {
                meter_id,
                start: starts[at],
                end: starts[at + 1] ?? end,
                index: each,
                completeness: completeness[at],
                means: Object.fromEntries(measured.map(([type, column]) => [type, column[at]])),
              },
            ];
      }),
    );
    const expected = content.map(({ meter_id, start, end, index, completeness, values }) => ({
      meter_id,
      start,
      end,
      index,
      completeness,
      means: Object.fromEntries(Object.entries(values).map(([type, { mean }]) => [type, mean])),
    }));
    const byMeter = (a: { meter_id: number }, b: { meter_id: number }) => a.meter_id - b.meter_id;
    expect(rows.toSorted(byMeter)).toEqual(expected.toSorted(byMeter));
    expect(rows.length).toBeGreaterThan(3);
    const { values = {} } = meters.find(({ meter_id }) => meter_id === id.seoul) ?? {};
    expect(Object.keys(values)).toEqual(['CO2', 'TEMPERATURE']);
  });

  const SORTS = {
    'mean,ASC': (a: PlainBucket, b: PlainBucket) => meanOf(a) - meanOf(b),
    'count,DESC': (a: PlainBucket, b: PlainBucket) => b.ticks.length - a.ticks.length,
    'meter_name,ASC': (a: PlainBucket, b: PlainBucket) => PLACES().indexOf(b.meterId) - PLACES().indexOf(a.meterId),
    'start,ASC': (a: PlainBucket, b: PlainBucket) => a.bucket.start - b.bucket.start,
    'start,DESC': (a: PlainBucket, b: PlainBucket) => b.bucket.start - a.bucket.start,
  };
  type Sort = keyof typeof SORTS;
  const sorted = fc.record({
    page: pages,
    sort: fc.uniqueArray(fc.constantFrom(...(Object.keys(SORTS) as Sort[])), { maxLength: 3 }),
  });

  test('any page of sensors, in any order, is the same slice of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(sorted, async ({ page: { size, at, unit }, sort }) => {
        const expected = plainBuckets(unit, ...PERIOD)
          .filter(({ channel }) => channel !== 0)
          .sort((a, b) => {
            for (const each of sort) if (SORTS[each](a, b) !== 0) return SORTS[each](a, b);
            return newestFirst(a, b);
          });
        const page = Math.floor((at * expected.length) / size);
        const order = sort.map((each) => `&sort=${each}`).join('');
        const { content } = await ask<SensorAverage>(
          'sensor-averages',
          `${period(...PERIOD)}&unit=${unit}&page=${page}&size=${size}${order}`,
        );
        const shown = content.map((row) => [row.meter_id, row.type, row.sequence, Date.parse(row.start), row.count]);
        const values = content.map(({ mean, min, max }) => ({ mean, min, max }));
        const slice = expected.slice(page * size, (page + 1) * size);
        expect(shown).toEqual(
          slice.map(({ meterId, channel, bucket, ticks }) => [
            meterId,
            typeOfChannel(channel),
            channel % 100,
            bucket.start,
            ticks.length,
          ]),
        );
        for (const [i, plain] of slice.entries()) {
          const type = typeOfChannel(plain.channel);
          expect(values[i]?.mean).toBeCloseTo(meanOf(plain), 6);
          expect(values[i]?.min).toBe(fromTicks(type, Math.min(...plain.ticks)));
          expect(values[i]?.max).toBe(fromTicks(type, Math.max(...plain.ticks)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('calendar', () => {
  test('the day of a clock change is a bucket of 23 hours, with a completeness of 23 hours', async () => {
    const query = `${period('2024-03-31', '2024-03-31')}&unit=day&meterId=${id.london}`;
    const { content } = await ask<MeterAverage>('meter-averages', query);
    expect(content).toMatchObject([{ start: '2024-03-31T00:00:00.000Z', end: '2024-03-31T23:00:00.000Z' }]);
    const count = plainBuckets('day', '2024-03-31', '2024-03-31').find(
      ({ meterId, channel }) => meterId === id.london && channel === 0,
    )?.ticks.length;
    // 12:20 hours (UTC) have passed, at one frame a minute.
    expect(content[0]?.completeness).toBeCloseTo((count ?? 0) / (12 * 60 + 20), 3);
  });

  test('the year ends at midnight in Seoul', async () => {
    const query = `${period('2023-01-01', '2024-12-31')}&unit=year&meterId=${id.seoul}&sort=start,ASC`;
    const { content } = await ask<MeterAverage>('meter-averages', query);
    expect(content.map(({ start, end, values }) => [start, end, values.CO2?.max])).toEqual([
      ['2022-12-31T15:00:00.000Z', '2023-12-31T15:00:00.000Z', 1000],
      ['2023-12-31T15:00:00.000Z', '2024-12-31T15:00:00.000Z', 2000],
    ]);
  });

  test('29 February belongs to February', async () => {
    const days = await ask<MeterAverage>(
      'meter-averages',
      `${period('2024-02-28', '2024-03-01')}&unit=day&meterId=${id.seoul}`,
    );
    expect(days.content.map(({ start, values }) => [start, values.CO2])).toEqual([
      ['2024-02-29T15:00:00.000Z', { mean: 800, min: 800, max: 800 }],
      ['2024-02-28T15:00:00.000Z', { mean: 650, min: 600, max: 700 }],
    ]);
    const months = await ask<SensorAverage>(
      'sensor-averages',
      `${period('2024-02-01', '2024-02-29')}&unit=month&meterId=${id.seoul}&type=CO2`,
    );
    expect(months.content).toMatchObject([
      { start: '2024-01-31T15:00:00.000Z', end: '2024-02-29T15:00:00.000Z', count: 2 },
    ]);
  });

  test('a month cut by the period has a row of the days inside, on any page', async () => {
    const query = `${period('2024-02-29', '2024-03-30')}&unit=month&meterId=${id.seoul}&size=1&page=1`;
    const { content } = await ask<MeterAverage>('meter-averages', query);
    expect(content).toMatchObject([
      { start: '2024-02-28T15:00:00.000Z', end: '2024-02-29T15:00:00.000Z', values: { CO2: { mean: 650 } } },
    ]);
  });
});

describe('values', () => {
  test('several sensors of a type are averaged over all their readings', async () => {
    const query = `${period('2024-01-01', '2024-01-01')}&unit=day&meterId=${id.seoul}`;
    const { content } = await ask<MeterAverage>('meter-averages', query);
    expect(content[0]?.values).toEqual({ CO2: { mean: 1500, min: 1000, max: 2000 } });
  });

  test('the index is that of the mean in the same row', async () => {
    const query = `${period('2024-03-29', '2024-03-31')}&meterId=${id.india}`;
    for (const unit of ['hour', 'day', 'month', 'year']) {
      const { content } = await ask<MeterAverage>('meter-averages', `${query}&unit=${unit}`);
      expect(content.length).toBeGreaterThan(0);
      for (const { index, grade, values } of content) {
        // The mean is rounded in the answer.
        const value = values.CO2?.mean ?? 0;
        const expected = meterIndex([{ type: 'CO2', value }], DEFAULT_THRESHOLDS)?.index ?? 0;
        expect(Math.abs((index ?? 0) - expected)).toBeLessThan(0.11);
        expect(grade).toBe(gradeOfIndex(index ?? 0));
      }
    }
  });

  test('a meter without graded readings has a row without an index', async () => {
    const query = `${period('2024-02-10', '2024-02-10')}&unit=hour&meterId=${id.seoul}`;
    const { content } = await ask<MeterAverage>('meter-averages', query);
    expect(content).toMatchObject([
      { index: null, grade: null, values: { TEMPERATURE: { mean: 23.45, min: 23.45, max: 23.45 } } },
    ]);
  });

  test('means are rated by the thresholds of their first day', async () => {
    const query = `${period(...PERIOD)}&unit=month&meterId=${id.london}`;
    const { content } = await ask<SensorAverage>('sensor-averages', query);
    expect(content.map(({ type, rating }) => [type, rating])).toEqual([
      ['CO2', 'VERY_BAD'],
      ['TEMPERATURE', 'NICE'],
    ]);
  });

  test('rows without the sort value come last', async () => {
    for (const direction of ['ASC', 'DESC']) {
      const query = `${period('2024-02-01', '2024-03-01')}&unit=day&meterId=${id.seoul}&sort=CO2,${direction}`;
      const { content } = await ask<MeterAverage>('meter-averages', query);
      expect(content.map(({ values }) => values.CO2?.mean ?? null)).toEqual(
        direction === 'ASC' ? [650, 800, null] : [800, 650, null],
      );
    }
  });
});
