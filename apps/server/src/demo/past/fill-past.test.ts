import { DAY_MS } from '@airdeck/domain/duration';
import { cutsBetween, errorsBetween } from '@airdeck/simulator/demo/incidents';
import { createMeterRuns } from '@airdeck/simulator/demo/meter-run';
import { DEMO_SITES, DEMO_ZONE } from '@airdeck/simulator/demo/sites/all';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { GATEWAY_CODE, seedDemo } from '../seed-demo.ts';
import { DEMO_SEED } from '../start-simulator.ts';
import { fillPast } from './fill-past.ts';

const TO = Date.UTC(2026, 2, 9, 5, 13, 17);
const PAST = { from: TO - 7 * DAY_MS, to: TO };

test('fills the past once, with the cut lines of gateways and the errors of devices', { timeout: 60_000 }, async () => {
  const database = await testDatabase();
  const { db } = database;
  await db.tx((tx) => seedDemo(tx, DEMO_SITES, () => Promise.resolve('hash')));
  const fill = () => fillPast(db, { ...PAST, seed: DEMO_SEED, gateway: GATEWAY_CODE });
  const count = await fill();
  const { rows } = await db.query<{ source: string; occurred_time: Date; ended_time: Date; cleared_by: number | null }>(
    sql`select source, occurred_time, ended_time, cleared_by from alarm order by occurred_time`,
  );
  expect(rows).toHaveLength(count);
  const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, DEMO_SEED);
  const timesOf = (source: string) =>
    rows.filter((row) => row.source === source).map((row) => row.occurred_time.getTime());
  const errors = runs.flatMap((run) => errorsBetween(run, PAST.from, PAST.to));
  const cuts = DEMO_SITES.flatMap(({ code }) => {
    const run = runs.find(({ organization }) => organization === code);
    return run ? cutsBetween(code, run.room.environment, PAST.from, PAST.to) : [];
  });
  expect(errors.length).toBeGreaterThan(0);
  expect(cuts.length).toBeGreaterThan(0);
  expect(timesOf('DEVICE')).toEqual(errors.map(({ from }) => from).toSorted());
  expect(timesOf('GATEWAY')).toEqual(cuts.map(({ from }) => from).toSorted());
  expect(rows.every(({ occurred_time, ended_time }) => ended_time > occurred_time)).toBe(true);
  expect(rows.some(({ cleared_by }) => cleared_by !== null)).toBe(true);
  expect(await fill()).toBe(0);
  await database.close();
});
