import { type ConditionState, conditionOf, REST, takeSamples, type ValueRule } from '@airdeck/domain/alarm/condition';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlarmChildOptions } from '../../testing/alarm-child.ts';
import { type AlarmRig, openAlarmRig } from '../../testing/alarm-rig.ts';
import { startTalkingProcess, type TalkingProcess } from '../../testing/engine-process.ts';
import { aMeter } from '../../testing/factory.ts';
import { openFeed, tell } from '../../testing/feed-rig.ts';
import { storeFrame } from '../../testing/frames.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const KILLS = 20;
/** Samples that are measured between two kills. */
const STEPS = 4;
const METERS = 16;
const soon = { timeout: 60_000, interval: 10 };

let database: TestDatabase;
let rig: AlarmRig;
const spawned: TalkingProcess[] = [];
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database);
  // The children decide.
  await rig.engine.stop();
});
afterEach(async () => {
  for (const { child } of spawned) child.kill('SIGKILL');
  await Promise.all(spawned.map(({ ended }) => ended));
  await database.close();
});

const rule = (bound: number, minutes: number): ValueRule => ({
  ...{ direction: 'ABOVE', bound, includesBound: true, release: bound - 100, average: null },
  durationMs: minutes * MINUTE_MS,
});
/** One that raises at once, and one after a duration; the second is the more severe, and so the cause of the first. */
const RULES: Readonly<Record<string, ValueRule>> = { A002: rule(1000, 0), A001: rule(1200, 5) };

interface Expected {
  holds: boolean;
  occurrences: number;
}

/** The result of the pure decision for the same samples, one after the other. */
const createModel = () => {
  const states = new Map<string, ConditionState>();
  const alarms = new Map<string, Expected>();
  const source = { intervalS: 60, zone: 'Asia/Seoul' };
  const holds = (meterId: number, code: string) => alarms.get(`${meterId}/${code}`)?.holds ?? false;
  return {
    take(meterId: number, time: number, value: number): void {
      // The more severe alarm comes first: while it lasts, the other one is not raised.
      for (const [code, each] of Object.entries(RULES).toReversed()) {
        const key = `${meterId}/${code}`;
        const state = takeSamples(states.get(key) ?? REST, [{ time, value }], each, source);
        states.set(key, state);
        const now = conditionOf(state, each, source).raised !== null;
        const before = alarms.get(key);
        const isSuppressed = code === 'A002' && holds(meterId, 'A001');
        if (now && !before?.holds && !isSuppressed) {
          alarms.set(key, { holds: true, occurrences: (before?.occurrences ?? 0) + 1 });
        } else if (!now && before?.holds) alarms.set(key, { ...before, holds: false });
      }
    },
    alarms: () => Object.fromEntries([...alarms].sort(([a], [b]) => a.localeCompare(b))),
  };
};

const stored = async () => {
  const rows = await rig.alarms();
  const entries = rows.map((row): [string, Expected] => [
    `${row.meter_id}/${row.code}`,
    { holds: row.ended_time === null, occurrences: row.occurrences },
  ]);
  expect(new Set(entries.map(([key]) => key)).size).toBe(rows.length);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
};

test(`two engines, killed ${KILLS} times in the middle of their work: no alarm is lost, none is doubled`, async () => {
  const { db } = database;
  for (const [code, { bound, release, durationMs }] of Object.entries(RULES)) {
    await db.query(sql`insert into alarm_rule (organization_id, code, sensor_type, bound, release, duration_min)
      values (${rig.organization.id}, ${code}, 'CO2', ${bound}, ${release}, ${durationMs / MINUTE_MS})`);
  }
  await db.query(sql`update organization_error e set use = 'N' from master_error m
    where m.id = e.master_error_id and m.code = 'A004' and e.organization_id = ${rig.organization.id}`);
  const meters = [rig.meter.id];
  while (meters.length < METERS) meters.push((await aMeter(db, { department: rig.department, sensors: ['CO2'] })).id);

  const start = rig.clock.now();
  // The clock is ahead of all entries: entries that are handled again later are still fresh.
  const options: AlarmChildOptions = { url: database.url, leaseMs: 500, now: start };
  const spawn = async (): Promise<TalkingProcess> => {
    const child = startTalkingProcess('alarm-child.ts', options);
    spawned.push(child);
    await child.said('ready');
    return child;
  };
  const model = createModel();
  const told = await openFeed(database.url);
  let time = start;
  /** Runs of values, another one for each meter. */
  const valueAt = (meterId: number, step: number): number =>
    [700, 1100, 950, 1300, 1300][(meterId * 7 + (step >> 2) * ((meterId % 3) + 1)) % 5] ?? 0;
  let step = 0;
  const measure = async (): Promise<void> => {
    time += MINUTE_MS;
    step += 1;
    const frames = meters.map((meterId) => rig.frame(time, { CO2: valueAt(meterId, step) }, meterId));
    for (const meterId of meters) model.take(meterId, time, valueAt(meterId, step));
    for (const each of frames) await storeFrame(db, each);
    await tell(db, told.feed, [{ kind: 'frames', frames }]);
  };
  const isDecided = () => expect.poll(stored, soon).toEqual(model.alarms());

  let running: TalkingProcess[] = await Promise.all([spawn(), spawn()]);
  for (let kill = 0; kill < KILLS; kill++) {
    const [victim, other] = running;
    const next = spawn();
    const seen = victim?.lines('sees').length ?? 0;
    await measure();
    // Before it has started, while it decides, or afterwards.
    if (kill % 3 === 1) await expect.poll(() => victim?.lines('sees').length ?? 0, soon).toBeGreaterThan(seen);
    if (kill % 3 === 2) await isDecided();
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    await isDecided();
    for (let i = 1; i < STEPS; i++) {
      await measure();
      await isDecided();
    }
    running = [...(other ? [other] : []), await next];
  }
  await told.close();
  expect(time - start).toBeLessThan(3 * HOUR_MS);
  const events = await rig.events();
  const count = (event: string) => events.filter((each) => each === event).length;
  const all = Object.values(model.alarms());
  const rises = all.reduce((sum, { occurrences }) => sum + occurrences, 0);
  expect(all.length).toBeGreaterThan(METERS);
  expect([count('RAISED'), count('CAME_BACK')]).toEqual([all.length, rises - all.length]);
  expect(await rig.earlierOccurrences()).toHaveLength(rises - all.length);
  expect(count('ENDED')).toBe(rises - all.filter(({ holds }) => holds).length);
}, 600_000);
