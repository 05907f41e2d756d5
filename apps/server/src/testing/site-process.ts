import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { removeProcess, saveProcess } from '../features/health/health-queries.ts';
import { createSiteConnections, type SiteConnectionsOptions } from '../features/local-server/site-connections.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/pool.ts';
import { siteAddressRule } from '../platform/net/site-address.ts';
import { createPasswordSeal } from '../platform/password-seal.ts';
import { systemRandom } from '../platform/random.ts';
import type { DeviceServer } from './device-server.ts';

export const KEY = new Uint8Array(32).fill(7);
export const testSeal = createPasswordSeal(KEY, systemRandom);

/** The connections of a process of the role `devices` to local servers, including loopback addresses. */
export const openSiteProcess = async (db: Db, devices: DeviceServer, changed: Partial<SiteConnectionsOptions> = {}) => {
  const holder = randomUUID();
  const sites = createSiteConnections({
    ...{ db, holder, seal: testSeal, keys: { key: KEY, earlier: [] }, clock: systemClock, random: () => 0 },
    isAllowed: siteAddressRule(['127.0.0.1']),
    monotonic: () => performance.now(),
    log: pino({ level: 'silent' }),
    receive: devices.deviceAccess.receiveThrough,
    tooBig: (site, topic) => devices.deviceAccess.refuseThrough(site, topic, 'REFUSED'),
    siteOf: devices.routes.localServerOf,
    ...changed,
  });
  const key = { supervisorId: holder, role: 'devices' };
  const live = (): Promise<void> => saveProcess(db, key, []);
  await live();
  const beat = setInterval(() => void live().catch(() => undefined), 500);
  sites.start();
  return {
    ...sites,
    holder,
    /** To other processes this looks like kill -9; its connections are closed too. */
    async die() {
      clearInterval(beat);
      await removeProcess(db, key);
    },
    async close() {
      clearInterval(beat);
      await sites.stop();
      await removeProcess(db, key);
    },
  };
};
export type SiteProcess = Awaited<ReturnType<typeof openSiteProcess>>;
