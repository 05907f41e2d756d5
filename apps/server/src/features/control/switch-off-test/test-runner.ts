import { stepTest } from '@airdeck/domain/control/switch-off-test';
import { MINUTE_MS } from '@airdeck/domain/duration';
import { isStale } from '@airdeck/domain/freshness';
import { TEST_OFF_MS, TEST_ON_MS } from '@airdeck/domain/purifier/switch-off';
import type { FeedWriter } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import { overrideAuto, resumeAuto } from '../auto/mode-queries.ts';
import { requestCommandsIn } from '../request-commands.ts';
import { listTargets } from '../target-queries.ts';
import { claimTest, isInterrupted, listRunning, saveTest, type TestRow } from './test-queries.ts';

export interface TestRunnerOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  log: Log;
  newId(): string;
}

const EVERY_MS = 5_000;
/** Tests of one round; the others follow in the next. */
const MAX_ROUND = 500;
/** Auto mode waits for longer than a test takes, and takes over again even if none of its processes returns. */
const OVERRIDE_MIN = 2 * ((TEST_ON_MS + TEST_OFF_MS) / MINUTE_MS);

/** Runs switch-off tests in any number of processes: each step is one transaction with its commands. */
export const createTestRunner = ({ db, feed, clock, log, newId }: TestRunnerOptions) => {
  const step = async (tx: Tx, test: TestRow): Promise<void> => {
    const now = clock.now();
    const { purifierId } = test;
    const scope = { reach: 'own', organizationId: test.organizationId } as const;
    const [target] = await listTargets(tx, scope, [purifierId]);
    const time = target?.state_time?.getTime() ?? null;
    const isHeard = target?.state && time !== null && !isStale(time, target.interval_s, now);
    const report = isHeard && target.state ? { state: target.state, time } : null;
    const { run, commands } = stepTest(test, { report, isInterrupted: await isInterrupted(tx, test) }, now);
    if (run === test) return;
    const batches = [...test.batches];
    for (const { command, action } of commands) {
      const batchId = newId();
      batches.push(batchId);
      await requestCommandsIn(tx, { feed, clock }, scope, {
        ...{ batchId, purifierIds: [purifierId], command, action, origin: 'PERSON' },
        ...{ userId: test.userId, ip: null, description: test.description },
      });
    }
    if (commands.length > 0) await overrideAuto(tx, [purifierId], now, { minutes: OVERRIDE_MIN });
    if (run.phase === 'ENDED' && run.outcome !== 'INTERRUPTED' && test.wasAuto) await resumeAuto(tx, [purifierId]);
    await saveTest(tx, test.id, run, batches);
  };

  const runAll = async (): Promise<void> => {
    const ids = await listRunning(db, MAX_ROUND);
    for (const id of ids) {
      try {
        await db.tx(async (tx) => {
          const test = await claimTest(tx, id);
          if (test) await step(tx, test);
        });
      } catch (error) {
        log.warn({ err: error, test: id }, 'a switch-off test failed; retrying');
      }
    }
    if (ids.length > 0) feed.wake('command');
  };

  const loop = createLoop(
    () => runAll().then(() => EVERY_MS),
    (error) => {
      log.warn({ err: error }, 'switch-off tests could not be read; retrying');
      return EVERY_MS;
    },
  );
  return {
    start: loop.start,
    stop: loop.stop,
    /** One round, for callers with their own clock. */
    runAll,
  };
};
