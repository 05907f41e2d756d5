import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { prepareRuntimeDir } from './runtime-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'airdeck-runtime-'));
const isRoot = process.geteuid?.() === 0;
const made: string[] = [];

function prepare(dataDir: string): string {
  const path = prepareRuntimeDir(dataDir, null);
  made.push(path);
  return path;
}

afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  for (const path of [...made, folder]) rmSync(path, { recursive: true, force: true });
});

it('is the same private folder at every start of a data directory, and another for another', () => {
  const first = prepare(join(folder, 'a'));
  chmodSync(first, 0o755);
  expect(prepare(join(folder, 'a'))).toBe(first);
  expect(statSync(first).mode & 0o777).toBe(0o700);
  expect(prepare(join(folder, 'b'))).not.toBe(first);
});

it('keeps the path of the socket short', () => {
  vi.stubEnv('TMPDIR', join(folder, 'x'.repeat(80)));
  expect(prepare(join(folder, 'a'))).toMatch(/^\/tmp\/airdeck-[0-9a-f]{12}$/);
});

it('says when there is no place for it', () => {
  vi.stubEnv('TMPDIR', join(folder, 'gone'));
  expect(() => prepare(join(folder, 'a'))).toThrow('Set TMPDIR');
});

it('goes round a symbolic link in its place', () => {
  const path = prepare(join(folder, 'link'));
  rmSync(path, { recursive: true });
  symlinkSync(folder, path);
  const other = prepare(join(folder, 'link'));
  expect(other.startsWith(`${path}-`)).toBe(true);
  expect(statSync(other).mode & 0o777).toBe(0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it.skipIf(!isRoot)('uses another folder where one of another user is in the way, and leaves nothing behind', () => {
  const path = prepare(join(folder, 'foreign'));
  chownSync(path, 12345, 12345);
  const first = prepare(join(folder, 'foreign'));
  expect(first.startsWith(`${path}-`)).toBe(true);
  // The state after a kill: the previous start's folder is removed.
  const second = prepare(join(folder, 'foreign'));
  expect(existsSync(first)).toBe(false);
  expect(statSync(second).mode & 0o777).toBe(0o700);
  expect(statSync(path).uid).toBe(12345);
});
