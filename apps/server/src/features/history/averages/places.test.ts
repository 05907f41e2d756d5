import type { Level } from '@airdeck/contract/history/query';
import type { AveragesSummary, MeterAverage, PlaceAverage, SeriesAnswer } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { channelOf } from '@airdeck/domain/channel';
import { expectedFrames } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { bucketsOfFrames, type PlainBucket } from '../../../testing/buckets-of-frames.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aSensor } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2024-03-02T12:20:00Z');
const [FROM, TO] = ['2024-02-28', '2024-03-02'];
const PERIOD = `startTime=${FROM}&endTime=${TO}`;
const CHANNELS: Partial<Record<SensorType, number[]>> = {
  CO2: [channelOf('CO2', 1), channelOf('CO2', 2)],
  TEMPERATURE: [channelOf('TEMPERATURE', 1)],
};
const LEVELS = ['organization', 'office', 'department'] as const;
const UNITS = ['hour', 'day', 'month', 'year'] as const;

interface Known {
  id: number;
  name: string;
  place: Record<Level, number>;
  intervalS: number;
}

let database: TestDatabase;
let server: HistoryServer;
let token: string;
let foreign: string;
const meters: Known[] = [];
const zones = new Map<number, string>();
let frames: StoredFrame[] = [];

/** Meters differ in interval and number of readings, so a mean of readings would differ from the mean of meters. */
const sent = ({ id, intervalS }: Known, n: number): StoredFrame[] => {
  const made: StoredFrame[] = [];
  for (let time = Date.parse('2024-02-27T16:00Z'), i = 0; time < NOW; time += intervalS * 1000, i++) {
    if ((i + n) % 11 > 7) continue;
    const readings = new Map([[channelOf('CO2', 1), 420 + n * 310 + ((i * 37) % 400)]]);
    if (n === 0 && i % 3) readings.set(channelOf('CO2', 2), 700 + (i % 90));
    if (n % 2) readings.set(channelOf('TEMPERATURE', 1), 1_900 + (i % 50));
    made.push({ meterId: id, time, channels: [...readings.keys()], ticks: [...readings.values()] });
  }
  return made;
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { name: '학교', timeZone: 'Asia/Seoul' });
  const main = await anOffice(db, organization.id, '본관');
  const side = await anOffice(db, organization.id, '별관');
  const departmentIn = (officeId: number, name: string) =>
    aDepartment(db, { organizationId: organization.id, officeId, name });
  const departments = [
    { office: main, department: await departmentIn(main, '1학년') },
    { office: main, department: await departmentIn(main, '2학년') },
    { office: side, department: await departmentIn(side, '체육') },
  ] as const;
  for (const [n, at] of [0, 0, 0, 1, 2].entries()) {
    const { office, department } = departments[at as 0 | 1 | 2];
    const intervalS = n === 1 ? 300 : 1_500;
    const meter = await aMeter(db, { department, name: `${n}반`, sensors: ['CO2', 'TEMPERATURE'], intervalS });
    if (n === 0) await aSensor(db, meter.id, { type: 'CO2', sequence: 2 });
    zones.set(meter.id, 'Asia/Seoul');
    const place = { organization: organization.id, office, department: department.id };
    meters.push({ id: meter.id, name: `${n}반`, place, intervalS });
  }
  const other = await anOrganization(db, { name: '병원', timeZone: 'Asia/Seoul' });
  await aMeter(db, { department: await aDepartment(db, { organizationId: other.id }), name: '병동', sensors: ['CO2'] });
  token = `${organization.id}:SUPER_USER`;
  foreign = `${other.id}:LOCAL_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
  // The third meter is silent.
  frames = meters.flatMap((meter, n) => (n === 2 ? [] : sent(meter, n)));
  await server.store(frames);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async <T>(path: string, as = token): Promise<T> => {
  const { status, body } = await server.get(`/history/${path}`, as);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return body as T;
};

interface Page<Row> {
  content: Row[];
  totalElements: number;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const rounded = (type: SensorType, ticks: number): number => {
  const scale = 10 ** SENSOR_TYPE_INFO[type].digits;
  return Math.round(ticks * 10) / (scale * 10);
};

/** Received ÷ expected frames of all meters, none more than complete. */
const completenessOf = (counts: readonly { frames: number; intervalS: number }[], spanMs: number): number => {
  const expected = counts.map(({ intervalS }) => expectedFrames(spanMs, intervalS));
  const received = counts.map(({ frames: sent }, i) => Math.min(sent, expected[i] ?? 0));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return sum(received) === sum(expected)
    ? 1
    : Math.min(0.999, Math.round((sum(received) / sum(expected)) * 1000) / 1000);
};

/** Reference implementation of the combined meters: for each type the mean of the meters' means. */
const folded = (plain: readonly PlainBucket[], known: readonly Known[], spanMs: number) => {
  const ofMeter = (id: number, channels: readonly number[]) =>
    plain.filter(({ meterId, channel }) => meterId === id && channels.includes(channel)).flatMap(({ ticks }) => ticks);
  const values = Object.entries(CHANNELS).flatMap(([name, channels]) => {
    const type = name as SensorType;
    const each = known.map(({ id }) => ofMeter(id, channels)).filter((ticks) => ticks.length > 0);
    if (each.length === 0) return [];
    const scale = 10 ** SENSOR_TYPE_INFO[type].digits;
    const all = each.flat();
    const averages = {
      mean: rounded(type, mean(each.map(mean))),
      min: Math.min(...all) / scale,
      max: Math.max(...all) / scale,
    };
    return [[type, averages]];
  });
  const counts = known.map(({ id, intervalS }) => ({ frames: ofMeter(id, [0]).length, intervalS }));
  return {
    values: Object.fromEntries(values),
    completeness: completenessOf(counts, spanMs),
    meters: counts.filter((each) => each.frames > 0).length,
    meters_in_use: known.length,
  };
};

const placesOf = (level: Level): number[] => [...new Set(meters.map(({ place }) => place[level]))];

describe('a level is the mean of its meters', () => {
  test.each(LEVELS.flatMap((level) => UNITS.map((unit) => [level, unit] as const)))('%s by %s', async (level, unit) => {
    const { content, totalElements } = await ask<Page<PlaceAverage>>(
      `place-averages?${PERIOD}&unit=${unit}&level=${level}&size=10000`,
    );
    expect(totalElements).toBe(content.length);
    const plain = bucketsOfFrames(frames, zones, unit, FROM, TO);
    const starts = [...new Set(plain.map(({ bucket }) => bucket.start))].sort((a, b) => b - a);
    const expected = starts.flatMap((start) =>
      placesOf(level).flatMap((id) => {
        const known = meters.filter(({ place }) => place[level] === id);
        const here = plain.filter(
          ({ bucket, meterId }) => bucket.start === start && known.some((meter) => meter.id === meterId),
        );
        const end = here[0]?.bucket.end;
        return end === undefined ? [] : [{ id, start, ...folded(here, known, Math.min(end, NOW) - start) }];
      }),
    );
    const key = (row: { id: number; start: number }) => `${row.start} ${row.id}`;
    const shown = content.map(({ place_id: id, start, values, completeness: share, meters: n, meters_in_use }) => ({
      id,
      start: Date.parse(start),
      values,
      completeness: share,
      meters: n,
      meters_in_use,
    }));
    const byKey = <Row extends { id: number; start: number }>(rows: Row[]) =>
      rows.toSorted((a, b) => key(a).localeCompare(key(b)));
    expect(byKey(expected)).toEqual(byKey(shown));
    expect(content.map(({ start }) => start)).toEqual(
      content
        .map(({ start }) => start)
        .toSorted()
        .reverse(),
    );
  });

  test.each(UNITS)(
    "its index by %s is the mean of its meters', its worst meter named, its bad ones counted",
    async (unit) => {
      const rows = await ask<Page<PlaceAverage>>(`place-averages?${PERIOD}&unit=${unit}&level=organization&size=10000`);
      const each = await ask<Page<MeterAverage>>(`meter-averages?${PERIOD}&unit=${unit}&size=100000`);
      expect(rows.content.length).toBeGreaterThan(0);
      for (const row of rows.content.filter(({ organization_name }) => organization_name === '학교')) {
        const parts = each.content.filter(({ start, meter_id }) => start === row.start && zones.has(meter_id));
        const indexes = parts.flatMap(({ index }) => index ?? []);
        // The expected mean is one of rounded indexes.
        expect(Math.abs((row.index ?? 0) - mean(indexes))).toBeLessThanOrEqual(0.1001);
        expect(row.worst?.index).toBe(Math.max(...indexes));
        expect(parts.find(({ meter_id }) => meter_id === row.worst?.meter_id)?.index).toBe(row.worst?.index);
        expect(row.bad).toBe(parts.filter(({ grade }) => grade === 'BAD').length);
        expect(row.very_bad).toBe(parts.filter(({ grade }) => grade === 'VERY_BAD').length);
        expect(row.grade).toBe(gradeOfIndex(row.index ?? 0));
      }
    },
  );

  test('is the same for any filter that leads to it, and in pages as in one', async () => {
    const [first] = meters;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LEVELS),
        fc.constantFrom(...UNITS),
        fc.constantFrom('start,ASC', 'start,DESC', 'CO2,DESC', 'index,ASC', 'department_name,ASC'),
        fc.integer({ min: 1, max: 1_001 }),
        async (level, unit, sort, size) => {
          const query = `place-averages?${PERIOD}&unit=${unit}&level=${level}&sort=${sort}`;
          const all = await ask<Page<PlaceAverage>>(`${query}&size=10000&organizationId=${first?.place.organization}`);
          const page = await ask<Page<PlaceAverage>>(
            `${query}&size=${size}&page=0&organizationId=${first?.place.organization}`,
          );
          expect(page.content).toEqual(all.content.slice(0, size));
          // One of its meters selects the whole place.
          const named = await ask<Page<PlaceAverage>>(`${query}&size=10000&meterId=${first?.id}`);
          expect(named.content).toEqual(all.content.filter(({ place_id }) => place_id === first?.place[level]));
          if (sort === 'CO2,DESC') {
            const means = all.content.map(({ values }) => values.CO2?.mean ?? -1);
            expect(means).toEqual(means.toSorted((a, b) => b - a));
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

test('summarizes a period in one row, over meters or over all meters of their places', async () => {
  const plain = bucketsOfFrames(frames, zones, 'year', FROM, TO);
  const span = NOW - Date.parse(`${FROM}T00:00+09:00`);
  const [first, second] = meters;
  const summaryOf = (query: string) => ask<AveragesSummary>(`averages-summary?${PERIOD}&${query}`);
  for (const [query, known] of [
    [`organizationId=${first?.place.organization}`, meters],
    [`meterId=${first?.id}&meterId=${second?.id}`, meters.slice(0, 2)],
    [`meterId=${first?.id}&level=department`, meters.slice(0, 3)],
    [`meterId=${meters[2]?.id}`, meters.slice(2, 3)],
  ] as const) {
    const { completeness: share, ...expected } = folded(
      plain.filter(({ meterId }) => known.some(({ id }) => id === meterId)),
      known,
      span,
    );
    const shown = await summaryOf(query);
    expect(shown).toMatchObject(expected);
    expect(shown.completeness).toBe(share);
  }
  expect(await summaryOf(`meterId=${meters[2]?.id}`)).toMatchObject({ index: null, grade: null, worst: null });
});

test.each(['hour', 'day'] as BucketUnit[])('graph lines of places by %s equal the rows of the list', async (unit) => {
  const ids = placesOf('department');
  const { content } = await ask<Page<PlaceAverage>>(
    `place-averages?${PERIOD}&unit=${unit}&level=department&size=10000&sort=start,ASC`,
  );
  for (const measure of ['CO2', 'INDEX'] as const) {
    const query = ids.map((id) => `&placeId=${id}`).join('');
    const { series } = await ask<SeriesAnswer>(
      `place-series?${PERIOD}&step=${unit}&measure=${measure}&level=department${query}`,
    );
    expect(series.map(({ id, name, meters: n }) => [id, name, n])).toEqual([
      [ids[0], '1학년', 3],
      [ids[1], '2학년', 1],
      [ids[2], '체육', 1],
    ]);
    for (const line of series) {
      let second = 0;
      const drawn = line.times.flatMap((step, i) => {
        second += step;
        const value = line.values[i] ?? null;
        return value === null ? [] : [[second * 1000, value, line.completeness?.[i]]];
      });
      const rows = content.filter(({ place_id }) => place_id === line.id);
      expect(drawn).toEqual(
        rows.map((row) => [
          Date.parse(row.start),
          measure === 'INDEX' ? row.index : row.values.CO2?.mean,
          row.completeness,
        ]),
      );
      const whole = await ask<AveragesSummary>(`averages-summary?${PERIOD}&departmentId=${line.id}`);
      const summary = measure === 'CO2' ? whole.values.CO2 : { mean: roundIndex(whole.index ?? 0) };
      expect(line.summary).toMatchObject(summary ?? {});
      expect(line.summary?.completeness).toBe(whole.completeness);
    }
  }
});

test('refuses foreign and unknown places, and questions that are too big', async () => {
  const [first] = meters;
  const refused = async (path: string, as = token) => {
    const { status, body } = await server.get(`/history/${path}`, as);
    return [status, (body as { code: string }).code];
  };
  const series = `${PERIOD}&step=hour&measure=CO2&level=department&placeId=`;
  expect(await refused(`place-series?${series}${first?.place.department}`, foreign)).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
  ]);
  expect(await refused(`place-averages?${PERIOD}&unit=day&level=office&meterId=${first?.id}`, foreign)).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
  ]);
  expect(await refused(`averages-summary?${PERIOD}&departmentId=${first?.place.department}`, foreign)).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
  ]);
  const own = await ask<Page<PlaceAverage>>(`place-averages?${PERIOD}&unit=day&level=organization`, foreign);
  expect(own.content).toEqual([]);
  const long = 'startTime=2000-01-01&endTime=2099-12-31';
  expect(await refused(`place-averages?${long}&unit=hour&level=organization`)).toEqual([400, 'QUESTION_TOO_BIG']);
  expect(
    await refused(`place-series?${long}&step=hour&measure=CO2&level=organization&placeId=${first?.place.organization}`),
  ).toEqual([400, 'QUESTION_TOO_BIG']);
  expect(await refused(`place-averages?${PERIOD}&unit=day&level=meter`)).toEqual([400, 'INVALID_PARAMETER']);
  expect(await refused(`place-averages?startTime=${TO}&endTime=${FROM}&unit=day&level=office`)).toEqual([
    400,
    'INVALID_PARAMETER',
  ]);
});
