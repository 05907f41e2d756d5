import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { backUp } from './operations/backup/backup.ts';
import { BackupError } from './operations/backup/format.ts';
import { openBackupFile } from './operations/backup/read-file.ts';
import { restore } from './operations/backup/restore.ts';
import { check } from './operations/check/check.ts';
import {
  MAINTENANCE_HELP,
  MaintenanceArgumentError,
  type MaintenanceCommand,
  parseMaintenanceArguments,
} from './operations/cli/maintenance-arguments.ts';
import { openStore } from './operations/cli/open-store.ts';
import { UnreachableError } from './operations/facts/ask.ts';
import { checkFacts } from './operations/facts/check-facts.ts';
import { type ResealCount, ResealError, reseal } from './operations/reseal/reseal.ts';
import { systemClock } from './platform/clock.ts';
import { DatabaseStartError } from './platform/db/database-start-error.ts';
import type { Db } from './platform/db/pool.ts';
import { createStandbyReads, primaryReads, routed } from './platform/db/standby-reads.ts';
import { findSealKey } from './platform/installation-keys.ts';
import { parseKeys } from './platform/key-ring.ts';
import { createLog } from './platform/log.ts';
import { systemRandom } from './platform/random.ts';
import { say } from './platform/say.ts';

const REDRAW_MS = 200;

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Progress of a long command: one changing line on a terminal, otherwise only finished steps. */
const createProgressLine = ({ isTTY } = process.stdout) => {
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (isTTY) process.stdout.write('\r\u001b[K');
  };
  return {
    show(text: string): void {
      if (!isTTY || performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      clear();
      process.stdout.write(`… ${text}`);
    },
    done(text: string): void {
      clear();
      say(`… ${text}`);
    },
  };
};

// The relative paths are valid from apps/server/src and from apps/server/dist.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const migrations = path('../src/migrations');
const { version } = JSON.parse(readFileSync(path('../../../package.json'), 'utf8')) as { version: string };

const WRONG_USE = 2;
const FAILED = 1;
/** Time that running work has for an orderly stop after an interruption. */
const STOP_MS = 5_000;

/** Thrown when the operator interrupts a command. */
class InterruptedError extends Error {
  override name = 'InterruptedError';
  override message =
    process.argv[2] === 'reseal'
      ? 'Interrupted. Run the command again for the remaining secrets.'
      : 'Interrupted: nothing was changed.';
}

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interrupted.abort(new InterruptedError());
    // The command may be blocked in a query; PostgreSQL rolls its transaction back when the process exits.
    setTimeout(() => process.exit(FAILED), STOP_MS).unref();
  });
}
const { signal } = interrupted;

const runBackup = async (db: Db, file: string): Promise<void> => {
  const line = createProgressLine();
  const total = { rows: 0 };
  await backUp(file, {
    db,
    clock: systemClock,
    version,
    signal,
    progress: ({ name, rows, bytes }, isDone) => {
      if (!isDone) return line.show(`${name}: ${megabytes(bytes)}`);
      total.rows += rows;
      if (rows > 0) line.done(`${name}: ${rows} rows, ${megabytes(bytes)}`);
    },
  });
  say(`${file} holds the whole database: ${total.rows} rows. Keep it as secret as the database.`);
};

const runRestore = async (file: string, open: () => Promise<{ db: Db; close(): Promise<void> }>): Promise<void> => {
  const source = await openBackupFile(file);
  const line = createProgressLine();
  const progress = (step: string, offset: number) =>
    line.show(`${step}: ${Math.floor((100 * offset) / Math.max(1, source.size))} %`);
  try {
    // Verify the file before creating a database for it.
    await source.verify((offset) => {
      signal.throwIfAborted();
      progress('checking', offset);
    });
    line.done(`${file} is whole: made ${source.header.madeTime} by version ${source.header.version}`);
    const store = await open();
    try {
      const tableDone = (name: string, rows: number) => (rows > 0 ? line.done(`${name}: ${rows} rows`) : undefined);
      await restore(source, {
        db: store.db,
        migrations,
        signal,
        tableDone,
        progress: (at) => progress('restoring', at),
      });
    } finally {
      await store.close();
    }
  } finally {
    await source.close();
  }
  say('Restored. Start the server; all users log in again.');
};

const runCheck = async (db: Db, isAll: boolean, readUrl: string | undefined): Promise<void> => {
  const standbys =
    readUrl === undefined
      ? primaryReads(db)
      : createStandbyReads({
          primary: db,
          url: readUrl,
          log: createLog({ level: 'warn' }),
          monotonic: () => performance.now(),
        });
  const line = createProgressLine();
  const progress = (done: number, meters: number) => line.show(`${done} of ${meters} meters`);
  const reads = routed(standbys);
  await standbys.start();
  const report = await check({ db, reads, clock: systemClock, random: Math.random, isAll, progress, signal }).finally(
    standbys.stop,
  );
  line.done(`${report.meters} meters, ${report.days} days of readings${isAll ? '' : ' by chance; --all looks at all'}`);
  if (report.passedOver > 0) say(`${report.passedOver} meters' averages are just being rebuilt.`);
  for (const kept of report.kept) say(`${kept}: differs from an older one by case only, please change it`);
  if (report.faultCount === 0) return say('All is as it should be.');
  for (const fault of report.faults) say(fault);
  const more = report.faultCount - report.faults.length;
  if (more > 0) say(`… and ${more} more`);
  say(`${report.faultCount} faults.`);
  process.exitCode = FAILED;
};

const runFacts = async (db: Db, dataDir: string, url: string): Promise<void> => {
  const line = createProgressLine();
  const progress = (text: string) => line.show(text);
  const tokenKeys = parseKeys(process.env.AIRDECK_TOKEN_KEY ?? '') ?? [];
  const report = await checkFacts({ db, dataDir, url, tokenKeys, clock: systemClock, signal, progress });
  for (const each of report.listed) line.done(each);
  const more = report.contradictions - report.listed.length;
  if (more > 0) line.done(`… and ${more} more`);
  line.done(`${report.comparisons} comparisons, ${report.contradictions} contradictions`);
  if (report.contradictions > 0) process.exitCode = FAILED;
};

const runReseal = async (db: Db, dataDir: string, given: readonly Uint8Array[]): Promise<void> => {
  const keys = findSealKey(dataDir, systemRandom, given);
  if (keys === null) {
    throw new ResealError(
      `${dataDir} holds no local-server.key. Name the data directory of a server in AIRDECK_DATA, or its keys in AIRDECK_LOCAL_SERVER_KEY.`,
    );
  }
  let lost = 0;
  const done = (count: ResealCount): void => {
    lost += count.lost;
    const unreadable = count.lost > 0 ? `, ${count.lost} open with none of the keys` : '';
    say(`… ${count.name}: ${count.again} encrypted again, ${count.already} were already${unreadable}`);
  };
  await reseal({ db, keys, random: systemRandom, signal, done });
  if (lost === 0) {
    say(
      'All secrets are encrypted with the key in use. Remove earlier keys, except from backups that were made before.',
    );
    return;
  }
  say(`${lost} secrets open with none of the keys: add the key that is missing and repeat, or enter them again.`);
  process.exitCode = FAILED;
};

const run = async (
  command: Exclude<MaintenanceCommand, { kind: 'help' }>,
  dataDir: string,
  readUrl: string | undefined,
  open: (isNew: boolean) => ReturnType<typeof openStore>,
) => {
  if (command.kind === 'restore') return runRestore(command.file, () => open(true));
  const store = await open(false);
  try {
    if (command.kind === 'facts') await runFacts(store.db, dataDir, command.url);
    else if (command.kind === 'check') await runCheck(store.db, command.isAll, readUrl);
    else if (command.kind === 'reseal') await runReseal(store.db, dataDir, command.keys);
    else await runBackup(store.db, command.file);
  } finally {
    await store.close();
  }
};

const main = async (): Promise<void> => {
  const { command, readUrl, ...place } = parseMaintenanceArguments(process.argv.slice(2), process.env);
  if (command.kind === 'help') return say(MAINTENANCE_HELP);
  await run(command, place.dataDir, readUrl, (isNew) =>
    openStore({ ...place, isNew, log: createLog({ level: 'error' }) }),
  );
};

try {
  await main();
} catch (error) {
  const isWrongUse = error instanceof MaintenanceArgumentError;
  const isForOperator =
    isWrongUse ||
    error instanceof BackupError ||
    error instanceof DatabaseStartError ||
    error instanceof InterruptedError ||
    error instanceof ResealError ||
    error instanceof UnreachableError;
  // Errors of the database and the operating system have a code; a bug in the program has none.
  const isFromOutside =
    error instanceof Error && ('code' in error || error.message.startsWith('Connection terminated'));
  if (!isForOperator && !isFromOutside) throw error;
  process.stderr.write(`${isForOperator ? '' : 'It was broken off: '}${error.message}\n`);
  process.exitCode = isWrongUse ? WRONG_USE : FAILED;
}
