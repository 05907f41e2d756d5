import type { Choices, PurifierMinutes, PurifierSpan } from '@airdeck/contract/history/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { type ShownWorkMode, workMode } from '@airdeck/domain/purifier-state';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2024-03-31T12:20:00Z');
const MINUTE = 60_000;
const PERIOD = ['2024-03-29', '2024-03-31'] as const;
const period = (from: string, to: string = from) => `startTime=${from}&endTime=${to}`;

const STATE: PurifierState = {
  power: 'ON',
  control: 'AUTO',
  run: 'WORK',
  source: null,
  fan_speed: 'WEAK',
  fan_direction: null,
  ventilation: null,
  uv: null,
  anion: null,
  light: null,
  fans: [],
  reserved_start: null,
  reserved_end: null,
  filter_period_h: null,
  filter_use_h: [],
};
const STATES: PurifierState[] = [
  STATE,
  { ...STATE, control: 'MANUAL' },
  { ...STATE, power: 'OFF', run: 'STOP' },
  { ...STATE, run: 'STOP' },
  { ...STATE, run: 'TROUBLE' },
];

interface Span {
  purifierId: number;
  time: number;
  lastTime: number;
  state: PurifierState;
}

let database: TestDatabase;
let server: HistoryServer;
let all: string;
let own: string;
const id: Record<string, number> = {};
/** Zones of the purifiers with many spans, in the order of their places. */
let zones: Map<number, string>;
let spans: Span[] = [];

/** Consecutive spans of many lengths, with gaps. */
const spansOf = (purifierId: number, seed: number): Span[] => {
  const made: Span[] = [];
  let number = seed;
  const next = (most: number) => {
    number = (number * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((number / 2_147_483_648) * most);
  };
  for (let time = Date.parse('2024-03-27T22:00Z'); time < NOW; ) {
    const lastTime = Math.min(NOW, time + next(5) * next(60) * MINUTE);
    made.push({ purifierId, time, lastTime, state: STATES[next(5)] as PurifierState });
    time = lastTime + (1 + next(3) * next(40)) * MINUTE;
  }
  return made;
};

const store = async (given: readonly Span[]): Promise<void> => {
  await database.db.query(sql`insert into purifier_state (purifier_id, time, last_time, state)
    select * from unnest(${given.map(({ purifierId }) => purifierId)}::integer[],
      ${given.map(({ time }) => new Date(time))}::timestamptz[],
      ${given.map(({ lastTime }) => new Date(lastTime))}::timestamptz[],
      ${given.map(({ state }) => JSON.stringify(state))}::jsonb[])`);
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const purifierIn = async (name: string, timeZone: string) => {
    const organization = await anOrganization(db, { name, timeZone });
    const department = await aDepartment(db, { organizationId: organization.id });
    const meter = await aMeter(db, { department, intervalS: 300 });
    return { organization, meter, purifier: await aPurifier(db, meter.id) };
  };
  const london = await purifierIn('가', 'Europe/London');
  const seoul = await purifierIn('나', 'Asia/Seoul');
  const quiet = await purifierIn('다', 'Asia/Seoul');
  const second = await aPurifier(db, seoul.meter.id, 2, '둘째');
  await db.query(sql`update purifier set name_en = 'Second' where id = ${second}`);
  Object.assign(id, { london: london.purifier, seoul: seoul.purifier, second, quiet: quiet.purifier });
  Object.assign(id, { quietMeter: quiet.meter.id, seoulOrganization: seoul.organization.id });
  zones = new Map([
    [london.purifier, 'Europe/London'],
    [seoul.purifier, 'Asia/Seoul'],
    [second, 'Asia/Seoul'],
  ]);
  spans = [...spansOf(london.purifier, 1), ...spansOf(seoul.purifier, 2), ...spansOf(second, 3)];
  await store(spans);
  all = `${seoul.organization.id}:SUPER_USER`;
  own = `${seoul.organization.id}:LOCAL_USER`;
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const ask = async <Row>(list: string, query: string, token = all) => {
  const { status, body } = await server.get(`/history/${list}?${query}`, token);
  expect(body).not.toHaveProperty('code');
  expect(status).toBe(200);
  return body as { content: Row[]; totalElements: number; totalPages: number };
};

const many = () => [...zones.keys()].map((purifier) => `&purifierId=${purifier}`).join('');
const pages = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1_001)),
  at: fc.double({ min: 0, max: 1.1, noNaN: true }),
  newestFirst: fc.boolean(),
});

describe('states', () => {
  test('of some modes are a subset of all', async () => {
    const query = `${period(...PERIOD)}${many()}&size=999999`;
    const { content } = await ask<PurifierSpan>('purifier-states', query);
    const expected = content.filter(({ work_mode }) => ['OFF', 'TROUBLE'].includes(work_mode));
    const some = await ask<PurifierSpan>('purifier-states', `${query}&workMode=OFF&workMode=TROUBLE`);
    expect(expected.length).toBeGreaterThan(20);
    expect(some.content).toEqual(expected);
    expect(some.totalElements).toBe(expected.length);
  });

  test('any page is the same slice of all states that reach into the period', async () => {
    const reaching = spans.filter(({ purifierId, time, lastTime }) => {
      const zone = zones.get(purifierId) ?? '';
      return time < startOfLocalDay(addDays(PERIOD[1], 1), zone) && lastTime >= startOfLocalDay(PERIOD[0], zone);
    });
    expect(reaching.length).toBeGreaterThan(100);
    const places = [...zones.keys()];
    await fc.assert(
      fc.asyncProperty(pages, async ({ size, at, newestFirst }) => {
        const sign = newestFirst ? -1 : 1;
        const expected = reaching.toSorted(
          (a, b) => sign * (a.time - b.time) || places.indexOf(a.purifierId) - places.indexOf(b.purifierId),
        );
        const page = Math.floor((at * expected.length) / size);
        const sort = newestFirst ? '' : '&sort=time,ASC';
        const { content, totalElements } = await ask<PurifierSpan>(
          'purifier-states',
          `${period(...PERIOD)}${many()}&page=${page}&size=${size}${sort}`,
        );
        expect(
          content.map((row) => [row.purifier_id, Date.parse(row.time), Date.parse(row.last_time), row.work_mode]),
        ).toEqual(
          expected
            .slice(page * size, (page + 1) * size)
            .map(({ purifierId, time, lastTime, state }) => [purifierId, time, lastTime, workMode(state)]),
        );
        expect(totalElements).toBe(expected.length);
      }),
      { numRuns: 40 },
    );
  });

  test('list more rows than are read at once', async () => {
    const first = Date.parse('2023-05-01T00:00Z');
    const odd = Array.from({ length: 12_000 }, (_, i): Span => {
      const time = first + i * 30_000;
      return { purifierId: id.quiet ?? 0, time, lastTime: time, state: STATES[i % 5] as PurifierState };
    });
    await store(odd);
    const query = `${period('2023-04-30', '2023-05-06')}&purifierId=${id.quiet}&sort=time,ASC&size=7000`;
    for (const [page, length] of [7_000, 5_000].entries()) {
      const { content, totalElements } = await ask<PurifierSpan>('purifier-states', `${query}&page=${page}`);
      expect(totalElements).toBe(12_000);
      expect(content.map(({ time }) => Date.parse(time))).toEqual(
        Array.from({ length }, (_, i) => first + (page * 7_000 + i) * 30_000),
      );
    }
  });

  test('contain all reported fields', async () => {
    const { content } = await ask<PurifierSpan>(
      'purifier-states',
      `${period(...PERIOD)}&purifierId=${id.second}&size=1`,
    );
    expect(content).toMatchObject([{ purifier_name: '둘째', time_zone: 'Asia/Seoul', state: { fan_speed: 'WEAK' } }]);
  });

  test('list only purifiers that the viewer sees', async () => {
    const { content } = await ask<PurifierSpan>('purifier-states', `${period(...PERIOD)}&size=1000`, own);
    expect(new Set(content.map((row) => row.purifier_id))).toEqual(new Set([id.seoul, id.second]));
    const { status } = await server.get(`/history/purifier-states?${period(...PERIOD)}&purifierId=${id.london}`, own);
    expect(status).toBe(404);
  });
});

/** Reference implementation of minutes: the part of each state inside the bucket. */
const plainMinutes = (purifierId: number, start: number, end: number) => {
  const minutes: Record<ShownWorkMode, number> = { AUTO: 0, MANUAL: 0, STOP: 0, OFF: 0, TROUBLE: 0 };
  const mine = spans.filter((span) => span.purifierId === purifierId);
  let known = 0;
  for (const [i, { time, lastTime, state }] of mine.entries()) {
    const until = Math.min(lastTime + 15 * MINUTE, mine[i + 1]?.time ?? Number.POSITIVE_INFINITY, end);
    const held = Math.max(0, until - Math.max(time, start)) / MINUTE;
    minutes[workMode(state)] += held;
    known += held;
  }
  return { minutes, unknown: (end - start) / MINUTE - known };
};

describe('minutes', () => {
  test.each(['hour', 'day', 'month', 'year'] as const)(
    'by %s: each state lasts until the next, or three intervals',
    async (unit) => {
      const query = `${period(...PERIOD)}${many()}&unit=${unit}&size=999999`;
      const { content, totalElements } = await ask<PurifierMinutes>('purifier-minutes', query);
      const places = [...zones.keys()];
      const expected = [...zones]
        .flatMap(([purifierId, zone]) => bucketsOf(unit, ...PERIOD, zone).map((bucket) => ({ purifierId, ...bucket })))
        .filter(({ start }) => start < NOW)
        .sort((a, b) => b.start - a.start || places.indexOf(a.purifierId) - places.indexOf(b.purifierId));
      expect(totalElements).toBe(expected.length);
      expect(content.map((row) => [row.purifier_id, row.start, row.end])).toEqual(
        expected.map(({ purifierId, start, end }) => [
          purifierId,
          new Date(start).toISOString(),
          new Date(end).toISOString(),
        ]),
      );
      for (const [i, { purifierId, start, end }] of expected.entries()) {
        const plain = plainMinutes(purifierId, start, Math.min(end, NOW));
        for (const [mode, minutes] of Object.entries(plain.minutes)) {
          expect(content[i]?.minutes[mode as ShownWorkMode]).toBeCloseTo(minutes, 2);
        }
        expect(content[i]?.unknown).toBeCloseTo(plain.unknown, 2);
      }
    },
  );

  test('fill a page exactly', async () => {
    const whole = await ask<PurifierMinutes>('purifier-minutes', `${period(...PERIOD)}&unit=hour&size=999`);
    const piece = await ask<PurifierMinutes>('purifier-minutes', `${period(...PERIOD)}&unit=hour&size=7&page=5`);
    expect(piece.content).toEqual(whole.content.slice(35, 42));
  });

  test('cover a day with a skipped hour, a day in progress, and a purifier without reports', async () => {
    const { content } = await ask<PurifierMinutes>(
      'purifier-minutes',
      `${period('2024-03-31')}&unit=day&meterId=${id.quietMeter}`,
    );
    expect(content).toMatchObject([
      {
        minutes: { AUTO: 0, MANUAL: 0, STOP: 0, OFF: 0, TROUBLE: 0 },
        unknown: (NOW - Date.parse('2024-03-30T15:00Z')) / MINUTE,
      },
    ]);
    const london = await ask<PurifierMinutes>(
      'purifier-minutes',
      `${period('2024-03-31')}&unit=day&purifierId=${id.london}`,
    );
    expect([london.content[0]?.start, london.content[0]?.end]).toEqual([
      '2024-03-31T00:00:00.000Z',
      '2024-03-31T23:00:00.000Z',
    ]);
  });
});

describe('choices', () => {
  const choices = async (token: string, language?: string): Promise<Choices> =>
    (await server.get('/history/choices', token, language)).body;

  test('are the meters and purifiers that the viewer sees, in order', async () => {
    expect((await choices(all)).meters.map((meter) => meter.organization_name)).toEqual(['가', '나', '다']);
    expect((await choices(own, 'en')).meters).toMatchObject([
      {
        organization_id: id.seoulOrganization,
        time_zone: 'Asia/Seoul',
        interval_s: 300,
        sensors: [],
        purifiers: [{ id: id.seoul }, { id: id.second, name: 'Second' }],
      },
    ]);
  });
});

test.each([
  ['purifier-states', 'sort=start', { sort: 'UNKNOWN_FIELD' }],
  ['purifier-states', 'sort=time,UP', { sort: 'INVALID' }],
  ['purifier-minutes', 'unit=hour&sort=time', { sort: 'UNKNOWN_FIELD' }],
  ['purifier-minutes', 'unit=week', { unit: 'INVALID' }],
])('%s does not take %s', async (list, query, errors) => {
  const { status, body } = await server.get(`/history/${list}?${period(...PERIOD)}&${query}`, all);
  expect([status, body.code, body.errors]).toEqual([400, 'INVALID_PARAMETER', errors]);
});
