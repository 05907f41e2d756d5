import { type ConditionState, conditionOf, REST, takeSamples, type ValueRule } from '@airdeck/domain/alarm/condition';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlarmRig, openAlarmRig, openEngine, type TestEngine } from '../../testing/alarm-rig.ts';
import { aMeter } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const LONG = { timeout: 240_000 };
const INTERVAL_S = 5;
const STEP_MS = INTERVAL_S * 1000;
const SOURCE = { intervalS: INTERVAL_S, zone: 'Asia/Seoul' };
const RULE: ValueRule = {
  ...{ direction: 'ABOVE', bound: 1000, includesBound: true, release: 900, average: null },
  durationMs: 60_000,
};

let database: TestDatabase;
let rig: AlarmRig;
let engine: TestEngine;
beforeAll(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
  await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
    values (${rig.organization.id}, 'A001', 'CO2', ${RULE.bound}, ${RULE.release}, ${RULE.durationMs / 60_000})`);
  await rig.engine.registry.reload();
  engine = rig.engine;
}, LONG.timeout);
afterAll(async () => {
  await engine.stop();
  await database.close();
});

/** Another process takes the partitions over. It knows only what the database has: a stop saves no states. */
const handOver = async (): Promise<void> => {
  await engine.stop();
  engine = await openEngine(database.url, rig.clock);
};

/** Readings of some intervals, of which the last two may arrive in the other order; then maybe a handover. */
const steps = fc.array(
  fc.record({
    value: fc.constantFrom(800, 950, 1_100, 1_100, 1_100, 1_100),
    count: fc.integer({ min: 3, max: 9 }),
    isSwapped: fc.boolean(),
    isHandedOver: fc.boolean(),
  }),
  { minLength: 5, maxLength: 8 },
);

test('alarms are the same however often another process takes over', LONG, async () => {
  let behind = 0;
  let raises = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const meter = await aMeter(rig.db, { department: rig.department, sensors: ['CO2'], intervalS: INTERVAL_S });
      await engine.registry.reload();
      let state: ConditionState = REST;
      for (const { value, count, isSwapped, isHandedOver } of history) {
        const frames = Array.from({ length: count }, () => {
          rig.clock.advance(STEP_MS);
          return rig.frame(rig.clock.now(), { CO2: value }, meter.id);
        });
        const samples = frames.map(({ time }) => ({ time, value }));
        state = takeSamples(state, samples, RULE, SOURCE);
        const last = frames.splice(-2);
        await rig.measure(...frames);
        for (const each of isSwapped ? last.toReversed() : last) await rig.measure(each);
        const { raised } = conditionOf(state, RULE, SOURCE);
        const open = (await rig.alarms()).filter((row) => row.meter_id === meter.id && row.ended_time === null);
        expect(open.map(({ since_time }) => since_time.getTime())).toEqual(raised ? [raised.since] : []);
        raises += open.length;
        if (!isHandedOver) continue;
        const { rows } = await rig.db.query(sql`select from alarm_state where meter_id = ${meter.id} and is_behind`);
        behind += rows.length;
        await handOver();
      }
    }),
    { numRuns: 6, seed: 5 },
  );
  expect(Math.min(behind, raises)).toBeGreaterThan(5);
});

test('a reading that arrives late right after a handover does not cost the readings before it', LONG, async () => {
  const meter = await aMeter(rig.db, { department: rig.department, sensors: ['CO2'], intervalS: INTERVAL_S });
  await engine.registry.reload();
  const measure = (time: number, value: number) => rig.measure(rig.frame(time, { CO2: value }, meter.id));
  const next = (): number => {
    rig.clock.advance(STEP_MS);
    return rig.clock.now();
  };
  const start = next();
  await measure(start, 1_100);
  for (let i = 0; i < 6; i++) await measure(next(), 1_100);
  await handOver();
  await measure(start - STEP_MS, 800);
  for (let i = 0; i < 9; i++) await measure(next(), 1_100);
  const rows = (await rig.alarms()).filter(({ meter_id }) => meter_id === meter.id);
  expect(rows.map(({ since_time }) => since_time.getTime())).toEqual([start]);
});
