import { fillDemoPast, prepareDemo } from '../demo/demo.ts';
import { ensureFirstAdministrator } from '../features/user/first-administrator.ts';
import { upgrade } from '../operations/backup/upgrade.ts';
import { commandLineEditor } from '../operations/cli/command-line-editor.ts';
import { systemClock } from '../platform/clock.ts';
import { DatabaseStartError } from '../platform/db/database-start-error.ts';
import { connectDatabase } from '../platform/db/open.ts';
import type { Db } from '../platform/db/pool.ts';
import { createLog } from '../platform/log.ts';
import { lowerPriority } from '../platform/priority.ts';
import { systemRandom } from '../platform/random.ts';
import { say } from '../platform/say.ts';
import { sayFirstAdministrator } from './banner.ts';
import type { FromTask, Task, ToTask } from './task.ts';

const FAILED = 1;

const progress = (message: string): void => say(`… ${message}`);

/** Upgrades the schema, and creates the demo's sites and users or the first administrator. */
const prepare = async (db: Db, task: Task & { name: 'prepare' }, signal: AbortSignal): Promise<unknown> => {
  const { config, migrations, version } = task;
  const { dataDir, upgradeBackups: kept } = config;
  await upgrade({ db, migrations, dataDir, kept, clock: systemClock, version, progress, signal });
  if (config.mode === 'demo') return prepareDemo(db, dataDir);
  const making = { random: systemRandom, editor: commandLineEditor(), now: Date.now() };
  await ensureFirstAdministrator(db, making, sayFirstAdministrator);
  return null;
};

const run = async (task: Task, signal: AbortSignal): Promise<unknown> => {
  const { connection, config } = task;
  const isPatient = task.name === 'fill-past';
  if (isPatient) lowerPriority();
  const db = await connectDatabase({ connection, log: createLog({ level: config.logLevel }), progress, isPatient });
  try {
    return task.name === 'prepare' ? await prepare(db, task, signal) : await fillDemoPast(db, task.past);
  } finally {
    await db.close();
  }
};

/** Runs one task that the supervisor sends, and exits. */
export const runTask = (): void => {
  const aborting = new AbortController();
  const end = (message: FromTask): void => {
    process.send?.(message, undefined, undefined, () => process.exit(message.type === 'done' ? 0 : FAILED));
  };
  // Without a supervisor, no process waits for the result, and the database is about to stop.
  process.once('disconnect', () => process.exit(FAILED));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('message', (message: ToTask) => {
    if (message.type === 'abort') return aborting.abort(new DatabaseStartError(message.reason));
    run(message.task, aborting.signal).then(
      (result) => end({ type: 'done', result }),
      (error) => {
        const isForOperator = error instanceof DatabaseStartError;
        const text = error instanceof Error ? (isForOperator ? error.message : error.stack) : String(error);
        end({ type: 'failed', message: text ?? '', isForOperator });
      },
    );
  });
};
