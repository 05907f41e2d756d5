import { execFile } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateNative, repairLinks } from './native.ts';
import { copyOnce } from './native-copy.ts';

const SLOW_MACHINE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'airdeck-native-'));
const damaged = { root: join(folder, 'installed'), version: 'test' };
const cache = join(folder, 'cache');

/**
 * The installed engine as npm leaves it when it blocks the postinstall script: without links, readable by its owner
 * only.
 */
beforeAll(() => {
  const { root } = locateNative();
  const native = join(damaged.root, 'native');
  cpSync(join(root, 'native'), native, { recursive: true, verbatimSymlinks: true });
  for (const link of links()) rmSync(link);
  return chmod(native, 0o700);
}, SLOW_MACHINE_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function links(): string[] {
  const lib = join(damaged.root, 'native', 'lib');
  return readdirSync(lib, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join(lib, entry.name));
}

async function runs(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(root, 'native', 'bin', 'postgres'), ['--version']);
  return stdout;
}

describe('locateNative', () => {
  it.each([
    [{ os: 'win32', arch: 'x64', glibc: false }, 'win32-x64'],
    [{ os: 'linux', arch: 'x64', glibc: false }, 'linux-x64 without glibc'],
    [{ os: 'linux', arch: 'riscv64', glibc: true }, 'linux-riscv64'],
  ])('has no engine for %j and says what to do', (platform, words) => {
    expect(() => locateNative(platform)).toThrow(words);
    expect(() => locateNative(platform)).toThrow('Set DATABASE_URL');
  });

  it('says when the package of the platform was not installed', () => {
    const other = process.platform === 'darwin' ? 'linux' : 'darwin';
    expect(() => locateNative({ os: other, arch: 'arm64', glibc: true })).toThrow('is not installed');
  });
});

describe('copyOnce', { timeout: SLOW_MACHINE_MS }, () => {
  it('makes a copy that runs, is readable for every uid, and has its links', async () => {
    const copy = await copyOnce(damaged, cache);
    expect(await runs(copy)).toContain('PostgreSQL) 18');
    for (const entry of readdirSync(copy, { recursive: true })) {
      const { mode } = statSync(join(copy, String(entry)));
      expect(mode & 0o055).toBeGreaterThanOrEqual(0o044);
    }
    expect(readdirSync(cache)).toEqual(['postgres-test']);
  });

  it('keeps the copy that is there, repairs it, and refuses one that others can write', async () => {
    const copy = await copyOnce(damaged, cache);
    const { ino } = statSync(copy);
    rmSync(join(copy, 'native', 'lib', 'libicuuc.so.60'));
    expect(statSync(await copyOnce(damaged, cache)).ino).toBe(ino);
    expect(await runs(copy)).toContain('PostgreSQL) 18');
    await chmod(copy, 0o777);
    await expect(copyOnce(damaged, cache)).rejects.toThrow('can be written by others');
  });

  it('leaves one whole copy when two servers make it at once', async () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    const copies = await Promise.all([copyOnce(damaged, shared), copyOnce(damaged, shared)]);
    expect(new Set(copies).size).toBe(1);
    expect(readdirSync(shared)).toEqual(['postgres-test']);
  });
});

describe('repairLinks', () => {
  it('makes the links that a blocked postinstall script left out, once', async () => {
    const listed = JSON.parse(readFileSync(join(damaged.root, 'native', 'pg-symlinks.json'), 'utf8'));
    await expect(runs(damaged.root)).rejects.toThrow();
    expect(repairLinks(damaged.root)).toBe(listed.length);
    expect(await runs(damaged.root)).toContain('PostgreSQL) 18');
    for (const { target } of listed) expect(lstatSync(join(damaged.root, target)).isSymbolicLink()).toBe(true);
    expect(repairLinks(damaged.root)).toBe(0);
  });
});
