import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AlarmRuleSet, makeAlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { loadRules } from '../../features/alarm/rule-queries.ts';
import type { Tables } from '../../schema/tables.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { aUser } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { decidePast } from './decide-past.ts';
import { hasAlarmsBefore, keepPastAlarms, withPastAlarms } from './past-queries.ts';
import { createStaff, type Person } from './staff.ts';

type Row = Tables['alarm'] & Record<string, unknown>;

const LONG = { timeout: 60_000 };
const SEED = 7;

let database: TestDatabase;
let rig: AlarmRig;
let ruleSet: AlarmRuleSet;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database, { sensors: ['CO2', 'PM2.5'] });
  await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
    values (${rig.organization.id}, 'A001', 'CO2', 1000, 900, 0)`);
  await rig.engine.registry.reload();
  ruleSet = makeAlarmRuleSet(await loadRules(rig.db), rig.engine.registry.snapshot());
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

/** Decides the past; `keep` stores its alarms. Those that last at its end are counted, not returned. */
const past = (from: number, to: number, { people = [] as Person[], keep = false } = {}) =>
  withPastAlarms(rig.db, async (tx) => {
    const snapshot = rig.engine.registry.snapshot();
    const staff = createStaff({
      seed: SEED,
      peopleOf: () => people,
      typeOf: (id) => snapshot.sensors.get(id)?.type ?? null,
    });
    const reports = { errors: [], gateways: [] };
    await decidePast(rig.db, tx, { from, to: to + 1 }, { snapshot, ruleSet, reports, staff });
    const { rows } = await tx.query<Row>(sql`select * from alarm order by id`);
    const lasting = rows.filter((row) => row.occurrence_of === null && row.ended_time === null).map(({ id }) => id);
    const alarms = rows.filter(({ id, occurrence_of }) => !lasting.includes(occurrence_of ?? id));
    return { alarms, lasting: lasting.length, kept: keep ? await keepPastAlarms(tx) : 0 };
  });

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
  expect(alarms.map((row) => shortOf(row)).toSorted()).toEqual(decided.toSorted());
});

test('its people acknowledge and clear, and a cleared alarm is raised again', LONG, async () => {
  const now = rig.clock.now();
  const bad = Array.from({ length: 60 }, (_, i) => (i % 30 < 12 ? 1600 + i : 700));
  await rig.measure(...bad.map((CO2, i) => rig.frame(now - 20 * HOUR_MS + i * MINUTE_MS, { CO2 })));
  await rig.db.query(sql`delete from alarm`);
  const people = [await aUser(rig.db, { organization: rig.organization, login: 'kim' })];
  const { alarms, kept } = await past(now - 24 * HOUR_MS, now, { people, keep: true });
  expect(alarms.length).toBeGreaterThan(0);
  const withoutIds = ({ id, cause_id, occurrence_of, ...row }: Row) => [row, cause_id !== null, occurrence_of !== null];
  const again = await past(now - 24 * HOUR_MS, now, { people });
  expect(again.alarms.map(withoutIds)).toEqual(alarms.map(withoutIds));
  for (const alarm of alarms) {
    const { cleared_time, ended_time, acknowledged_time, occurred_time, cleared_login, occurrences } = alarm;
    if (cleared_time !== null) expect(cleared_login).toBe(alarm.occurrence_of === null ? 'kim' : null);
    if (acknowledged_time !== null && occurrences === 1) expect(acknowledged_time > occurred_time).toBe(true);
    if (cleared_time !== null && ended_time !== null) expect(cleared_time > occurred_time).toBe(true);
  }
  expect(kept).toBe(alarms.length);
  const { rows } = await rig.db.query<{ id: number; cause_id: number }>(sql`
    select id, cause_id from alarm where cause_id is not null and cause_id not in (select id from alarm)`);
  expect(rows).toEqual([]);
  const shown = alarms.filter(({ occurrence_of }) => occurrence_of === null);
  expect(await rig.alarms()).toMatchObject(shown.map(({ code, occurred_time }) => ({ code, occurred_time })));
  expect(await hasAlarmsBefore(rig.db, now)).toBe(true);
  expect(await hasAlarmsBefore(rig.db, now - 24 * HOUR_MS)).toBe(false);
});

test('conditions that still hold at the end of the past are left to the engine', LONG, async () => {
  const now = rig.clock.now();
  await rig.measure(...rig.until(new Array<number>(20).fill(1600)));
  const { alarms, lasting } = await past(now - HOUR_MS, now);
  expect(lasting).toBeGreaterThan(0);
  expect(alarms).toEqual([]);
});

test('sensors that stand still, and meters that say nothing', LONG, async () => {
  const now = rig.clock.now();
  const start = now - 5 * HOUR_MS;
  const frames = Array.from({ length: 100 }, (_, i) =>
    rig.frame(start + i * MINUTE_MS, { CO2: i < 80 ? 612 : 612 + i, 'PM2.5': 3 + (i % 7) / 10 }),
  );
  await rig.measure(...frames.filter((_, i) => i < 85 || i > 92));
  // After its last frame the meter is silent for good.
  const { alarms } = await past(start, start + 99 * MINUTE_MS);
  expect(
    alarms.map(({ code, source, occurred_time, ended_time }) => [code, source, occurred_time, ended_time]),
  ).toEqual([
    ['M009', 'STUCK', new Date(start + HOUR_MS), new Date(start + 80 * MINUTE_MS)],
    ['M001', 'SILENCE', new Date(start + 87 * MINUTE_MS), new Date(start + 93 * MINUTE_MS)],
  ]);
});

test('an open alarm gives way to the one that the engine has raised for its subject', LONG, async () => {
  const now = rig.clock.now();
  const values = Array.from({ length: 40 }, (_, i) => (i % 20 < 12 ? 1600 + i : 700));
  await rig.measure(...rig.until(values));
  await rig.db.query(sql`delete from alarm`);
  const period = [now - HOUR_MS, now] as const;
  const { kept } = await past(...period, { keep: true });
  expect(kept).toBeGreaterThan(0);
  expect((await past(...period, { keep: true })).kept).toBe(0);
  expect([...(await rig.alarms()), ...(await rig.earlierOccurrences())]).toHaveLength(kept);
});
