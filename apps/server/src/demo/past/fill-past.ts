import { NO_COMMUNICATION } from '@airdeck/contract/standard/built-in';
import { parseChannelKey } from '@airdeck/domain/channel';
import { DAY_MS } from '@airdeck/domain/duration';
import { cutsBetween, errorsBetween } from '@airdeck/simulator/demo/incidents';
import { createMeterRuns, type MeterRun } from '@airdeck/simulator/demo/meter-run';
import { DEMO_SITES, DEMO_ZONE } from '@airdeck/simulator/demo/sites/all';
import { type AlarmRuleSet, makeAlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { loadRules } from '../../features/alarm/rule-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createRegistry } from '../../registry/registry.ts';
import type { Meter, RegistrySnapshot } from '../../registry/snapshot.ts';
import { readFrames } from '../../store/packed/read-frames-queries.ts';
import { decidePast } from './decide-past.ts';
import { createMeterConditions, type PastChange } from './meter-conditions.ts';
import { hasAlarmsBefore, insertPastAlarms, listHandlers } from './past-queries.ts';
import { createStaff, type Person } from './staff.ts';

/** Days of a meter that are in memory at once. */
const DAYS_AT_ONCE = 2;

interface Stretch {
  from: number;
  to: number;
}

/** The frames of one meter, as they are stored. */
const conditionsOfFrames = async (
  db: Db,
  meter: Meter,
  ruleSet: AlarmRuleSet,
  { from, to }: Stretch,
): Promise<PastChange[]> => {
  const changes: PastChange[] = [];
  const conditions = createMeterConditions(meter, ruleSet, (change) => changes.push(change));
  const aligned = Math.ceil(from / DAY_MS) * DAY_MS;
  const starts = [from];
  for (let start = aligned; start < to; start += DAYS_AT_ONCE * DAY_MS) if (start > from) starts.push(start);
  for (const [i, start] of starts.entries()) {
    const span = { meterId: meter.id, start, end: Math.min(starts[i + 1] ?? to, to) };
    for (const columns of await db.tx((tx) => readFrames(tx, [span], null))) conditions.take(columns);
  }
  return changes;
};

/** Status and errors that the device of a meter reported. */
const conditionsOfErrors = (run: MeterRun, meter: Meter, { from, to }: Stretch): PastChange[] =>
  errorsBetween(run, from, to).flatMap(({ error, ...period }) => {
    const sensor = error.sensor === undefined ? undefined : meter.sensors.get(parseChannelKey(error.sensor) ?? 0);
    const purifier = meter.purifiers.find(({ number }) => number === error.purifier);
    const common = {
      organization: meter.organization,
      meter,
      ...(sensor && { sensor }),
      ...(purifier && { purifier }),
      code: error.code,
      source: 'DEVICE' as const,
      isFresh: true,
      ...(error.detail !== undefined && { detail: error.detail }),
    };
    const at = (time: number, holds: boolean): PastChange => ({
      now: time,
      condition: { ...common, holds, since: time, time },
    });
    return [at(period.from, true), at(period.to, false)];
  });

/** Connection states of the gateways of the sites: their lines were cut now and then. */
const conditionsOfGateways = (
  runs: readonly MeterRun[],
  snapshot: RegistrySnapshot,
  gateway: string,
  { from, to }: Stretch,
): PastChange[] => {
  const environment = new Map(runs.map(({ organization, room }) => [organization, room.environment]));
  return [...environment].flatMap(([code, around]) => {
    const organization = [...snapshot.organizations.values()].find((each) => each.code === code);
    if (organization === undefined) return [];
    const common = { organization, gateway, code: NO_COMMUNICATION, source: 'GATEWAY' as const, isFresh: true };
    return cutsBetween(code, around, from, to).flatMap((cut) => [
      { now: cut.from, condition: { ...common, holds: true, since: cut.from, time: cut.from } },
      { now: cut.to, condition: { ...common, holds: false, since: cut.to, time: cut.to } },
    ]);
  });
};

/** The people of an organization; where it has none of its own, those of the operator. */
const peopleOf = async (db: Db): Promise<(organizationId: number) => Person[]> => {
  const handlers = await listHandlers(db);
  const operators = handlers.filter(({ authority }) => authority.startsWith('SUPER'));
  return (organizationId) => {
    const own = handlers.filter((each) => each.organization_id === organizationId);
    return own.length > 0 ? own : operators;
  };
};

/**
 * Writes down the alarms of the demo's past, once: what the engine would have decided of exactly the readings that are
 * stored, and what the demo's staff did about it. Answers how many.
 */
export const fillPast = async (
  db: Db,
  { from, to, seed, gateway }: Stretch & { seed: number; gateway: string },
): Promise<number> => {
  if (from >= to || (await hasAlarmsBefore(db, to))) return 0;
  const registry = createRegistry(db);
  await registry.reload();
  const snapshot = registry.snapshot();
  const ruleSet = makeAlarmRuleSet(await loadRules(db), snapshot);
  const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, seed);
  const runOf = new Map(runs.map((run) => [run.key, run]));
  const changes = conditionsOfGateways(runs, snapshot, gateway, { from, to });
  for (const meter of snapshot.meters.values()) {
    changes.push(...(await conditionsOfFrames(db, meter, ruleSet, { from, to })));
    const run = runOf.get(`${meter.organization.code}/${meter.code}`);
    if (run !== undefined) changes.push(...conditionsOfErrors(run, meter, { from, to }));
  }
  const people = await peopleOf(db);
  const staffOf = (organizationId: number) => createStaff(seed, people(organizationId));
  const alarms = decidePast(changes, { ruleSet, gateway, staffOf, to });
  return db.tx((tx) => insertPastAlarms(tx, alarms));
};
