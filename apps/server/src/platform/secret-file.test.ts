import { fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Names of the files and folders that were synced, in order. */
const synced: (number | bigint)[] = [];
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const fsyncSync = (file: number): void => {
    synced.push(fstatSync(file).ino);
    fs.fsyncSync(file);
  };
  return { ...fs, fsyncSync };
});

// Test files share modules: this one needs its own, with the disk above.
vi.resetModules();
const { keepSecret } = await import('./secret-file.ts');

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-secret-'));
  path = join(folder, 'a.key');
  synced.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LENGTH = 4;
const keep = (text: string): string => keepSecret(path, LENGTH, () => Buffer.from(text)).toString();

describe('keepSecret', () => {
  it('makes it once, for its owner alone', () => {
    expect(keep('made')).toBe('made');
    expect(keep('more')).toBe('made');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.key']);
  });

  it('has the file on disk, and then its name', () => {
    keep('made');
    expect(synced).toEqual([statSync(path).ino, statSync(folder).ino]);
  });

  it('replaces one that a power cut left half-written', () => {
    writeFileSync(path, 'ma');
    expect(keep('made')).toBe('made');
  });

  it('takes away drafts that a power cut left, and nothing else', () => {
    for (const name of ['a.key.4711', 'a.key.backup', 'b.key.1']) writeFileSync(join(folder, name), 'draft');
    keep('made');
    expect(readdirSync(folder).sort()).toEqual(['a.key', 'a.key.backup', 'b.key.1']);
    writeFileSync(join(folder, 'a.key.1'), '');
    keep('more');
    expect(readdirSync(folder).sort()).toEqual(['a.key', 'a.key.backup', 'b.key.1']);
  });

  it('closes one that a backup opened to others', () => {
    writeFileSync(path, 'kept', { mode: 0o644 });
    expect(keep('made')).toBe('kept');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });
});
