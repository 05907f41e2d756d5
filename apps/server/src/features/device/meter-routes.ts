import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { listMeterRoutes, saveMeterRoutes } from './gateway-queries.ts';

const SAVE_MS = 1_000;

/** Knows through which gateway each meter spoke last, so that a gateway that is down is the cause of their silence. */
export interface MeterRoutes {
  spoke(meterId: number, who: Pick<DeviceIdentity, 'kind' | 'deviceCode'>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Meters change their way rarely: only that is written down, a little later. */
export const createMeterRoutes = ({ db, log }: { db: Db; log: Log }): MeterRoutes => {
  /** Of meters that speak for themselves there is no entry. */
  const routes = new Map<number, string>();
  let changed = new Map<number, string | null>();

  const save = async (): Promise<void> => {
    if (changed.size === 0) return;
    const saving = changed;
    changed = new Map();
    const rows = [...saving].map(([meterId, gateway]) => ({ meterId, gateway }));
    await db
      .tx((tx) => saveMeterRoutes(tx, rows))
      .catch((error) => {
        // What has changed again meanwhile is newer.
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
      log.warn({ err: error }, 'which gateway speaks for which meter could not be written down; trying again');
      return SAVE_MS;
    },
  );

  return {
    spoke(meterId, { kind, deviceCode }) {
      const gateway = kind === 'GATEWAY' ? deviceCode : null;
      if ((routes.get(meterId) ?? null) === gateway) return;
      if (gateway === null) routes.delete(meterId);
      else routes.set(meterId, gateway);
      changed.set(meterId, gateway);
    },
    async start() {
      for (const { meterId, gateway } of await listMeterRoutes(db)) if (gateway !== null) routes.set(meterId, gateway);
      loop.start();
    },
    async stop() {
      await loop.stop();
      await save().catch((error) =>
        log.warn({ err: error }, 'which gateway speaks for which meter is not written down'),
      );
    },
  };
};
