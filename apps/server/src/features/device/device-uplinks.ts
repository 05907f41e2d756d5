import type { SiteIdentity } from '../../device-messages/device-message.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { type DeviceUplink, listDeviceUplinks, saveDeviceUplinks } from './gateway-queries.ts';

const SAVE_MS = 1_000;

/** Knows through what each meter spoke last, so that a gateway or a local server that is down is the cause of silence. */
export interface DeviceUplinks {
  spoke(meterId: number, who: DeviceIdentity | SiteIdentity): void;
  /** The local server through which a meter spoke last; null: it did not. */
  localServerOf(meterId: number): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface DeviceUplinksOptions {
  db: Db;
  log: Log;
  /** A meter uses another uplink than before. */
  onChanged?(meterId: number): void;
}

const DIRECT: DeviceUplink = { gateway: null, localServerId: null };

const makeRoute = (who: DeviceIdentity | SiteIdentity): DeviceUplink => {
  if ('localServerId' in who) return { gateway: null, localServerId: who.localServerId };
  return who.kind === 'GATEWAY' ? { gateway: who.deviceCode, localServerId: null } : DIRECT;
};

/** All meters behind a connection share one route. */
const routesOfConnections = new WeakMap<DeviceIdentity | SiteIdentity, DeviceUplink>();

const routeOf = (who: DeviceIdentity | SiteIdentity): DeviceUplink => {
  const known = routesOfConnections.get(who);
  if (known) return known;
  const route = makeRoute(who);
  routesOfConnections.set(who, route);
  return route;
};

/** Meters change their way rarely: only that is written down, a little later. */
export const createDeviceUplinks = ({ db, log, onChanged = () => undefined }: DeviceUplinksOptions): DeviceUplinks => {
  /** Meters with their own connection have no entry. */
  const routes = new Map<number, DeviceUplink>();
  let changed = new Map<number, DeviceUplink>();

  const save = async (): Promise<void> => {
    if (changed.size === 0) return;
    const saving = changed;
    changed = new Map();
    const rows = [...saving].map(([meterId, route]) => ({ meterId, ...route }));
    await db
      .tx((tx) => saveDeviceUplinks(tx, rows))
      .catch((error) => {
        // A state that has changed since then is newer.
        changed = new Map([...saving, ...changed]);
        throw error;
      });
  };
  const loop = createLoop(
    async () => {
      await save();
      return SAVE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'through what meters speak could not be written down; trying again');
      return SAVE_MS;
    },
  );

  return {
    spoke(meterId, who) {
      const route = routeOf(who);
      const known = routes.get(meterId) ?? DIRECT;
      if (known === route) return;
      if (route === DIRECT) routes.delete(meterId);
      else routes.set(meterId, route);
      if (known.gateway === route.gateway && known.localServerId === route.localServerId) return;
      changed.set(meterId, route);
      onChanged(meterId);
    },
    localServerOf: (meterId) => routes.get(meterId)?.localServerId ?? null,
    async start() {
      for (const { meterId, gateway, localServerId } of await listDeviceUplinks(db)) {
        routes.set(meterId, { gateway, localServerId });
      }
      loop.start();
    },
    async stop() {
      await loop.stop();
      await save().catch((error) => log.warn({ err: error }, 'through what meters speak is not written down'));
    },
  };
};
