import { parseChannelKey } from '@airdeck/domain/channel';
import { cutsBetween, errorsBetween } from '@airdeck/simulator/demo/incidents';
import { createMeterRuns, type MeterRun } from '@airdeck/simulator/demo/meter-run';
import { DEMO_SITES, DEMO_ZONE } from '@airdeck/simulator/demo/sites/all';
import { makeAlarmRuleSet } from '../../features/alarm/alarm-rule-set.ts';
import { loadRules } from '../../features/alarm/rule-queries.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createRegistry } from '../../registry/registry.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import { decidePast, type PastReports, type Period } from './decide-past.ts';
import { hasAlarmsBefore, keepPastAlarms, listHandlers, withPastAlarms } from './past-queries.ts';
import { createStaff, type Person } from './staff.ts';

/** The errors that the demo's devices reported. */
const errorsOf = (
  runs: readonly MeterRun[],
  snapshot: RegistrySnapshot,
  { from, to }: Period,
): PastReports['errors'] => {
  const runOf = new Map(runs.map((run) => [run.key, run]));
  return [...snapshot.meters.values()].flatMap((meter) => {
    const run = runOf.get(`${meter.organization.code}/${meter.code}`);
    return (run ? errorsBetween(run, from, to) : []).map(({ error, ...period }) => {
      const sensor = error.sensor === undefined ? undefined : meter.sensors.get(parseChannelKey(error.sensor) ?? 0);
      const purifier = meter.purifiers.find(({ number }) => number === error.purifier);
      const part = { sensor_id: sensor?.id ?? null, purifier_id: purifier?.id ?? null };
      return { ...period, error: { meter_id: meter.id, ...part, code: error.code, detail: error.detail ?? null } };
    });
  });
};

/** When the lines of the sites' gateways were cut. */
const gatewaysOf = (
  runs: readonly MeterRun[],
  snapshot: RegistrySnapshot,
  gateway: string,
  { from, to }: Period,
): PastReports['gateways'] =>
  [...snapshot.organizations.values()].flatMap(({ id, code }) => {
    const run = runs.find(({ organization }) => organization === code);
    if (run === undefined) return [];
    return [{ organizationId: id, gateway, cuts: cutsBetween(code, run.room.environment, from, to) }];
  });

/** The people of an organization; where it has none of its own, those of the operator. */
const loadPeople = async (db: Db): Promise<(organizationId: number) => Person[]> => {
  const handlers = await listHandlers(db);
  const operators = handlers.filter(({ authority }) => authority.startsWith('SUPER'));
  return (organizationId) => {
    const own = handlers.filter((each) => each.organization_id === organizationId);
    return own.length > 0 ? own : operators;
  };
};

/**
 * Adds the alarms of the demo's past, once: those that the detectors raise from the stored frames, and what the demo's
 * staff did about them. Returns how many.
 */
export const fillPast = async (
  db: Db,
  { from, to, seed, gateway }: Period & { seed: number; gateway: string },
): Promise<number> => {
  if (from >= to || (await hasAlarmsBefore(db, to))) return 0;
  const registry = createRegistry(db);
  await registry.reload();
  const snapshot = registry.snapshot();
  const ruleSet = makeAlarmRuleSet(await loadRules(db), snapshot);
  const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, seed);
  const reports = {
    errors: errorsOf(runs, snapshot, { from, to }),
    gateways: gatewaysOf(runs, snapshot, gateway, { from, to }),
  };
  const typeOf = (sensorId: number) => snapshot.sensors.get(sensorId)?.type ?? null;
  const staff = createStaff({ seed, peopleOf: await loadPeople(db), typeOf });
  return withPastAlarms(db, async (tx) => {
    await decidePast(db, tx, { from, to }, { snapshot, ruleSet, reports, staff });
    return keepPastAlarms(tx);
  });
};
