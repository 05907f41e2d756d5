import { LAYERS, type Layer, type Retention } from '@airdeck/domain/retention';
import sql from 'sql-template-tag';
import type { Db } from '../../platform/db/pool.ts';
import type { Organization, RegistrySnapshot } from '../../registry/snapshot.ts';
import { type Horizon, horizonOf } from './horizon.ts';
import { countOld, type RetentionTable, SWEEPS } from './retention-queries.ts';

/** Maximum number of counted meters; they represent the others. */
const MAX_COUNTED_OWNERS = 20;
/** A person waits for the answer. */
const TIMEOUT = sql`set local statement_timeout = 3000`;
/** Header and line pointer of a row, and its entry in the key's index. */
const ROW_OVERHEAD_BYTES = 52;
const QUERY_CANCELED = '57014';

export interface LayerEstimate {
  layer: Layer;
  horizon: Horizon;
  /** null: too many to be counted in time. */
  rows: number | null;
  bytes: number | null;
}

/** This many of them, evenly spread. */
const spread = (ids: readonly number[]): readonly number[] =>
  ids.length <= MAX_COUNTED_OWNERS
    ? ids
    : Array.from({ length: MAX_COUNTED_OWNERS }, (_, i) => ids[Math.floor((i * ids.length) / MAX_COUNTED_OWNERS)] ?? 0);

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;

/** About how many rows and bytes of a table would go. */
const estimateTable = async (db: Db, table: RetentionTable, owners: readonly number[], horizon: Horizon) => {
  const counted = spread(owners);
  if (counted.length === 0) return { rows: 0, bytes: 0 };
  const { rows, rowBytes } = await db.tx(async (tx) => {
    await tx.query(TIMEOUT);
    return countOld(tx, table, counted, horizon);
  });
  const all = Math.round((rows * owners.length) / counted.length);
  return { rows: all, bytes: Math.round(all * (rowBytes + ROW_OVERHEAD_BYTES)) };
};

/** The data of an organization that a retention would delete. */
export const estimateDeletion = async (
  db: Db,
  snapshot: RegistrySnapshot,
  organization: Organization,
  retention: Retention,
  now: number,
): Promise<{ layers: LayerEstimate[]; isExact: boolean }> => {
  const meters = [...snapshot.meters.values()].filter((meter) => meter.organization === organization);
  const owners = {
    meter_id: meters.map(({ id }) => id),
    organization_id: [organization.id],
    purifier_id: meters.flatMap(({ purifiers }) => purifiers.map(({ id }) => id)),
  };
  const layers: LayerEstimate[] = [];
  for (const layer of LAYERS) {
    const horizon = horizonOf(now, organization.timeZone, retention[layer]);
    const estimate: LayerEstimate = { layer, horizon, rows: 0, bytes: 0 };
    for (const [, table] of SWEEPS.filter(([of]) => of === layer)) {
      const found = await estimateTable(db, table, owners[table.owner], horizon).catch((error) => {
        if (isTimeout(error)) return null;
        throw error;
      });
      estimate.rows = found && estimate.rows !== null ? estimate.rows + found.rows : null;
      estimate.bytes = found && estimate.bytes !== null ? estimate.bytes + found.bytes : null;
    }
    layers.push(estimate);
  }
  return { layers, isExact: Object.values(owners).every((ids) => ids.length <= MAX_COUNTED_OWNERS) };
};
