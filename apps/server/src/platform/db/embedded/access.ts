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
import { parseLogLine } from './log-line.ts';
import { clusterArgument, type Installation, programOptions } from './program.ts';
import { settingArguments } from './settings.ts';

export const DATABASE = 'airdeck';
/** Whom the server logs in as: it owns the database and what is in it, and is no superuser. */
export const ROLE = 'airdeck_app';

const PASSWORD_FILE = 'database.password';
const PASSWORD_BYTES = 24;
const PASSWORD_LENGTH = (PASSWORD_BYTES * 4) / 3;

export type AccessOptions = {
  /** The role may also make databases and checkpoints, as tests and benches do. */
  isWorkshop: boolean;
  /** Without fsync. */
  durable: boolean;
  progress: (message: string) => void;
};

/** The password of the database's role; only who may read the data directory has it. */
export function databasePassword(dataDir: string): string {
  const make = () => Buffer.from(randomBytes(PASSWORD_BYTES).toString('base64url'));
  return Buffer.from(keepSecret(join(dataDir, PASSWORD_FILE), PASSWORD_LENGTH, make)).toString('latin1');
}

/**
 * Closes a cluster to all logins but the role's, with the password: no login as the superuser is possible, who is needed
 * here alone and works without a connection, in PostgreSQL's single-user mode. Makes role and database, and hands
 * over what an earlier version made as the superuser. The cluster stands still meanwhile. It is done when the
 * password is another one: a first start, an earlier version's cluster, one that a backup brought back.
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

/** PostgreSQL's pg_hba.conf: whom no line lets in stays out. The first line tells which password the role has. */
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
 * One after the other, each committed: thousands of partitions at once would want more locks than there are. An
 * identity's sequence goes with its table.
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
 * Runs statements as the superuser without any connection, after a recovery if one is due; answers what they printed.
 * @throws DatabaseStartError with PostgreSQL's words.
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
  // It may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(statements.map((statement) => `${statement};\n\n`).join(''));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  if (code === 0) return output;
  // The statement stays out of the message: it holds the password.
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

/** Whole or not at all. The folder belongs to the uid of the engine, so root follows no link there. */
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
