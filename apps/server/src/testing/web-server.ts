import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@airdeck/contract/route';
import pino from 'pino';
import { systemClock } from '../platform/clock.ts';
import { parseConfig } from '../platform/config/config.ts';
import { createRoleContext } from '../processes/role.ts';
import { createWeb } from '../processes/web.ts';
import type { TestDatabase } from './test-database.ts';

export interface WebServer {
  /** Address of the API. */
  base: string;
  /** Holds the keys that processes of one server share. */
  dataDir: string;
  close(): Promise<void>;
}

/** The role `web` assembled as in the product, listening, with its own data directory. */
export const openWebServer = async (
  { db, url }: TestDatabase,
  args: readonly string[] = [],
  options: Parameters<typeof createWeb>[1] = {},
): Promise<WebServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-web-'));
  const settings = {
    config: { ...parseConfig('start', ['--data', dataDir, '--host', '127.0.0.1', ...args], {}), port: 0 },
    port: 0,
    connection: url,
    supervisorId: randomUUID(),
    certificate: null,
    mqttCertificate: null,
    version: '1.0.0',
    migrations: dataDir,
    consoleFolder: dataDir,
    isDiskLow: false,
  };
  const log = pino({ level: 'silent' });
  const context = createRoleContext({ settings, db, disk: { isLow: () => false }, clock: systemClock, log });
  // It also answers tests on a busy machine.
  const web = await createWeb(context, { delayMs: () => 0, ...options });
  return {
    base: `http://127.0.0.1:${await web.start()}${API_BASE}`,
    dataDir,
    async close() {
      await web.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
