import { RESTORABLE_DAYS } from '@airdeck/contract/device/deleted';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { Layer } from '@airdeck/domain/retention';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import type { Registry } from '../../registry/registry.ts';
import { knownMeter } from '../../registry/snapshot.ts';
import { type Horizon, horizon, widestHorizon } from './horizon.ts';
import {
  deleteBatch,
  forgetNames,
  listOwners,
  listPurifierOrganizations,
  purgeDeleted,
  type RetentionTable,
  SWEEPS,
  takeRetentionLock,
} from './retention-queries.ts';

const REST_MS = HOUR_MS;
const SOON_MS = 300_000;

export interface RetentionOptions {
  db: Db;
  registry: Registry;
  clock: Clock;
  log: Log;
}

export interface Retention {
  start(): void;
  stop(): Promise<void>;
  /** Deletes all data that is too old. */
  sweep(): Promise<void>;
  /** When that was last done, epoch ms; null: not yet. */
  doneAt(): number | null;
}

/** Those who have the same horizon. */
interface Group {
  owners: number[];
  horizon: Horizon;
}

/** Deletes what an organization no longer keeps, once an hour, in batches with a rest after each as long as it took. */
export const createRetention = ({ db, registry, clock, log }: RetentionOptions): Retention => {
  let doneAt: number | null = null;

  const organizationOf = async (table: RetentionTable): Promise<(owner: number) => number | undefined> => {
    const snapshot = registry.snapshot();
    if (table.owner === 'organization_id') return (id) => id;
    if (table.owner === 'meter_id') return (id) => knownMeter(snapshot, id)?.organization.id;
    const organizations = await listPurifierOrganizations(db);
    return (id) => organizations.get(id);
  };

  const groupsOf = async (layer: Layer, table: RetentionTable): Promise<Group[]> => {
    const snapshot = registry.snapshot();
    const now = clock.now();
    const organizationIdOf = await organizationOf(table);
    const groups = new Map<number | undefined, Group>();
    for (const owner of await listOwners(db, table)) {
      const organization = snapshot.organizations.get(organizationIdOf(owner) ?? 0);
      const group = groups.get(organization?.id) ?? {
        owners: [],
        horizon: organization ? horizon(snapshot, organization, layer, now) : widestHorizon(snapshot, layer, now),
      };
      group.owners.push(owner);
      groups.set(organization?.id, group);
    }
    return [...groups.values()];
  };

  const clear = async (table: RetentionTable, group: Group): Promise<void> => {
    for (let isMore = true; isMore && !loop.isStopped(); ) {
      const begin = performance.now();
      isMore = await db.tx(
        async (tx) => (await takeRetentionLock(tx)) && (await deleteBatch(tx, table, group.owners, group.horizon)),
      );
      if (isMore) await loop.rest(performance.now() - begin);
    }
  };

  const sweep = async (): Promise<void> => {
    for (const [layer, table] of SWEEPS) {
      for (const group of loop.isStopped() ? [] : await groupsOf(layer, table)) await clear(table, group);
    }
    if (!loop.isStopped()) await forgetNames(db);
    if (!loop.isStopped()) await purgeDeleted(db, clock.now() - RESTORABLE_DAYS * DAY_MS);
    if (!loop.isStopped()) doneAt = clock.now();
  };

  const loop = createLoop(
    async () => {
      await sweep();
      return REST_MS;
    },
    (error) => {
      log.error({ err: error }, 'what is too old could not be deleted; trying again');
      return SOON_MS;
    },
  );

  return {
    start: loop.start,
    stop: loop.stop,
    sweep,
    doneAt: () => doneAt,
  };
};
