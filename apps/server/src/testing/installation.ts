import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

const MIGRATIONS = 'apps/server/src/migrations';

/** Ends each process that connects to another machine. */
const OFFLINE = `
import net from 'node:net';
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [{ host, path }] = net._normalizeArgs(Array.isArray(args[0]) ? args[0] : args);
  if (!path && host && !/^(localhost|127\\.|::1$)/.test(host)) {
    console.error('connected to ' + host);
    process.exit(99);
  }
  return connect.apply(this, args);
};`;

export interface Installation {
  /** The unpacked archive. */
  folder: string;
  /** Runs `bin/airdeck` in an empty folder, with nothing of this machine but Node and flock, and without a network. */
  run(args: string[]): ChildProcess;
}

export interface Installations {
  first: Installation;
  /** Another version: the same programs with further migrations by name, such as `one` for NNNN-one.sql. */
  later(version: string, migrations: Readonly<Record<string, string>>): Installation;
  remove(): void;
}

const findProgram = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Writes the archive with this checkout's programs and unpacks it, as a customer does. */
export const unpackArchive = (): Installations => {
  const place = mkdtempSync(join(tmpdir(), 'airdeck-installed-'));
  const programs = join(place, 'bin');
  const empty = join(place, 'empty');
  for (const folder of [programs, empty]) mkdirSync(folder);
  symlinkSync(process.execPath, join(programs, 'node'));
  const flock = findProgram('flock');
  if (flock) symlinkSync(flock, join(programs, 'flock'));

  const installed = (folder: string): Installation => ({
    folder,
    run: (args) =>
      spawn(join(folder, 'bin/airdeck'), args, {
        cwd: empty,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: programs, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(OFFLINE)}` },
      }),
  });
  const unpack = (): Installation => {
    const archive = join(place, 'airdeck.tgz');
    const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
    run('scripts/run-builds.mjs', 'console');
    run('--import', 'tsx', 'scripts/package.mjs', archive);
    execFileSync('tar', ['-xzf', archive, '-C', place]);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return installed(join(place, `airdeck-${version}`));
  };

  try {
    const first = unpack();
    return {
      first,
      later(version, migrations) {
        const folder = join(place, `airdeck-${version}`);
        for (const name of ['apps', 'bin', 'scripts', 'package.json']) {
          cpSync(join(first.folder, name), join(folder, name), { recursive: true });
        }
        symlinkSync(join(first.folder, 'node_modules'), join(folder, 'node_modules'));
        const manifest = join(folder, 'package.json');
        const content = JSON.parse(readFileSync(manifest, 'utf8')) as object;
        writeFileSync(manifest, JSON.stringify({ ...content, version }));
        let number = readdirSync(join(folder, MIGRATIONS)).filter((name) => name.endsWith('.sql')).length;
        for (const [name, text] of Object.entries(migrations)) {
          const file = `${String(++number).padStart(4, '0')}-${name}.sql`;
          writeFileSync(join(folder, MIGRATIONS, file), text);
        }
        return installed(folder);
      },
      remove: () => rmSync(place, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
};
