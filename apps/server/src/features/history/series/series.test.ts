import { MAX_SERIES_POINTS } from '@airdeck/contract/history/bounds';
import { type SeriesAnswer, seriesAnswer } from '@airdeck/contract/history/schema';
import { API_BASE } from '@airdeck/contract/route';
import { meterIndex } from '@airdeck/domain/air-index';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS } from '@airdeck/domain/duration';
import { DEFAULT_THRESHOLDS } from '@airdeck/domain/threshold';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization, aSensor } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2024-11-05T12:30:00Z');
const [CO2, CO2_2, TEMPERATURE] = [channelOf('CO2', 1), channelOf('CO2', 2), channelOf('TEMPERATURE', 1)];

let database: TestDatabase;
let server: HistoryServer;
let token: string;
const id: Record<string, number> = {};

/** One CO2 reading every hour at :05; its ticks are the hours since an instant. */
const hourly = (meterId: number, from: string, to: string): StoredFrame[] => {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (end - start) / HOUR_MS }, (_, i) => ({
    meterId,
    time: start + i * HOUR_MS + 300_000,
    channels: [CO2],
    ticks: [400 + i],
  }));
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const meterIn = async (timeZone: string, name: string) => {
    const organization = await anOrganization(db, { timeZone });
    const department = await aDepartment(db, { organizationId: organization.id });
    return aMeter(db, { department, name, sensors: ['CO2', 'TEMPERATURE'] });
  };
  const london = await meterIn('Europe/London', '런던');
  const seoul = await meterIn('Asia/Seoul', '서울');
  const india = await meterIn('Asia/Kolkata', '인도');
  const second = await aSensor(db, seoul.id, { type: 'CO2', sequence: 2 });
  Object.assign(id, { london: london.id, seoul: seoul.id, india: india.id, second });
  Object.assign(id, { seoulCo2: seoul.sensorIds[0], seoulTemperature: seoul.sensorIds[1] });
  Object.assign(id, { londonCo2: london.sensorIds[0], indiaCo2: india.sensorIds[0] });
  token = `${london.department.organizationId}:SUPER_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  const at = (time: string) => Date.parse(`${time}+09:00`);
  await server.store([
    // From 19 October 00:00 to 4 November 00:00 in London, where clocks are set back on the 27th.
    ...hourly(london.id, '2024-10-18T23:00Z', '2024-11-05T00:00Z'),
    // The spring before, when clocks were set forward on 31 March.
    ...hourly(london.id, '2024-03-24T00:00Z', '2024-04-01T00:00Z'),
    ...hourly(india.id, '2024-10-31T00:00Z', '2024-11-03T00:00Z'),
    { meterId: seoul.id, time: at('2024-11-04T09:00:01.900'), channels: [CO2, CO2_2], ticks: [600, 801] },
    { meterId: seoul.id, time: at('2024-11-04T09:01:02.100'), channels: [TEMPERATURE], ticks: [2345] },
    { meterId: seoul.id, time: at('2024-11-04T09:02:00'), channels: [CO2_2], ticks: [500] },
  ]);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async (path: string): Promise<SeriesAnswer> => {
  const { status, body } = await server.get(`/history/${path}`, token);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return seriesAnswer.strict().parse(body);
};

/** The drawn points: ISO times to the minute, and values. */
const drawn = (answer: SeriesAnswer, place = 0): [string, number | null][] => {
  let second = 0;
  const line = answer.series[place];
  return (line?.times ?? []).map((step, i) => {
    second += step;
    return [new Date(second * 1000).toISOString().slice(0, 16), line?.values[i] ?? null];
  });
};

const day = (text: string, last = text) => `startTime=${text}&endTime=${last}`;

describe('readings', () => {
  test('of a meter are the worst sensor of a type, with times as steps in seconds', async () => {
    const answer = await ask(`meter-series?${day('2024-11-04')}&meterId=${id.seoul}&measure=CO2`);
    expect(answer).toMatchObject({
      measure: 'CO2',
      step: 'each',
      time_zone: 'Asia/Seoul',
      bounds: [600, 800, 1000, 1500],
    });
    expect([answer.start, answer.end]).toEqual(['2024-11-03T15:00:00.000Z', '2024-11-04T15:00:00.000Z']);
    expect(answer.series).toEqual([
      {
        id: id.seoul,
        name: '서울',
        weeks_ago: 0,
        interval_s: 60,
        times: [Date.parse('2024-11-04T00:00:01Z') / 1000, 119],
        values: [801, 500],
        meters: 1,
        summary: { mean: 650.5, min: 500, max: 801, completeness: 0.001 },
      },
    ]);
  });

  test('of the index leave out a thermometer', async () => {
    const answer = await ask(`meter-series?${day('2024-11-04')}&meterId=${id.seoul}&measure=INDEX`);
    expect(answer.bounds).toEqual([25, 50, 100, 250]);
    expect(answer.series[0]?.values).toEqual([50.3, 20.8]);
  });

  test('of sensors are limited to one type', async () => {
    const answer = await ask(`sensor-series?${day('2024-11-04')}&sensorId=${id.second}&sensorId=${id.seoulCo2}`);
    expect(answer.measure).toBe('CO2');
    expect(answer.series.map((line) => [line.id, line.values])).toEqual([
      [id.second, [801, 500]],
      [id.seoulCo2, [600]],
    ]);
  });

  test('readings of other zones are drawn at their own time on one axis', async () => {
    const answer = await ask(`sensor-series?${day('2024-11-02')}&sensorId=${id.londonCo2}&sensorId=${id.indiaCo2}`);
    expect([answer.start, answer.end]).toEqual(['2024-11-02T00:00:00.000Z', '2024-11-03T00:00:00.000Z']);
    const times = [drawn(answer, 0), drawn(answer, 1)].map((points) => points.map(([time]) => time));
    expect(times[1]).toEqual(times[0]);
    expect(times[0]).toHaveLength(24);
  });
});

describe('earlier weeks', () => {
  /** London hours by the clock, as `HH` of the drawn day, with the day's value at them. */
  const weekAgo = (query: string) =>
    ask(`sensor-series?${query}&sensorId=${id.londonCo2}&weeksAgo=1`).then((answer) => drawn(answer, 1));

  test('nine o’clock lies over nine o’clock when the clock was set back in between', async () => {
    const points = await weekAgo(day('2024-10-28'));
    expect(points.find(([time]) => time === '2024-10-28T09:05')?.[1]).toBe(
      // 21 October, 08:05 UTC.
      400 + (Date.parse('2024-10-21T08:00Z') - Date.parse('2024-10-18T23:00Z')) / HOUR_MS,
    );
    expect(points).toHaveLength(24);
  });

  test('a repeated hour has no point of a day on which it occurs once', async () => {
    const times = (await weekAgo(day('2024-10-27'))).map(([time]) => time);
    expect(times).toHaveLength(24);
    expect(times.slice(0, 4)).toEqual(['2024-10-26T23:05', '2024-10-27T00:05', '2024-10-27T02:05', '2024-10-27T03:05']);
  });

  test('the second one of a repeated hour is not drawn over a day on which it occurs once', async () => {
    const points = await weekAgo(day('2024-11-03'));
    expect(points.map(([time]) => time)).toEqual(
      Array.from({ length: 24 }, (_, i) => `2024-11-03T${String(i).padStart(2, '0')}:05`),
    );
    expect(points[1]?.[1]).toBe((points[0]?.[1] ?? 0) + 1);
    expect(points[2]?.[1]).toBe((points[1]?.[1] ?? 0) + 2);
  });

  test('nothing is drawn over the hour that a clock change skips', async () => {
    const times = (await weekAgo(day('2024-03-31'))).map(([time]) => time);
    expect(times).toHaveLength(23);
    expect(times.slice(0, 3)).toEqual(['2024-03-31T00:05', '2024-03-31T01:05', '2024-03-31T02:05']);
    expect(
      await weekAgo(day('2024-03-31'))
        .then((points) => points.map(([, value]) => value))
        .then(([a, b]) => [a, b]),
    ).toEqual([400, 402]);
  });

  test('hourly averages cover all hours of the period, null where the week before has none', async () => {
    const answer = await ask(
      `sensor-series?${day('2024-10-27')}&sensorId=${id.londonCo2}&step=hour&weeksAgo=1&weeksAgo=3`,
    );
    expect(answer.series.map((line) => [line.weeks_ago, line.times.length])).toEqual([
      [0, 25],
      [1, 25],
      [3, 25],
    ]);
    expect(drawn(answer, 1).slice(0, 4)).toEqual([
      ['2024-10-26T23:00', 424],
      ['2024-10-27T00:00', 425],
      ['2024-10-27T01:00', null],
      ['2024-10-27T02:00', 426],
    ]);
    expect(answer.series[2]?.values.every((value) => value === null)).toBe(true);
    // A reading an hour of a meter that sends each minute, on a day of 24 hours.
    expect(answer.series[1]?.summary?.completeness).toBe(0.017);
  });

  test('daily averages are drawn over the days a week later', async () => {
    const answer = await ask(
      `sensor-series?${day('2024-10-26', '2024-10-28')}&sensorId=${id.londonCo2}&step=day&weeksAgo=1`,
    );
    expect(drawn(answer, 0).map(([time]) => time)).toEqual([
      '2024-10-25T23:00',
      '2024-10-26T23:00',
      '2024-10-28T00:00',
    ]);
    expect(drawn(answer, 1)).toEqual([
      ['2024-10-25T23:00', 411.5],
      ['2024-10-26T23:00', 435.5],
      ['2024-10-28T00:00', 459.5],
    ]);
    expect(answer.series[1]).toMatchObject({
      min: [400, 424, 448],
      max: [423, 447, 471],
      completeness: [0.017, 0.017, 0.017],
    });
  });

  test.each(['month', 'year'])('are refused by %s, which weeks do not divide', async (step) => {
    const query = `${day('2024-11-04')}&sensorId=${id.seoulCo2}&step=${step}&weeksAgo=1`;
    const { status, body } = await server.get(`/history/sensor-series?${query}`, token);
    expect([status, body.code, body.errors]).toEqual([400, 'INVALID_PARAMETER', { weeksAgo: 'NOT_WITH_STEP' }]);
  });
});

describe('averages', () => {
  test('gaps and the future are null', async () => {
    const answer = await ask(
      `meter-series?${day('2024-11-04', '2024-11-06')}&meterId=${id.seoul}&measure=CO2&step=day`,
    );
    expect(drawn(answer)).toEqual([
      ['2024-11-03T15:00', 633.7],
      ['2024-11-04T15:00', null],
      ['2024-11-05T15:00', null],
    ]);
    expect(answer.series[0]).toMatchObject({ min: [500, null, null], max: [801, null, null] });
    expect(answer.series[0]?.completeness).toEqual([0.001, 0, 0]);
  });

  test('of the index use the mean of the sensors', async () => {
    const answer = await ask(`meter-series?${day('2024-11-04')}&meterId=${id.seoul}&measure=INDEX&step=month`);
    const mean = await ask(`meter-series?${day('2024-11-04')}&meterId=${id.seoul}&measure=CO2&step=month`);
    const value = mean.series[0]?.values[0] ?? 0;
    const expected = meterIndex([{ type: 'CO2', value }], DEFAULT_THRESHOLDS)?.index ?? 0;
    expect(answer.series[0]?.values[0]).toBeCloseTo(expected, 1);
    expect(answer.series[0]?.summary?.mean).toBe(answer.series[0]?.values[0]);
  });

  test('hours of a zone half an hour apart are drawn at their own time', async () => {
    const answer = await ask(
      `sensor-series?${day('2024-11-02')}&sensorId=${id.londonCo2}&sensorId=${id.indiaCo2}&step=hour`,
    );
    const india = drawn(answer, 1);
    expect(india).toHaveLength(24);
    expect(india[0]?.[0]).toBe('2024-11-02T00:30');
    // 01:05 UTC lies in the hour that begins at 00:30.
    expect(india[0]?.[1]).toBe(400 + 49);
  });

  test('days of another zone are its own, drawn at those of the same date', async () => {
    const answer = await ask(
      `sensor-series?${day('2024-11-01', '2024-11-02')}&sensorId=${id.londonCo2}&sensorId=${id.indiaCo2}&step=day`,
    );
    expect(drawn(answer, 1)).toEqual([
      // 1 November in Kolkata: 18:30 to 18:30 UTC, from reading 19 on.
      ['2024-11-01T00:00', 400 + 30.5],
      ['2024-11-02T00:00', 400 + 54.5],
    ]);
  });
});

const refusal = async (path: string) => {
  const { status, body } = await server.get(`/history/${path}`, token);
  return [status, body.code];
};

test('refuses too many points before reading them', async () => {
  const hours = `array_fill(${MAX_SERIES_POINTS / 24 + 1}, array[24])`;
  await database.db.query({
    text: `insert into rollup_hour (meter_id, day, channel, count, sum, min, max) values
      ($1, '2024-05-01', $2, ${hours}, ${hours}, ${hours.replace(/\d+/, '1')}, ${hours.replace(/\d+/, '1')})`,
    values: [id.london, CO2],
  });
  await database.db.query(sql`insert into dirty_day (meter_id, day) values (${id.london}, '2024-05-01')`);
  const path = (step: string) => `sensor-series?${day('2024-05-01')}&sensorId=${id.londonCo2}&step=${step}`;
  const four = `sensor-series?${day('2024-04-29', '2024-05-02')}&sensorId=${id.londonCo2}`;
  expect(await refusal(`${four}&step=each`)).toEqual([400, 'QUESTION_TOO_BIG']);
  expect((await ask(path('hour'))).series[0]?.values).toHaveLength(24);
  const hoursOfDecades = `sensor-series?${day('2000-01-01', '2024-11-01')}&sensorId=${id.londonCo2}&step=hour&weeksAgo=1&weeksAgo=2`;
  expect(await refusal(hoursOfDecades)).toEqual([400, 'QUESTION_TOO_BIG']);
});

test('sends a compressed answer', async () => {
  const answer = await server.http.inject({
    url: `${API_BASE}/history/sensor-series?${day('2024-10-20', '2024-11-04')}&sensorId=${id.londonCo2}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
  });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers['content-type']).toContain('application/json');
});
