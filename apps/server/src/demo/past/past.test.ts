import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AlarmRuleSet, makeAlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { loadRules } from '../../features/alarm/rule-queries.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { decidePast } from './decide-past.ts';
import { createMeterConditions, type PastChange } from './meter-conditions.ts';
import { hasAlarmsBefore, insertPastAlarms } from './past-queries.ts';
import { createStaff, type Person } from './staff.ts';

const LONG = { timeout: 60_000 };
const SEED = 7;

let database: TestDatabase;
let rig: AlarmRig;
let meter: Meter;
let ruleSet: AlarmRuleSet;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database, { sensors: ['CO2', 'PM2.5'] });
  await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
    values (${rig.organization.id}, 'A001', 'CO2', 1000, 900, 0)`);
  await rig.engine.registry.reload();
  const snapshot = rig.engine.registry.snapshot();
  const found = snapshot.meters.get(rig.meter.id);
  if (found === undefined) throw new Error('the rig has a meter');
  meter = found;
  ruleSet = makeAlarmRuleSet(await loadRules(rig.db), snapshot);
});
afterEach(async () => {
  await rig.engine.stop();
  await database.close();
});

/** Air that becomes bad and good again, dithers at a bound, and comes back: a value a minute. */
const COURSE = [
  ...[700, 990, 1010, 950, 1010, 890, 700, 1100, 1300, 1600],
  ...new Array<number>(14).fill(1620).map((value, i) => value + (i % 3)),
  ...[1340, 1600, 1480, 1400, 1340, 1200, 1100, 950, 880, 700],
  ...new Array<number>(8).fill(1550).map((value, i) => value - i),
  ...[1000, 800, 700, 700, 700, 700],
];

const past = async (from: number, to: number, people: readonly Person[] = []) => {
  const changes: PastChange[] = [];
  const conditions = createMeterConditions(meter, ruleSet, (change) => changes.push(change));
  const span = { meterId: meter.id, start: from, end: to + 1 };
  for (const columns of await rig.db.tx((tx) => readFrames(tx, [span], null))) conditions.take(columns);
  const staffOf = () => createStaff(SEED, people);
  return { changes, alarms: decidePast(changes, { ruleSet, gateway: 'G', staffOf, to }) };
};

test('the past is decided as the engine decided it', LONG, async () => {
  const from = rig.clock.now();
  for (const value of COURSE) {
    rig.clock.advance(MINUTE_MS);
    await rig.measure(rig.frame(rig.clock.now(), { CO2: value }));
  }
  const what = [
    'code',
    'sensor_id',
    'severity',
    'value',
    'bound',
    'since_time',
    'occurred_time',
    'ended_time',
  ] as const;
  const shortOf = (row: Record<string, unknown>) => [...what.map((name) => row[name]), row.occurrences];
  const occurrences = [...(await rig.alarms()), ...(await rig.earlierOccurrences())];
  const decided = occurrences.map((row) => shortOf(row as unknown as Record<string, unknown>));
  const { alarms } = await past(from, rig.clock.now());
  expect(decided.length).toBeGreaterThan(0);
  expect(alarms.map((row) => shortOf({ ...row })).toSorted()).toEqual(decided.toSorted());
});

test('its people acknowledge and clear, and a cleared alarm is raised again', LONG, async () => {
  const now = rig.clock.now();
  const bad = Array.from({ length: 60 }, (_, i) => (i % 30 < 12 ? 1600 + i : 700));
  await rig.measure(...bad.map((CO2, i) => rig.frame(now - 20 * HOUR_MS + i * MINUTE_MS, { CO2 })));
  await rig.db.query(sql`delete from alarm`);
  const by = { id: 1, login: 'kim' };
  const { alarms } = await past(now - 24 * HOUR_MS, now, [by]);
  expect(alarms.length).toBeGreaterThan(0);
  expect((await past(now - 24 * HOUR_MS, now, [by])).alarms).toEqual(alarms);
  for (const alarm of alarms) {
    const { cleared_time, ended_time, acknowledged_time, occurred_time, cleared_login, occurrences } = alarm;
    if (cleared_time !== null) expect(cleared_login).toBe(alarm.occurrence_of === null ? 'kim' : null);
    if (acknowledged_time !== null && occurrences === 1) expect(acknowledged_time > occurred_time).toBe(true);
    if (cleared_time !== null && ended_time !== null) expect(cleared_time > occurred_time).toBe(true);
  }
  expect(await rig.db.tx((tx) => insertPastAlarms(tx, alarms))).toBe(alarms.length);
  const shown = alarms.filter(({ occurrence_of }) => occurrence_of === null);
  expect(await rig.alarms()).toMatchObject(shown.map(({ code, occurred_time }) => ({ code, occurred_time })));
  expect(await hasAlarmsBefore(rig.db, now)).toBe(true);
  expect(await hasAlarmsBefore(rig.db, now - 24 * HOUR_MS)).toBe(false);
});

test('what lasts at its end is left to the engine', LONG, async () => {
  const now = rig.clock.now();
  await rig.measure(...rig.until(new Array<number>(20).fill(1600)));
  const { changes, alarms } = await past(now - HOUR_MS, now);
  expect(changes.length).toBeGreaterThan(0);
  expect(alarms).toEqual([]);
});

test('sensors that stand still, and meters that say nothing', LONG, async () => {
  const now = rig.clock.now();
  const start = now - 5 * HOUR_MS;
  const frames = Array.from({ length: 100 }, (_, i) =>
    rig.frame(start + i * MINUTE_MS, { CO2: i < 80 ? 612 : 612 + i, 'PM2.5': 3 + (i % 7) / 10 }),
  );
  await rig.measure(...frames.filter((_, i) => i < 85 || i > 92));
  const { alarms } = await past(start, now);
  expect(
    alarms.map(({ code, source, occurred_time, ended_time }) => [code, source, occurred_time, ended_time]),
  ).toEqual([
    ['M009', 'STUCK', new Date(start + HOUR_MS), new Date(start + 80 * MINUTE_MS)],
    ['M001', 'SILENCE', new Date(start + 87 * MINUTE_MS), new Date(start + 93 * MINUTE_MS)],
  ]);
});
