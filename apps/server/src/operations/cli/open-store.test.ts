import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createLog } from '../../platform/log.ts';
import { anOrganization } from '../../testing/factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { openStore } from './open-store.ts';

const log = createLog({ level: 'silent' });
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'airdeck-store-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const codes = async (options: { databaseUrl?: string } = {}): Promise<string[]> => {
  const store = await openStore({ dataDir, log, ...options });
  try {
    const { rows } = await store.db.query<{ code: string }>(sql`select code from organization order by code`);
    return rows.map(({ code }) => code);
  } finally {
    await store.close();
  }
};

describe('openStore', () => {
  it('opens what a server has made, while that runs and after it', async () => {
    await expect(codes()).rejects.toThrow('holds no database');
    const server = await openDatabase({ dataDir, log, onExit: () => {} });
    await expect(codes()).rejects.toThrow('The database is empty');
    await migrate(server.db, join(import.meta.dirname, '../../migrations'));
    await anOrganization(server.db, { code: '12345678' });
    expect(await codes()).toEqual(['12345678']);
    // The engine belongs to the server and continues.
    await anOrganization(server.db, { code: '23456789' });
    await server.close();
    expect(await codes()).toEqual(['12345678', '23456789']);
    // The command's own engine has stopped with it.
    const again = await openDatabase({ dataDir, log, onExit: () => {} });
    await again.close();
  });

  it('leaves the data directory alone for an outside database', async () => {
    const database = await testDatabase();
    await anOrganization(database.db, { code: '34567890' });
    expect(await codes({ databaseUrl: database.url })).toEqual(['34567890']);
    await database.close();
  });

  it('makes nothing where there is nothing', async () => {
    const empty = join(dataDir, 'empty');
    mkdirSync(empty);
    await expect(openStore({ dataDir: empty, log })).rejects.toThrow('--data DIR');
    const beside = openStore({ dataDir: empty, isUrlPassedOver: true, log });
    await expect(beside).rejects.toThrow('For the one of DATABASE_URL leave --data out');
  });
});
