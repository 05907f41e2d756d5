import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import pino from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { asAdministrator, databaseUrl } from '../../testing/database-server.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './open.ts';

const options = { dataDir: '/nonexistent', log: pino({ level: 'silent' }), onExit: () => {} };
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('openDatabase with an outside database', () => {
  it('uses it in place of the embedded one', async () => {
    const { db, engine, close } = await openDatabase({ ...options, databaseUrl: database.url });
    expect(engine).toBeNull();
    expect((await db.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('refuses one that does not store UTF-8', async () => {
    const server = inject('databaseServer');
    const name = `test_${randomUUID()}`;
    await asAdministrator(server, (client) =>
      client.query(`create database "${name}" encoding 'SQL_ASCII' locale 'C' template template0`),
    );
    const databaseUrlOfIt = databaseUrl(server, name);
    await expect(openDatabase({ ...options, databaseUrl: databaseUrlOfIt })).rejects.toThrow('stores SQL_ASCII');
    await asAdministrator(server, (client) => client.query(`drop database "${name}" with (force)`));
  });

  it('says that it cannot be reached, without the password', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const address = closed.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await new Promise((resolve) => closed.close(resolve));
    const opening = openDatabase({ ...options, databaseUrl: `postgresql://me:secret@127.0.0.1:${port}/x` });
    await expect(opening).rejects.toThrow(`DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`);
    await expect(opening).rejects.not.toThrow('secret');
  });

  it('says that the URL is none', async () => {
    await expect(openDatabase({ ...options, databaseUrl: 'postgresql://[' })).rejects.toThrow('DATABASE_URL');
  });
});
