import { MINUTE_MS } from '@airdeck/domain/duration';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AlarmRig, type AlarmRow, openAlarmRig } from '../../testing/alarm-rig.ts';
import { aMeter } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { countPending } from './console/count-queries.ts';

const LONG = { timeout: 240_000 };

let database: TestDatabase;
let rig: AlarmRig;
beforeAll(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
  await rig.db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
    values (${rig.organization.id}, 'A004', 'CO2', 1000, 900, 2)`);
  await rig.engine.registry.reload();
}, LONG.timeout);
afterAll(async () => {
  await rig.engine.stop();
  await database.close();
});

type Step =
  | { do: 'measure'; values: number[]; late: number }
  | { do: 'wait'; minutes: number }
  | { do: 'clear' | 'acknowledge' };

const CO2 = fc.constantFrom(600, 950, 1_200, 1_700);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('measure' as const),
      values: fc.array(CO2, { minLength: 1, maxLength: 8 }),
      late: fc.constantFrom(0, 0, 0, 7, 30),
    }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 25 }) }),
    fc.record({ do: fc.constantFrom('clear' as const, 'acknowledge' as const) }),
  ),
  { minLength: 3, maxLength: 14 },
);

const take = async (step: Step, meterId: number): Promise<void> => {
  const now = new Date(rig.clock.now());
  switch (step.do) {
    case 'measure': {
      if (step.late > 0) {
        // A backlog: readings of some minutes that were never measured, or were.
        const from = rig.clock.now() - step.late * MINUTE_MS;
        await rig.measure(...step.values.map((value, i) => rig.frame(from + i * 45_000, { CO2: value }, meterId)));
        break;
      }
      for (const value of step.values) {
        rig.clock.advance(MINUTE_MS);
        await rig.measure(rig.frame(rig.clock.now(), { CO2: value }, meterId));
      }
      break;
    }
    case 'wait':
      rig.clock.advance(step.minutes * MINUTE_MS);
      break;
    case 'clear':
      await rig.db.query(sql`update alarm set cleared_time = ${now}, cleared_by = 1 where cleared_time is null`);
      break;
    case 'acknowledge':
      await rig.db.query(sql`update alarm set acknowledged_time = ${now} where cleared_time is null`);
      break;
  }
  await rig.engine.sweep();
};

const END = Number.POSITIVE_INFINITY;
const time = (value: Date | null): number => value?.getTime() ?? END;

const check = (rows: readonly AlarmRow[], now: number): void => {
  for (const row of rows) {
    const [since, occurred, ended, cleared] = [row.since_time, row.occurred_time, row.ended_time, row.cleared_time];
    expect(time(since)).toBeLessThanOrEqual(time(occurred));
    expect(time(occurred)).toBeLessThanOrEqual(Math.min(now, time(ended), time(cleared)));
    if (row.cleared_time !== null && row.ended_time !== null) expect(time(ended)).toBeLessThanOrEqual(time(cleared));
    // Occurrences of one alarm follow each other.
    const earlier = rows.filter(({ occurrence_of }) => occurrence_of === row.id);
    for (const each of earlier) expect(time(each.ended_time)).toBeLessThanOrEqual(time(row.occurred_time));
    if (row.occurrence_of === null) expect(row.occurrences).toBe(earlier.length + 1);
  }
};

test('the times and counts of any history agree', LONG, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await rig.db.query(sql`truncate alarm cascade`);
      // The engine remembers the meter of the history before.
      const meter = await aMeter(rig.db, { department: rig.department, sensors: ['CO2'] });
      await rig.engine.registry.reload();
      for (const step of history) {
        await take(step, meter.id);
        const { rows } = await rig.db.query<AlarmRow & { acknowledged_time: Date | null }>(
          sql`select * from alarm where organization_id = ${rig.organization.id}`,
        );
        check(rows, rig.clock.now());
        const isPending = (row: (typeof rows)[number]): boolean =>
          row.cleared_time === null && row.ended_time === null && row.acknowledged_time === null;
        const counted = await countPending(rig.db, { reach: 'own', organizationId: rig.organization.id });
        const sum = counted.reduce((total, { count, unknown }) => total + count + unknown, 0);
        expect(sum).toBe(rows.filter(isPending).length);
      }
    }),
    { numRuns: 15, seed: 23 },
  );
});
