import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { startEngine } from '../platform/db/embedded/engine.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createDb } from '../platform/db/pool.ts';
import { asAdministrator, databaseUrl } from './database-server.ts';
import { startDebianPostgres } from './debian-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the test run, as a URL, and its migrated database that each test file copies. */
    databaseServer: string;
    databaseTemplate: string;
  }
}

/** The script has no types. */
const buildServer = async (): Promise<void> => {
  const script = new URL('../../../../scripts/build.mjs', import.meta.url).href;
  const build = (await import(script)) as { buildServer(): Promise<void> };
  await build.buildServer();
};

const log = pino({ level: 'warn' });

/** In bytes: more than a test run writes. */
const ROOM = 1.5 * 2 ** 30;

type Server = { url: string; stop: () => Promise<void> };

/**
 * Runs once before the tests: builds the server's programs, starts one database server for all, and migrates one
 * database that tests copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildServer();
  const outside = process.env.TEST_DATABASE_URL;
  const server = outside ? { url: outside, stop: async () => {} } : await startTestServer();
  try {
    const template = await createTemplate(server.url);
    project.provide('databaseServer', server.url);
    project.provide('databaseTemplate', template);
    return async () => {
      // A server of the run's own goes as a whole.
      if (outside) await asAdministrator(outside, (client) => client.query(`drop database "${template}" with (force)`));
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export const startTestServer = async (): Promise<Server> =>
  (process.env.TEST_DEBIAN_POSTGRES ? await startDebianPostgres() : null) ?? startEmbedded();

async function createTemplate(server: string): Promise<string> {
  const template = `template_${randomUUID()}`;
  await asAdministrator(server, (client) => client.query(`create database "${template}"`));
  const db = createDb({ connection: databaseUrl(server, template), log });
  try {
    await migrate(db, join(import.meta.dirname, '../migrations'));
  } finally {
    await db.close();
  }
  return template;
}

async function startEmbedded(): Promise<Server> {
  const dataDir = mkdtempSync(join(scratchFolder(), 'airdeck-test-'));
  const onExit = (reason: string) => log.error(reason);
  const engine = await startEngine({ dataDir, log, onExit, durable: false, isWorkshop: true });
  const { host, user, password, database } = engine.connection;
  const stop = async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`, stop };
}

/** In memory if there is room: a database has hundreds of files, which cost a disk 100 ms and more. */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ROOM ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
