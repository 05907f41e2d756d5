import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { removeProcess, saveProcess } from '../features/health/health-queries.ts';
import { systemClock } from '../platform/clock.ts';
import { parseConfig } from '../platform/config/config.ts';
import type { Db } from '../platform/db/pool.ts';
import { createDevices } from '../processes/devices.ts';
import type { RoleSettings } from '../processes/messages.ts';
import { createRoleContext } from '../processes/role.ts';

/** The role `devices` assembled as in the product, listening, with the data directory of a web server. */
export const openDevicesRole = async (
  { db, url }: { db: Db; url: RoleSettings['connection'] },
  dataDir: string,
  options: Parameters<typeof createDevices>[1] = {},
  more: readonly string[] = [],
): Promise<{ port: number; close(): Promise<void> }> => {
  const supervisorId = randomUUID();
  const args = ['--data', dataDir, '--host', '127.0.0.1', '--local-server-allow', '127.0.0.1', ...more];
  const settings = {
    config: parseConfig('start', args, {}),
    port: 0,
    connection: url,
    supervisorId,
    certificate: null,
    mqttCertificate: null,
    version: '1.0.0',
    migrations: dataDir,
    consoleFolder: dataDir,
    isDiskLow: false,
  };
  const context = createRoleContext({
    settings,
    db,
    disk: { isLow: () => false },
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  const devices = await createDevices(context, options);
  const key = { supervisorId, role: 'devices' };
  await saveProcess(db, key, []);
  const beat = setInterval(() => void saveProcess(db, key, []).catch(() => undefined), 500);
  const port = (await devices.start()) ?? 0;
  return {
    port,
    async close() {
      clearInterval(beat);
      await devices.stop();
      await removeProcess(db, key);
    },
  };
};
