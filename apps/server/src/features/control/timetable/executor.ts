import { createHash } from 'node:crypto';
import type { Command } from '@airdeck/domain/control/command';
import { CATCH_UP_MS, commandsOf, occurrencesBetween } from '@airdeck/domain/control/timetable';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '@airdeck/domain/duration';
import type { FeedWriter } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Log } from '../../../platform/log.ts';
import { createLoop } from '../../../platform/loop.ts';
import { requestCommandsIn } from '../request-commands.ts';
import {
  claimDue,
  claimRun,
  type DueTimetable,
  insertRun,
  leftToTimetable,
  listDue,
  listHeardAgain,
  listOpenRuns,
  listPurifiers,
  moveCursor,
  type OpenRun,
  updateRun,
} from './executor-queries.ts';

export interface TimetableExecutorOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
  log: Log;
}

const DUE_MS = 1_000;
const AGAIN_MS = 10_000;
/** Timetables of one round; the others follow in the next. */
const MAX_ROUND = 500;
/** A run later than this is recorded as LATE, ms. */
const LATE_MS = MINUTE_MS;
/** Only the end of a longer outage is evaluated: nothing of it is executed any more. */
const LOOK_BACK_MS = WEEK_MS;
/** A timetable without work for this long is evaluated again. */
const LOOK_AHEAD_MS = 14 * DAY_MS;
/** Number of missed runs of an outage that are recorded, the newest ones. */
const MAX_MISSED = 50;

/** The same for the same command of the same occurrence from any process: a second request changes nothing. */
const batchIdOf = (timetableId: number, time: Date, command: Command, attempt: number): string => {
  const hash = createHash('sha256').update(`timetable ${timetableId} ${time.toISOString()} ${command} ${attempt}`);
  const hex = hash.digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Executes timetables in any number of processes: the commands of an occurrence are inserted in the transaction that
 * moves its timetable's cursor. After an outage only the newest missed occurrence counts, and only for a limited time.
 */
export const createTimetableExecutor = ({ db, feed, clock, log }: TimetableExecutorOptions) => {
  /** Sends a run's commands to its purifiers, and returns the result of each. */
  const tell = async (tx: Tx, run: OpenRun, purifierIds: readonly number[], attempt: number): Promise<OpenRun> => {
    const free = await leftToTimetable(tx, run.timetable_id, purifierIds, run.time);
    const told = new Set<number>();
    const waiting = new Set<number>();
    const batches: string[] = [];
    for (const [command, action] of commandsOf(run.action)) {
      const batchId = batchIdOf(run.timetable_id, run.time, command, attempt);
      batches.push(batchId);
      const scope = { reach: 'own', organizationId: run.organization_id } as const;
      const results = await requestCommandsIn(tx, { feed, clock }, scope, {
        ...{ batchId, purifierIds: free, command, action, origin: 'TIMETABLE', userId: null, ip: null },
        description: run.name,
      });
      for (const { purifierId, commandId, obstacle } of results) {
        if (commandId !== null) told.add(purifierId);
        else if (obstacle === 'METER_DISCONNECT') waiting.add(purifierId);
      }
    }
    const unreached = [...waiting].filter((id) => !told.has(id));
    return {
      ...run,
      batches: [...new Set([...run.batches, ...batches])],
      told: run.told + told.size,
      waiting: unreached,
      left_alone: run.left_alone + purifierIds.length - told.size - unreached.length,
    };
  };

  const execute = async (tx: Tx, timetable: DueTimetable, now: number): Promise<void> => {
    const { id, organization_id, name, executed_until, time_zone: zone, is_used } = timetable;
    const from = Math.max(executed_until.getTime(), now - LOOK_BACK_MS);
    const due = is_used ? occurrencesBetween(timetable, from, now, zone).slice(-MAX_MISSED) : [];
    for (const [i, { time, action }] of due.entries()) {
      const age = now - time;
      const isDone = i === due.length - 1 && age <= CATCH_UP_MS;
      const outcome = isDone ? (age > LATE_MS ? 'LATE' : 'DONE') : 'SKIPPED';
      const run = { time: new Date(time), action, outcome } as const;
      const runId = await insertRun(tx, id, run);
      if (runId === undefined || !isDone) continue;
      const empty = { batches: [], told: 0, left_alone: 0, waiting: [], repeated: [] };
      const opened = { id: runId, timetable_id: id, organization_id, name, ...run, ...empty };
      await updateRun(tx, await tell(tx, opened, await listPurifiers(tx, id), 0));
    }
    const next = occurrencesBetween(timetable, now, now + LOOK_AHEAD_MS, zone)[0]?.time ?? now + LOOK_AHEAD_MS;
    await moveCursor(tx, id, { until: now, next, zone });
  };

  /** Sends to unreachable purifiers as soon as they reconnect, and once more to those that did not execute it. */
  const tellAgain = async (tx: Tx, run: OpenRun): Promise<void> => {
    const heard = await listHeardAgain(tx, run);
    const reached = run.waiting.length === 0 ? run : await tell(tx, run, run.waiting, 0);
    if (heard.length === 0 && reached === run) return;
    const repeated = heard.length === 0 ? reached : await tell(tx, run, heard, 1);
    await updateRun(tx, {
      // Purifiers that get it a second time were counted the first time.
      ...reached,
      batches: [...new Set([...reached.batches, ...repeated.batches])],
      repeated: [...run.repeated, ...heard],
    });
  };

  /** Each in a separate transaction: a failed one affects only itself, and is retried in the next round. */
  const eachOf = async (ids: readonly number[], what: string, run: (tx: Tx, id: number) => Promise<void>) => {
    for (const id of ids) {
      try {
        await db.tx((tx) => run(tx, id));
      } catch (error) {
        log.warn({ err: error, [what]: id }, 'a timetable could not be executed; trying again');
      }
    }
    if (ids.length > 0) feed.wake('command');
  };

  const executeDue = async (): Promise<void> => {
    const now = clock.now();
    await eachOf(await listDue(db, now, MAX_ROUND), 'timetable', async (tx, id) => {
      const timetable = await claimDue(tx, id, now);
      if (timetable) await execute(tx, timetable, now);
    });
  };

  const executeAgain = async (): Promise<void> => {
    const ids = await listOpenRuns(db, clock.now() - CATCH_UP_MS, MAX_ROUND);
    await eachOf(ids, 'run', async (tx, id) => {
      const run = await claimRun(tx, id);
      if (run) await tellAgain(tx, run);
    });
  };

  const loopOf = (run: () => Promise<void>, ms: number) =>
    createLoop(
      () => run().then(() => ms),
      (error) => {
        log.warn({ err: error }, 'timetables could not be read; trying again');
        return ms;
      },
    );
  const due = loopOf(executeDue, DUE_MS);
  const again = loopOf(executeAgain, AGAIN_MS);

  return {
    start(): void {
      due.start();
      again.start();
    },
    async stop(): Promise<void> {
      await Promise.all([due.stop(), again.stop()]);
    },
    /** Runs one round of each, for callers with their own clock. */
    executeDue,
    executeAgain,
  };
};
