import { type ComplianceAnswer, complianceAnswer, ownPackCode } from '@airdeck/contract/limit/compliance';
import { addDays, startOfLocalDay } from '@airdeck/domain/calendar';
import { channelOf } from '@airdeck/domain/channel';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFrame } from '../../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization, type TestMeter } from '../../../testing/factory.ts';
import { type HistoryServer, openHistoryServer } from '../../../testing/history-server.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';

const NOW = Date.parse('2026-11-23T03:30:00Z');
const SEOUL = 'Asia/Seoul';
const STEP_MS = 10 * MINUTE_MS;
const [PM2_5, CO2] = [channelOf('PM2.5', 1), channelOf('CO2', 1)];

let database: TestDatabase;
let server: HistoryServer;
/** A library of one department with two meters, a day care in Busan, and an empty office. */
let library: TestMeter;
let libraryToo: TestMeter;
let care: TestMeter;
let outdoors: TestMeter;

const METER = { intervalS: STEP_MS / 1000, sensors: ['PM2.5', 'CO2'] } as const;

const facts = (
  meter: TestMeter,
  from: string,
  values: { kind?: string; region?: string; hours?: string; outdoor?: number },
) =>
  database.db.query(sql`
    insert into facility_facts (organization_id, valid_from, facility_kind, region, opening_hours, outdoor_meter_id)
    values (${meter.department.organizationId}, ${from}, ${values.kind ?? null}, ${values.region ?? null},
      ${values.hours ?? null}, ${values.outdoor ?? null})`);

const ownLimit = (meter: TestMeter, averaging: string, hours: 'ALL' | 'OPEN') =>
  database.db.query(sql`
    insert into own_limit (organization_id, pack_name, type, limit_direction, limit_value, limit_basis, averaging,
      counted_hours, least_share, least_data, valid_from)
    values (${meter.department.organizationId}, ${`${averaging} ${hours}`}, 'CO2', 'AT_MOST', 1000, 'ABSOLUTE',
      ${averaging}, ${hours}, 100, 75, '2020-01-01')`);

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: SEOUL });
  const department = await aDepartment(db, { organizationId: organization.id });
  library = await aMeter(db, { department, ...METER });
  libraryToo = await aMeter(db, { department, ...METER });
  outdoors = await aMeter(db, { department, ...METER });
  const other = await anOrganization(db, { timeZone: SEOUL });
  care = await aMeter(db, { department: await aDepartment(db, { organizationId: other.id }), ...METER });
  await db.query(sql`update meter_period set from_time = '2025-01-01'`);
  await facts(library, '2020-01-01', {
    ...{ kind: 'LIBRARY', region: 'KR-26', hours: 'Mon-Sun 09:00-18:00', outdoor: outdoors.id },
  });
  await facts(care, '2020-01-01', { kind: 'DAY_CARE', region: 'KR-26' });
  await facts(care, '2026-03-03', { kind: 'DAY_CARE', region: 'KR-11' });
  for (const averaging of ['HOUR', 'OPEN_DAY', 'EIGHT_HOURS', 'INSTANT', 'DAY']) {
    for (const hours of ['ALL', 'OPEN'] as const) await ownLimit(library, averaging, hours);
  }
  server = await openHistoryServer({ db, clock: { now: () => NOW } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Frames of days from a first one on, every ten minutes: `given` answers the ticks at an hour of the period. */
const frames = (
  meter: TestMeter,
  day: string,
  hours: number,
  given: (hour: number) => { pm?: number; co2?: number } | null,
): StoredFrame[] =>
  Array.from({ length: (hours * HOUR_MS) / STEP_MS }, (_, n) => n * STEP_MS).flatMap((offset) => {
    const values = given(Math.floor(offset / HOUR_MS));
    if (values === null) return [];
    const readings = [
      [PM2_5, values.pm],
      [CO2, values.co2],
    ].flatMap(([channel, ticks]) => (channel === undefined || ticks === undefined ? [] : [{ channel, ticks }]));
    return {
      meterId: meter.id,
      time: startOfLocalDay(day, SEOUL) + offset,
      channels: readings.map(({ channel }) => channel),
      ticks: readings.map(({ ticks }) => ticks),
    };
  });

const get = (meter: TestMeter, query: string) =>
  server.get(`/history/compliance?${query}`, `${meter.department.organizationId}:LOCAL_USER`);
const ask = async (meter: TestMeter, query: string): Promise<ComplianceAnswer> => {
  const { status, body } = await get(meter, query);
  expect([status, body.code]).toEqual([200, undefined]);
  return complianceAnswer.strict().parse(body);
};
const days = (from: string, to: string) => `startTime=${from}&endTime=${to}`;
/** Verdict and value of each rule of a type, of the first place. */
const verdicts = ({ rules, places }: ComplianceAnswer, type: string) =>
  places[0]?.verdicts.flatMap((each) => {
    const rule = rules.find(({ code }) => code === each.rule);
    return rule?.type === type ? [[rule.value, each.verdict, each.expected, each.valid, each.complied]] : [];
  });

test('judges each day by the rule of the day, and names the worst one', async () => {
  await server.store([
    ...frames(library, '2025-12-31', 48, () => ({ pm: 450, co2: 600 })),
    ...frames(libraryToo, '2025-12-31', 48, (hour) => ({ pm: hour < 24 ? 100 : 420, co2: 600 })),
  ]);
  await server.rollUp();
  const answer = await ask(library, `${days('2025-12-30', '2026-01-01')}&pack=KR_INDOOR_AIR`);
  expect(verdicts(answer, 'PM2.5')).toEqual([
    // Two meters: the 30th has no data.
    [50, 'NOT_ENOUGH_DATA', 4, 2, 2],
    [40, 'EXCEEDED', 2, 2, 0],
  ]);
  const [place] = answer.places;
  expect(place).toMatchObject({
    level: 'department',
    facility_kind: 'LIBRARY',
    hours_known: true,
    verdict: 'EXCEEDED',
  });
  expect(
    place?.verdicts.find(({ rule }) => rule.startsWith('A-stricter') && rule.endsWith('2026-01-01')),
  ).toMatchObject({
    meters: { EXCEEDED: 2, MET: 0 },
    share_of_valid: 0,
    share_of_all: 0,
    worst: { value: 45, limit: 40, reading: false, meter_id: library.id, start: '2025-12-31T15:00:00.000Z' },
  });
  const [rule] = answer.rules.filter(({ value, type }) => type === 'PM2.5' && value === 40);
  expect(rule).toMatchObject({ draft: true, certainty: 'SECONDARY', averaging: 'DAY' });
});

test('has rows of meters without the outdoor one, and of places above', async () => {
  const rows = async (level: string) => {
    const { places } = await ask(library, `${days('2025-12-31', '2025-12-31')}&pack=KR_INDOOR_AIR&level=${level}`);
    return places.map(({ place_id }) => place_id);
  };
  expect(await rows('meter')).toEqual([library.id, libraryToo.id]);
  expect(await rows('office')).toEqual([library.department.officeId]);
  expect(await rows('organization')).toEqual([library.department.organizationId]);
});

test('takes stricter regional values from the day on which the region is known', async () => {
  await server.store(frames(care, '2026-03-02', 48, () => ({ pm: 100, co2: 950 })));
  const query = `${days('2026-03-02', '2026-03-03')}&pack=KR_INDOOR_AIR`;
  const expected = [
    [1000, 'MET', 24, 24, 24],
    [900, 'EXCEEDED', 24, 24, 0],
  ];
  // The hours are not rolled up yet, and then they are.
  expect(verdicts(await ask(care, query), 'CO2')).toEqual(expected);
  await server.rollUp();
  expect(verdicts(await ask(care, query), 'CO2')).toEqual(expected);
});

test('counts from outdoor air, measured or assumed', async () => {
  await server.store([
    ...frames(library, '2026-04-06', 24, () => ({ co2: 1000 })),
    ...frames(outdoors, '2026-04-06', 24, () => ({ co2: 460 })),
  ]);
  const asked = `${days('2026-04-06', '2026-04-06')}&pack=EN_16798_1&meterId=${library.id}&level=meter`;
  const categories = (answer: ComplianceAnswer) =>
    answer.places[0]?.verdicts.map(({ verdict, outdoors_assumed }) => [verdict, outdoors_assumed]);
  expect(categories(await ask(library, asked))).toEqual([
    ['MET', false],
    ['MET', false],
    ['MET', false],
  ]);
  await database.db.query(sql`update facility_facts set outdoor_meter_id = null`);
  const assumed = await ask(library, asked);
  await database.db.query(sql`
    update facility_facts set outdoor_meter_id = ${outdoors.id}
    where organization_id = ${library.department.organizationId}`);
  expect(categories(assumed)).toEqual([
    ['EXCEEDED', true],
    ['MET', true],
    ['MET', true],
  ]);
});

test('counts from the readings of an outdoor sensor that was deleted later', async () => {
  const { db } = database;
  await server.store([
    ...frames(library, '2026-04-08', 24, () => ({ co2: 1000 })),
    ...frames(outdoors, '2026-04-08', 24, () => ({ co2: 460 })),
  ]);
  await db.query(sql`delete from sensor where meter_id = ${outdoors.id} and type = 'CO2'`);
  await server.registry.reload();
  const asked = `${days('2026-04-08', '2026-04-08')}&pack=EN_16798_1&meterId=${library.id}&level=meter`;
  const { places } = await ask(library, asked);
  expect(places[0]?.verdicts[0]).toMatchObject({ verdict: 'MET', outdoors_assumed: false });
});

test('judges the readings of a sensor that was deleted later, and expects none after its last ones', async () => {
  const { db } = database;
  const replaced = await aMeter(db, { department: care.department, ...METER });
  await db.query(sql`update meter_period set from_time = '2025-01-01' where meter_id = ${replaced.id}`);
  await server.registry.reload();
  await server.store(frames(replaced, '2026-05-04', 48, (hour) => ({ co2: hour === 30 ? 1500 : 600 })));
  const asked = `${days('2026-05-01', '2026-05-10')}&pack=KR_INDOOR_AIR&meterId=${replaced.id}&level=meter`;
  // Ten days of 24 hours, of which two have data.
  const [[, ...before] = []] = verdicts(await ask(care, asked), 'CO2') ?? [];
  expect(before).toEqual(['EXCEEDED', 240, 48, 47]);
  await db.query(sql`delete from sensor where meter_id = ${replaced.id} and type = 'CO2'`);
  await server.registry.reload();
  const [[, ...after] = []] = verdicts(await ask(care, asked), 'CO2') ?? [];
  expect(after).toEqual(['EXCEEDED', 48, 48, 47]);
  await db.query(sql`delete from meter where id = ${replaced.id}`);
  await server.registry.reload();
});

/** A day of data that is missing, uniform, or different from hour to hour. */
const hour = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(700, 900) }, fc.constantFrom(null, 1200));
const someDay = fc.oneof(
  fc.constant(Array.from({ length: 24 }, () => 900)),
  fc.constant(Array.from({ length: 24 }, () => null)),
  fc.array(hour, { minLength: 24, maxLength: 24 }),
);

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length < 0.75 * values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** The windows of each averaging, from the values of all hours of all days. */
const WINDOWS: Record<string, (all: readonly (number | null)[][]) => (number | null)[]> = {
  'HOUR ALL': (all) => all.flat(),
  'HOUR OPEN': (all) => all.flatMap((day) => day.slice(9, 18)),
  'INSTANT OPEN': (all) => all.flatMap((day) => day.slice(9, 18)),
  'DAY ALL': (all) => all.map(mean),
  'OPEN_DAY OPEN': (all) => all.map((day) => mean(day.slice(9, 18))),
  'EIGHT_HOURS OPEN': (all) => all.flatMap((day) => [mean(day.slice(9, 17)), mean(day.slice(10, 18))]),
  'EIGHT_HOURS ALL': (all) => {
    const hours = all.flat();
    return Array.from({ length: hours.length - 7 }, (_, at) => mean(hours.slice(at, at + 8)));
  },
};

test('counts the same periods as the readings themselves', async () => {
  let first = '2026-05-01';
  const property = fc.asyncProperty(
    fc.array(someDay, { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    async (all, rolled) => {
      const hours = all.flat();
      await server.store(frames(libraryToo, first, hours.length, (n) => (hours[n] == null ? null : { co2: hours[n] })));
      if (rolled) await server.rollUp();
      const range = days(first, addDays(first, all.length - 1));
      for (const [name, windowsOf] of Object.entries(WINDOWS)) {
        const pack = encodeURIComponent(ownPackCode(name));
        const answer = await ask(libraryToo, `${range}&pack=${pack}&meterId=${libraryToo.id}&level=meter`);
        const windows = windowsOf(all);
        const valid = windows.filter((value) => value !== null);
        const complied = valid.filter((value) => value <= 1000).length;
        const counts = answer.places[0]?.verdicts.map((each) => [each.expected, each.valid, each.complied]);
        expect([name, counts]).toEqual([name, [[windows.length, valid.length, complied]]]);
      }
      first = addDays(first, all.length + 1);
    },
  );
  await fc.assert(property, { numRuns: 8 });
});

describe('limit packs', () => {
  test('are the own ones and those of the product, with the number of drafts', async () => {
    const { body } = await server.get('/history/limit-packs', `${library.department.organizationId}:LOCAL_USER`);
    const codes = body.packs.map(({ code }: { code: string }) => code);
    expect(codes).toContain(ownPackCode('HOUR OPEN'));
    expect(codes.indexOf('KR_INDOOR_AIR')).toBe(10);
    expect(body.packs.find(({ code }: { code: string }) => code === 'UK_BB101')).toMatchObject({ rules: 4, drafts: 4 });
    const other = await server.get('/history/limit-packs', `${care.department.organizationId}:LOCAL_USER`);
    expect(other.body.packs[0].code).toBe('KR_INDOOR_AIR');
  });

  test('of another organization do not exist, and neither do its places', async () => {
    const range = days('2026-03-02', '2026-03-03');
    const refusal = async (query: string) => {
      const { status, body } = await get(care, `${range}&${query}`);
      return [status, body.code, body.errors];
    };
    const own = encodeURIComponent(ownPackCode('HOUR OPEN'));
    expect(await refusal(`pack=${own}`)).toEqual([400, 'INVALID_PARAMETER', { pack: 'NOT_FOUND' }]);
    expect(await refusal('pack=NONE')).toEqual([400, 'INVALID_PARAMETER', { pack: 'NOT_FOUND' }]);
    expect((await refusal(`pack=WELL&meterId=${library.id}`))[0]).toBe(404);
    const tooLong = await get(care, `${days('2025-01-01', '2026-03-03')}&pack=WELL`);
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'QUESTION_TOO_BIG']);
  });
});
