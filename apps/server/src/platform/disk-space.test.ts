import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { ballastOf } from './db/embedded/ballast.ts';
import { createDiskSpace, type DiskSpace, whileThereIsRoom } from './disk-space.ts';
import { freeBytes } from './free-bytes.ts';
import { createLog } from './log.ts';

const MB = 2 ** 20;
const BALLAST = 2.5 * MB;
const log = pino({ level: 'silent' });

let folder: string;
let free: number;
let disk: DiskSpace;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-disk-'));
  free = 1_000 * MB;
  disk = createDiskSpace({ folder, ballast: ballastOf(folder, BALLAST), log, freeBytes: async () => free });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const checkWith = async (mb: number): Promise<{ low: boolean; files: string[] }> => {
  free = mb * MB;
  await disk.check();
  return { low: disk.isLow(), files: readdirSync(folder) };
};

describe('the disk', () => {
  it('keeps a ballast that takes its room', async () => {
    expect(await checkWith(1_000)).toEqual({ low: false, files: ['ballast'] });
    const { size, blocks, mode } = statSync(join(folder, 'ballast'));
    expect(size).toBe(BALLAST);
    expect(blocks * 512).toBeGreaterThanOrEqual(BALLAST);
    expect(mode & 0o777).toBe(0o600);
  });

  it('is low before PostgreSQL has to stop, and gives the ballast up last', async () => {
    expect((await checkWith(1_000)).low).toBe(false);
    expect((await checkWith(65)).low).toBe(false);
    expect(await checkWith(63)).toEqual({ low: true, files: ['ballast'] });
    expect(await checkWith(23)).toEqual({ low: true, files: [] });
  });

  it('is low until there is clearly more room, and makes a new ballast when that fits too', async () => {
    await checkWith(10);
    expect((await checkWith(65)).low).toBe(true);
    expect(await checkWith(97)).toEqual({ low: false, files: [] });
    expect(await checkWith(99)).toEqual({ low: false, files: ['ballast'] });
  });

  it('goes on as before when it cannot be asked', async () => {
    await checkWith(10);
    const blind = createDiskSpace({
      folder,
      ballast: ballastOf(folder, BALLAST),
      log,
      freeBytes: () => Promise.reject(new Error('EIO')),
    });
    await blind.start();
    expect(blind.isLow()).toBe(false);
    await blind.stop();
  });

  it('is not full when the file system reports no size, and says so once', async () => {
    const lines: { msg: string }[] = [];
    const logging = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
    const changes: boolean[] = [];
    let mb: number | null = 10;
    const disk = createDiskSpace({
      folder,
      ballast: ballastOf(folder, BALLAST),
      log: logging,
      onChange: (isLow) => changes.push(isLow),
      freeBytes: async () => (mb === null ? null : mb * MB),
    });
    await disk.check();
    expect(disk.isLow()).toBe(true);
    mb = null;
    for (let i = 0; i < 3; i++) await disk.check();
    expect(disk.isLow()).toBe(false);
    expect(changes).toEqual([true, false]);
    expect(lines.filter(({ msg }) => msg.includes('reports no size'))).toHaveLength(1);
    mb = 10;
    await disk.check();
    expect(disk.isLow()).toBe(true);
  });

  it.runIf(process.platform === 'linux')('knows a file system that reports no size', async () => {
    const sizeless = createDiskSpace({ folder: '/proc', ballast: ballastOf(folder, BALLAST), log });
    await sizeless.start();
    expect(sizeless.isLow()).toBe(false);
    await sizeless.stop();
    expect(await freeBytes('/proc')).toBeNull();
    expect(await freeBytes(folder)).toBeGreaterThan(0);
  });

  it('asks the system', async () => {
    const real = createDiskSpace({ folder, ballast: ballastOf(folder, BALLAST), log });
    await real.start();
    expect(real.isLow()).toBe(false);
    await expect.poll(() => readdirSync(folder)).toEqual(['ballast']);
    await real.stop();
  });
});

describe('whileThereIsRoom', () => {
  it('begins no transaction while the disk is low, and still allows reading', async () => {
    const { db, close } = await testDatabase();
    const guarded = whileThereIsRoom(db, disk);
    await checkWith(10);
    await expect(guarded.tx((tx) => tx.query(sql`select`))).rejects.toThrow('nearly full');
    expect((await guarded.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await checkWith(1_000);
    await guarded.tx((tx) => tx.query(sql`select`));
    await close();
  });
});
