import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { keepSecret, syncFolder } from '../../secret-file.ts';
import { DatabaseStartError } from '../database-start-error.ts';
import type { Engine } from './engine.ts';
import { parseLogLine } from './log-line.ts';
import { clusterArgument, type Installation, programOptions } from './program.ts';
import { settingArguments } from './settings.ts';

/**
 * Where the engine of a data directory accepts connections, if it runs: from PostgreSQL's postmaster.pid (lines 4 and
 * 5: port, folder of the socket). The file may remain after a crash, so only a connection proves it.
 */
export function recordedConnection(dataDir: string): Engine['connection'] | null {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  try {
    const [, , , port, host] = readFileSync(file, 'utf8').split('\n');
    if (!host) return null;
    return { host, port: Number(port), user: ROLE, password: databasePassword(dataDir), database: DATABASE };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new DatabaseStartError(`${file} cannot be read: ${code}. Be the user who runs the server.`);
  }
}

export const DATABASE = 'airdeck';
/** The server's login: owns the database and its objects, and is no superuser. */
export const ROLE = 'airdeck_app';

const PASSWORD_FILE = 'database.password';
const PASSWORD_BYTES = 24;
const PASSWORD_LENGTH = (PASSWORD_BYTES * 4) / 3;

export type AccessOptions = {
  /** Whether the role may also create databases and checkpoints, as tests and benches do. */
  isWorkshop: boolean;
  /** Without fsync. */
  durable: boolean;
  progress: (message: string) => void;
};

/** The password of the database's role, readable only by the owner of the data directory. */
export function databasePassword(dataDir: string): string {
  const make = () => Buffer.from(randomBytes(PASSWORD_BYTES).toString('base64url'));
  return Buffer.from(keepSecret(join(dataDir, PASSWORD_FILE), PASSWORD_LENGTH, make)).toString('latin1');
}

/**
 * Closes a cluster to all logins except the role with its password. The superuser cannot log in; PostgreSQL's
 * single-user mode, which needs no connection, does what requires it. Creates role and database, and transfers objects
 * that an earlier version created as the superuser. The cluster must not run. Needed whenever the password is new: at a
 * first start, for an earlier version's cluster, and for a restored data directory.
 */
export async function secureAccess(
  installation: Installation,
  password: string,
  options: AccessOptions,
): Promise<void> {
  const rules = accessRules(password);
  if (readRules(installation.cluster) === rules) return;
  options.progress('Giving the database a role and a password');
  const found = await runAlone(
    installation,
    'template1',
    roleStatements(password, options.isWorkshop),
    options.durable,
  );
  if (!found.includes(`datname = "${DATABASE}"`)) {
    await runAlone(installation, 'template1', [`create database ${DATABASE} strategy file_copy`], options.durable);
  }
  await runAlone(installation, DATABASE, OWNERSHIP, options.durable);
  writeRules(installation, rules);
}

/** Content of pg_hba.conf: users without a line are rejected. The first line records which password the role has. */
function accessRules(password: string): string {
  const mark = createHash('sha256').update(password).digest('hex');
  return `# Airdeck ${mark}: written at start, changes are lost.\nlocal all ${ROLE} scram-sha-256\n`;
}

const roleStatements = (password: string, isWorkshop: boolean): string[] => [
  `do $$ begin
     if not exists (select from pg_roles where rolname = '${ROLE}') then create role ${ROLE}; end if;
   end $$`,
  `alter role ${ROLE} login nosuperuser nocreaterole noreplication nobypassrls
     ${isWorkshop ? 'createdb' : 'nocreatedb'} password '${password}'`,
  ...(isWorkshop ? [`grant pg_checkpoint to ${ROLE}`] : []),
  `select datname from pg_database where datname = '${DATABASE}'`,
];

/**
 * One object per transaction: thousands of partitions at once would exceed the lock table. An identity's sequence
 * follows its table.
 */
const OWNERSHIP = [
  `alter database ${DATABASE} owner to ${ROLE}`,
  `do $$ declare name text; begin
     for name in
       select c.oid::regclass::text from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and c.relowner <> '${ROLE}'::regrole
     loop
       execute format('alter table %s owner to ${ROLE}', name);
       commit;
     end loop;
   end $$`,
];

/**
 * Runs statements as the superuser without a connection, after crash recovery if needed; returns their output.
 * @throws DatabaseStartError with PostgreSQL's message.
 */
async function runAlone(
  { bin, cluster, identity }: Installation,
  database: string,
  statements: string[],
  durable: boolean,
): Promise<string> {
  const settings = settingArguments(cluster, durable);
  const child = spawn(
    join(bin, 'postgres'),
    ['--single', '-j', '-D', clusterArgument(cluster, identity), ...settings, '-c', 'exit_on_error=on', database],
    { ...programOptions(cluster, identity), stdio: 'pipe' },
  );
  let output = '';
  let problem = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    problem += data;
  });
  // The process may exit before it has read all input.
  child.stdin.on('error', () => {});
  child.stdin.end(statements.map((statement) => `${statement};\n\n`).join(''));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  if (code === 0) return output;
  // The message omits the statement, which contains the password.
  const words = problem
    .split('\n')
    .map(parseLogLine)
    .findLast((line) => /FATAL|PANIC|ERROR/.test(line?.severity ?? ''));
  throw new DatabaseStartError(`The database cannot be prepared (${code}): ${words?.message ?? 'it said no reason'}`);
}

function readRules(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'pg_hba.conf'), 'utf8');
  } catch {
    return null;
  }
}

/** Atomic. The folder belongs to the uid of the engine, so root must not follow links in it. */
function writeRules({ cluster, identity }: Installation, rules: string): void {
  const path = join(cluster, 'pg_hba.conf');
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeSync(file, rules);
    if (identity) fchownSync(file, identity.uid, identity.gid);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(cluster);
}
