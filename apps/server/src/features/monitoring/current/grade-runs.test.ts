import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { GRADES, gradeOf, gradeRank } from '@airdeck/domain/grade';
import { addToRun, emptyRun, keepGrade, type LastGrades, runPatience, worstAt } from '@airdeck/domain/grade-run';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import fc from 'fast-check';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeEntry } from '../../../feed/codec.ts';
import type { StoredFrame } from '../../../feed/entry.ts';
import { createRegistry } from '../../../registry/registry.ts';
import { aContext } from '../../../testing/context.ts';
import { aMeter } from '../../../testing/factory.ts';
import { storeFrame } from '../../../testing/frames.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { createAssessor } from '../assess/assessor.ts';
import { WHOLE_METER } from './air-runs.ts';
import { createCurrentAir } from './current-air.ts';
import { createGradeRuns } from './grade-runs.ts';
import { boundsOfGrade, lastOf, settleRuns } from './steady-air.ts';

const NOW = Date.UTC(2026, 2, 2, 3, 5);
const CO2 = 401;
const [BEST, GOOD, BAD, VERY_BAD] = [400, 700, 1_200, 1_600];
const log = pino({ level: 'silent' });
const LONG = { timeout: 60_000 };

let database: TestDatabase;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => database.close());

/** A meter that measures every ten minutes, and a server that can be restarted at any time. */
const setUp = async (sensors: readonly SensorType[] = ['CO2']) => {
  const { db } = database;
  const meter = await aMeter(db, { sensors, intervalS: 600 });
  const registry = createRegistry(db);
  await registry.reload();
  const frame = (minutesAgo: number, co2: number): StoredFrame => ({
    meterId: meter.id,
    time: NOW - minutesAgo * MINUTE_MS,
    channels: [CO2],
    ticks: [co2],
  });
  const store = async (...frames: StoredFrame[]): Promise<void> => {
    for (const each of frames) await storeFrame(db, each);
  };
  const begin = (newest: StoredFrame) => {
    const current = createCurrentAir((air, frame) => runs.follow(air, frame));
    const runs = createGradeRuns({ db, registry, log, current });
    current.apply([newest]);
    runs.load();
    runs.start();
    stops.push(runs.stop);
    const tell = (...frames: StoredFrame[]): void => {
      for (const { data } of encodeEntry({ kind: 'frames', frames })) current.take(data);
    };
    const assessor = createAssessor(current);
    /** Start of the run in minutes ago, and how it began. */
    const since = () => {
      const known = registry.snapshot().meters.get(meter.id);
      const now = current.of(meter.id)?.time ?? NOW;
      const found = known && assessor.meter(known, aContext(registry.snapshot(), { now })).worst?.since;
      return found ? [(NOW - found.time) / MINUTE_MS, found.begins] : found;
    };
    return { tell, since, runs };
  };
  return { db, meter, registry, frame, store, begin };
};

test('is loaded from the store at a start and then follows the feed', async () => {
  const { begin, frame, store } = await setUp();
  await store(frame(60, GOOD), frame(50, BAD), frame(40, VERY_BAD), frame(30, BAD), frame(20, BAD));
  const { since, tell } = begin(frame(20, BAD));
  await expect.poll(since, LONG).toEqual([50, 'CHANGE']);
  tell(frame(10, VERY_BAD));
  expect(since()).toEqual([10, 'CHANGE']);
  tell(frame(5, BAD));
  expect(since()).toEqual([50, 'CHANGE']);
  tell(frame(1, GOOD));
  expect(since()).toBeNull();
  tell(frame(0, BAD));
  expect(since()).toEqual([0, 'CHANGE']);
});

test('a gap of three intervals breaks it, both stored and live', async () => {
  const { begin, frame, store } = await setUp();
  await store(frame(120, BAD), frame(89, BAD), frame(80, BAD));
  const { since, tell } = begin(frame(80, BAD));
  await expect.poll(since, LONG).toEqual([89, 'GAP']);
  tell(frame(49, BAD));
  tell(frame(40, BAD));
  expect(since()).toEqual([49, 'GAP']);
});

test('is searched further back through stored days, at most a week', async () => {
  const { begin, frame, store } = await setUp();
  const step = 25;
  const bad: StoredFrame[] = [];
  for (let minutes = 0; minutes <= (2 * DAY_MS) / MINUTE_MS; minutes += step) bad.push(frame(minutes, BAD));
  const first = (bad.length - 1) * step;
  await store(...bad, frame(first + step, GOOD));
  const { since } = begin(frame(0, BAD));
  await expect.poll(since, LONG).toEqual([first, 'CHANGE']);
});

describe('with two sensors', () => {
  const [A, B] = [401, 402];
  const both = (meterId: number, minutesAgo: number, a: number | null, b: number | null): StoredFrame => ({
    meterId,
    time: NOW - minutesAgo * MINUTE_MS,
    channels: [...(a === null ? [] : [A]), ...(b === null ? [] : [B])],
    ticks: [a, b].filter((value) => value !== null),
  });

  test('the air of the meter is bad since the first of its sensors was', async () => {
    const { begin, store, meter } = await setUp(['CO2', 'CO2']);
    const id = meter.id;
    await store(both(id, 60, GOOD, GOOD), both(id, 50, BAD, GOOD), both(id, 40, BAD, 1_300), both(id, 30, GOOD, BAD));
    const { since, tell } = begin(both(id, 30, GOOD, BAD));
    await expect.poll(since, LONG).toEqual([50, 'CHANGE']);
    tell(both(id, 20, 1_210, BAD));
    expect(since()).toEqual([50, 'CHANGE']);
    tell(both(id, 10, BAD, 1_210));
    expect(since()).toEqual([50, 'CHANGE']);
    tell(both(id, 0, GOOD, GOOD));
    expect(since()).toBeNull();
  });

  test('air stays bad for three intervals after the bad sensor measured last, also if another one got better then', async () => {
    const { begin, store, meter } = await setUp(['CO2', 'CO2']);
    const id = meter.id;
    await store(both(id, 70, GOOD, GOOD), both(id, 60, VERY_BAD, BAD));
    const { since, tell } = begin(both(id, 60, VERY_BAD, BAD));
    await expect.poll(since, LONG).toEqual([60, 'CHANGE']);
    tell(both(id, 50, GOOD, BAD), both(id, 40, GOOD, null), both(id, 30, GOOD, null), both(id, 20, GOOD, null));
    expect(since()).toEqual([60, 'CHANGE']);
    tell(both(id, 19, GOOD, null));
    expect(since()).toBeNull();
  });

  test('a frame of one sensor does not end what the other measured ten minutes before', async () => {
    const { begin, store, meter } = await setUp(['CO2', 'CO2']);
    const id = meter.id;
    await store(both(id, 60, GOOD, GOOD), both(id, 50, null, BAD), both(id, 40, GOOD, null), both(id, 35, null, BAD));
    const { since, tell } = begin({ ...both(id, 35, null, BAD) });
    await expect.poll(since, LONG).toEqual([50, 'CHANGE']);
    tell(both(id, 25, GOOD, null));
    expect(since()).toEqual([50, 'CHANGE']);
    // The second frame of one time completes the first.
    tell(both(id, 20, GOOD, null), both(id, 20, null, BAD));
    expect(since()).toEqual([50, 'CHANGE']);
    // The bad sensor is silent for more than three intervals.
    tell(both(id, 10, GOOD, null), both(id, 0, GOOD, null), both(id, -11, GOOD, null));
    expect(since()).toBeNull();
  });
});

test('reports EARLIER for air that has been bad for more than a week', async () => {
  const { db, meter, begin, frame, store } = await setUp();
  const last = (7 * DAY_MS) / MINUTE_MS;
  for (let day = 0; day <= 8; day++) await store(frame(day * 24 * 60, BAD));
  await db.query(sql`insert into frame (meter_id, time, channel, value)
    select ${meter.id}, t, '{401}', '{1200}'
    from generate_series(${new Date(NOW - 8 * DAY_MS)}::timestamptz, ${new Date(NOW)}, interval '20 minutes') t
    on conflict do nothing`);
  const { since } = begin(frame(0, BAD));
  await expect.poll(since, LONG).toEqual([last, 'EARLIER']);
});

test('a late reading within the run changes it; one before it does not', async () => {
  const { begin, frame, store } = await setUp();
  await store(frame(60, GOOD), frame(50, BAD), frame(40, BAD), frame(20, BAD));
  const { since, tell } = begin(frame(20, BAD));
  await expect.poll(since, LONG).toEqual([50, 'CHANGE']);
  await store(frame(30, GOOD));
  tell(frame(30, GOOD), frame(10, VERY_BAD), frame(0, BAD));
  await store(frame(10, VERY_BAD), frame(0, BAD));
  await expect.poll(since, LONG).toEqual([20, 'CHANGE']);
});

test('is rebuilt when thresholds change', async () => {
  const { db, meter, registry, begin, frame, store } = await setUp();
  await store(frame(60, GOOD), frame(50, 950), ...[40, 30, 20, 10, 0].map((minutes) => frame(minutes, BAD)));
  const { since, runs } = begin(frame(0, BAD));
  await expect.poll(since, LONG).toEqual([40, 'CHANGE']);
  const [row] = (
    await db.query<{ organization_id: number }>(sql`select organization_id from meter where id = ${meter.id}`)
  ).rows;
  await db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
    values (${row?.organization_id}, 'CO2', '2026-03-01', '{500,800,900,1500}')`);
  await registry.reload();
  runs.registryChanged();
  await expect.poll(since, LONG).toEqual([50, 'CHANGE']);
});

test('is null for good air', async () => {
  const { begin, frame } = await setUp();
  expect(begin(frame(0, GOOD)).since()).toBeNull();
});

/** Frames in order of time, mostly within a grade, with gaps, silent sensors and repeated times. */
const steps = fc.array(
  fc.record({
    repeat: fc.integer({ min: 1, max: 5 }),
    step: fc.constantFrom(10, 10, 10, 10, 0, 0, 0, 1, 29, 30, 31, 45, 900),
    a: fc.constantFrom(GOOD, 701, 1_000, 1_001, BAD, VERY_BAD, BEST, BEST, null),
    b: fc.constantFrom(GOOD, GOOD, GOOD, BAD, BEST, BEST, null),
    // The runs are not read after most frames.
    isRead: fc.constantFrom(true, false, false),
  }),
  { maxLength: 25 },
);

test.each([
  ['objects', 2, true],
  ['packed', 1, true],
  ['made when they are read', 2, false],
])(
  'runs that are %s are those of all readings one by one, whether or not they are read in between',
  async (_, maxLoose, areAlwaysMade) => {
    const { meter, registry } = await setUp(['CO2', 'CO2']);
    const known = registry.snapshot().meters.get(meter.id);
    if (!known) throw new Error('no meter');
    const { thresholdsAt } = aContext(registry.snapshot(), { now: NOW });
    const patience = runPatience(600);
    fc.assert(
      fc.property(steps, (drawn) => {
        const current = createCurrentAir((air, frame) => runs.follow(air, frame), maxLoose);
        const runs = createGradeRuns({ db: database.db, registry, log, current });
        runs.load();
        let others = 0;
        /** The runs of both sensors and of the meter, folded one reading at a time. */
        const folds = [
          { key: WHOLE_METER, channels: [401, 402] },
          { key: 401, channels: [401] },
          { key: 402, channels: [402] },
        ].map((each) => ({
          ...each,
          last: new Map() as LastGrades,
          run: emptyRun(NOW),
          before: emptyRun(NOW),
          isNew: true,
        }));
        const expectSame = (): void => {
          const air = current.of(meter.id);
          if (!air) return;
          for (const { key, run } of folds) {
            const read = air.runs.get(key);
            if (read) expect([lastOf(air, read), read.run.starts]).toEqual([run.last, run.starts]);
          }
          settleRuns(air);
          for (const { key, run, isNew } of folds) {
            expect(air.runs.get(key)?.run ?? emptyRun(NOW)).toEqual(isNew ? emptyRun(NOW) : run);
          }
        };
        let time = NOW;
        for (const { step, a, b, isRead } of drawn.flatMap((each) => Array(each.repeat).fill(each) as [typeof each])) {
          time += step * MINUTE_MS;
          const readings = [
            [401, a],
            [402, b],
          ].filter((each): each is [number, number] => each[1] !== null);
          if (readings.length === 0) continue;
          const frame = {
            meterId: meter.id,
            time,
            channels: readings.map(([c]) => c),
            ticks: readings.map(([, v]) => v),
          };
          for (const { data } of encodeEntry({ kind: 'frames', frames: [frame] })) current.take(data);
          // The runs of another meter become objects. It is forgotten, to make room for the next one.
          if (areAlwaysMade && current.of(meter.id)?.runs.size) current.open(--others).runs.clear();
          if (maxLoose === 1) expect(current.of(meter.id)?.looseRuns ?? null).toBeNull();
          const thresholds = thresholdsAt(known.organization, time);
          for (const fold of folds) {
            const own = readings.filter(([channel]) => fold.channels.includes(channel));
            if (own.length === 0) continue;
            if (fold.isNew) [fold.run, fold.before, fold.isNew] = [emptyRun(time), emptyRun(time), false];
            for (const [channel, value] of own) {
              keepGrade(fold.last, channel, time, gradeOf('CO2', fromTicks('CO2', value), thresholds));
            }
            const worst = worstAt(fold.last, time, patience);
            if (worst === null) continue;
            if (time !== fold.run.last) fold.before = fold.run;
            fold.run = addToRun(fold.before, time, worst, patience);
          }
          if (isRead) expectSame();
        }
        expectSame();
      }),
      { numRuns: 300 },
    );
  },
);

test('bounds of a grade are its lowest and highest ticks', () => {
  const thresholds = { CO2: { good: 450, normal: 1_000, bad: 1_500, very_bad: 2_000 } } as never;
  const rankAt = (ticks: number): number => gradeRank(gradeOf('CO2', fromTicks('CO2', ticks), thresholds));
  const bounds = GRADES.map((_, rank) => boundsOfGrade(rankAt, rank));
  expect(bounds).toEqual([
    [-32_768, 450],
    [451, 1_000],
    [1_001, 1_500],
    [1_501, 2_000],
    [2_001, 32_767],
  ]);
});
