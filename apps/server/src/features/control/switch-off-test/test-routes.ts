import {
  cancelSwitchOffTest,
  getSwitchOffTests,
  type SwitchOffTest,
  type SwitchOffTests,
  startSwitchOffTest,
} from '@airdeck/contract/control/switch-off-test';
import { isoTime, isoTimeOrNull } from '@airdeck/domain/calendar';
import { isSupported } from '@airdeck/domain/control/command';
import type { Obstacle } from '@airdeck/domain/control/obstacle';
import { endTest } from '@airdeck/domain/control/switch-off-test';
import type { Scope } from '@airdeck/domain/policy/may';
import { switchOffEffect, TEST_OFF_MS, TEST_ON_MS } from '@airdeck/domain/purifier/switch-off';
import { insertAudit } from '../../../audit/audit-queries.ts';
import { textsOf } from '../../../export/texts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Editor } from '../../../platform/http/who.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { readDust } from '../../../store/packed/read-dust.ts';
import { listTargets, type TargetRow } from '../target-queries.ts';
import { targetObstacle } from '../targets.ts';
import { insertTest, isAutoRunning, listTests, lockRunning, saveTest, type TestRow } from './test-queries.ts';

export interface SwitchOffTestRoutesOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
}

const measuresDust = (meter: Meter): boolean => [...meter.sensors.values()].some(({ type }) => type === 'PM2.5');

const obstacleOf = (target: TargetRow, now: number): Obstacle | null => {
  const bySpeed = target.state !== null && isSupported('FAN_SPEED', target.state);
  return targetObstacle(bySpeed ? 'FAN_SPEED' : 'WORK', 'STOP', target, now);
};

const nextTime = ({ phase, onTime, offTime }: TestRow): number | null => {
  if (phase === 'ON') return onTime === null ? null : onTime + TEST_ON_MS;
  return phase === 'OFF' && offTime !== null ? offTime + TEST_OFF_MS : null;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** Switch-off tests of purifiers. Starting and cancelling them only writes: the process `work` runs them. */
export const addSwitchOffTestRoutes = (http: Http, { db, registry, clock }: SwitchOffTestRoutesOptions): void => {
  const resultOf = async (meter: Meter, test: TestRow): Promise<SwitchOffTest['result']> => {
    const { onTime: start, offTime, outcome } = test;
    if (outcome !== 'DONE' || start === null || offTime === null) return null;
    const end = offTime + TEST_OFF_MS;
    const dust = await readDust(db, meter, { start, end });
    const { airChanges, ...effect } = switchOffEffect(dust, { start, offTime, end, intervalS: meter.intervalS });
    const air_changes = airChanges && {
      ...{ value: round(airChanges.value), low: round(airChanges.low), high: round(airChanges.high) },
    };
    return { ...effect, air_changes };
  };

  /** Purifiers outside the scope do not exist. @throws Failure RESOURCE_NOT_FOUND */
  const find = async (tx: Db | Tx, scope: Scope, id: number): Promise<{ target: TargetRow; meter: Meter }> => {
    const [target] = await listTargets(tx, scope, [id]);
    const meter = registry.snapshot().purifiers.get(id)?.meter;
    if (!target || !meter) throw new Failure('RESOURCE_NOT_FOUND');
    return { target, meter };
  };

  const view = async (scope: Scope, id: number): Promise<SwitchOffTests> => {
    const { target, meter } = await find(db, scope, id);
    const tests = await listTests(db, id);
    return {
      purifier_id: id,
      measured: measuresDust(meter),
      obstacle: obstacleOf(target, clock.now()),
      tests: await Promise.all(
        tests.map(async (test) => ({
          ...{ id: test.id, phase: test.phase, outcome: test.outcome, started_by: test.startedBy },
          start_time: isoTime(test.startTime),
          on_time: isoTimeOrNull(test.onTime),
          off_time: isoTimeOrNull(test.offTime),
          next_time: isoTimeOrNull(nextTime(test)),
          result: await resultOf(meter, test),
        })),
      ),
    };
  };

  const record = (tx: Tx, editor: Editor, { target }: { target: TargetRow }, word: 'started' | 'cancelled') => {
    const row = { entity: 'purifiers', entityId: target.id, organizationId: target.organization_id } as const;
    const note = { action: 'write', ...row, before: null, after: { switch_off_test: word } } as const;
    return insertAudit(tx, editor, [note], clock.now());
  };

  addRoute(http, getSwitchOffTests, ({ params, scope }) => view(scope, params.id));

  addRoute(http, startSwitchOffTest, async ({ params: { id }, scope, editor, request, who }) => {
    await db.tx(async (tx) => {
      const found = await find(tx, scope, id);
      if (!measuresDust(found.meter)) throw new Failure('INVALID_PARAMETER', { id: 'INVALID' });
      const { state, organization_id: organizationId } = found.target;
      const now = clock.now();
      if (obstacleOf(found.target, now) !== null || state === null) return;
      const { power, run, control, fan_speed } = state;
      const started = await insertTest(tx, {
        ...{ organizationId, purifierId: id, userId: editor.userId, now },
        description: textsOf(languageOf(request, who)).control.switchOffTest,
        former: { power, run, control, fan_speed },
        wasAuto: await isAutoRunning(tx, id, now),
      });
      if (started !== null) await record(tx, editor, found, 'started');
    });
    return view(scope, id);
  });

  addRoute(http, cancelSwitchOffTest, async ({ params: { id }, scope, editor }) => {
    await db.tx(async (tx) => {
      const found = await find(tx, scope, id);
      const test = await lockRunning(tx, id);
      if (!test || test.phase === 'RESTORE') return;
      await saveTest(tx, test.id, endTest(test, 'CANCELLED', clock.now()), test.batches);
      await record(tx, editor, found, 'cancelled');
    });
    return view(scope, id);
  });
};
