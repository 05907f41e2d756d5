import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredFrame } from '../../feed/entry.ts';
import { createRegistry, type Registry } from '../../registry/registry.ts';
import { listForecasts } from '../../store/forecast/forecast-queries.ts';
import { insertFrames } from '../../store/frames/frame-queries.ts';
import { createPartition } from '../../store/frames/partition-queries.ts';
import { aDepartment, aMeter, anOrganization } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { createForecaster } from './forecaster.ts';

// Friday, 09:00 in Seoul.
const NOW = Date.parse('2026-03-20T09:00:00+09:00');
const CO2 = 401;
const DAYS = 12;

let database: TestDatabase;
let registry: Registry;
const id = { lesson: 0, still: 0, warm: 0, silent: 0 };
let now = NOW;

/** CO2 of a room with a lesson from 10:00 to 12:00 each working day, of changing size. */
const lessonAt = (time: number): number => {
  const clock = (time + 9 * HOUR_MS) % DAY_MS;
  const day = Math.floor((time + 9 * HOUR_MS) / DAY_MS);
  const isWeekend = (day + 3) % 7 >= 5;
  const size = isWeekend ? 0 : 600 + 120 * (day % 3);
  const [begin, end] = [10 * HOUR_MS, 12 * HOUR_MS];
  if (clock < begin) return 450;
  if (clock < end) return Math.round(450 + (size * (clock - begin)) / (end - begin));
  return Math.round(450 + size * Math.exp(-(clock - end) / HOUR_MS));
};

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const organization = await anOrganization(db, { timeZone: 'Asia/Seoul' });
  const department = await aDepartment(db, { organizationId: organization.id });
  const add = async (sensors: readonly ('CO2' | 'TEMPERATURE')[]) => (await aMeter(db, { department, sensors })).id;
  Object.assign(id, {
    lesson: await add(['CO2']),
    still: await add(['CO2']),
    warm: await add(['TEMPERATURE']),
    silent: await add(['CO2']),
  });
  const frames: StoredFrame[] = [];
  for (let time = NOW - DAYS * DAY_MS; time < NOW; time += 10 * MINUTE_MS) {
    const common = { time, channels: [CO2] };
    frames.push({ meterId: id.lesson, ...common, ticks: [lessonAt(time)] });
    frames.push({ meterId: id.still, ...common, ticks: [450] });
  }
  for (const day of new Set(frames.map(({ time }) => Math.floor(time / DAY_MS)))) await createPartition(db, day);
  await db.tx((tx) => insertFrames(tx, frames));
  registry = createRegistry(db);
  await registry.reload();
});
afterAll(() => database.close());

const forecaster = () =>
  createForecaster({ db: database.db, registry, clock: { now: () => now }, log: pino({ level: 'silent' }) });
const stored = () => listForecasts(database.db, { since: 0, after: { meterId: 0, channel: 0 }, limit: 10 });

test('makes a model where the air follows a pattern, notes where it does not, and leaves other sensors out', async () => {
  await forecaster().drain();
  const rows = await stored();
  expect(rows.map(({ meterId, channel, day }) => [meterId, channel, day])).toEqual([
    [id.lesson, CO2, '2026-03-20'],
    [id.still, CO2, '2026-03-20'],
  ]);
  const [lesson, still] = rows;
  expect(still?.model).toBeNull();
  expect(lesson?.model?.method).toBe('HALF_USUAL');
  expect(lesson?.model?.skill).toBeGreaterThan(0.5);
  // The five last working days, at 09:50 and at 11:00: the mean of the lessons' sizes is 720.
  const usual = lesson?.model?.numbers;
  expect(usual?.[59]).toBe(450);
  expect(usual?.[66]).toBeGreaterThan(750);
});

test('makes them once a day, each made from the days before', async () => {
  const made = async () => {
    const { rows } = await database.db.query<{ made: Date }>(sql`select max(made_time) as made from forecast_model`);
    return rows[0]?.made.getTime();
  };
  now = NOW + HOUR_MS;
  await forecaster().drain();
  expect(await made()).toBe(NOW);
  now = NOW + DAY_MS;
  await forecaster().drain();
  expect(await made()).toBe(NOW + DAY_MS);
  expect((await stored()).map(({ day }) => day)).toEqual(['2026-03-21', '2026-03-21']);
});

test('looks for the readings of a meter once a day, and forgets its models when it has none any more', async () => {
  const days = async () => (await stored()).flatMap(({ meterId, day }) => (meterId === id.silent ? [day] : []));
  const same = forecaster();
  await same.drain();
  expect(await days()).toEqual([]);
  const time = NOW - 5 * DAY_MS;
  const frame = { meterId: id.silent, time, channels: [CO2], ticks: [450] };
  await database.db.tx((tx) => insertFrames(tx, [frame]));
  await same.drain();
  expect(await days()).toEqual([]);
  now += DAY_MS;
  await same.drain();
  expect(await days()).toEqual(['2026-03-22']);
  await database.db.query(sql`delete from frame where meter_id = ${id.silent}`);
  now += DAY_MS;
  await same.drain();
  expect(await days()).toEqual([]);
});

test('forgets the models of a sensor that is gone', async () => {
  await database.db.query(sql`update sensor set use = 'N' where meter_id = ${id.still}`);
  await registry.reload();
  now = NOW + 4 * DAY_MS;
  await forecaster().drain();
  const rows = await stored();
  expect(rows.map(({ meterId }) => meterId)).not.toContain(id.still);
});

test('waits while another process makes them', async () => {
  now = NOW + 5 * DAY_MS;
  await database.db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(4102011)`);
    await forecaster().drain();
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-03-24']);
  });
});
