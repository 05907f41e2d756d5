import type { Language } from '@airdeck/contract/user/schema';
import { DEFAULT_RETENTION, type Retention } from '@airdeck/domain/retention';
import type { Db, Tx } from '../platform/db/pool.ts';
import { applyMeters } from './apply-meters.ts';
import { applyOrganizations } from './apply-organizations.ts';
import {
  listDeletedMeterIds,
  listMeterIds,
  listOrganizationIds,
  loadMeters,
  loadOrganizations,
} from './registry-queries.ts';
import { emptySnapshot, type Named, type RegistrySnapshot } from './snapshot.ts';
import { putStandards } from './thresholds.ts';

/** The objects that a change touched; everything else is not refreshed. */
export interface RegistryTouch {
  /** Organizations with their offices, departments, gateways, standards and retentions, but not their meters. */
  organizations: number[] | 'all';
  /** Meters with their sensors, purifiers and credentials. */
  meters: number[];
}

export interface Registry {
  /** The current state. Take it once per unit of work, so that the work sees one consistent state. */
  snapshot(): RegistrySnapshot;
  /** Reloads everything. */
  reload(): Promise<void>;
  /** Reloads the touched objects; call it after the commit. */
  refresh(touch: RegistryTouch): Promise<void>;
}

/** Batch sizes that keep the process responsive while it reads and applies. */
const METERS_AT_ONCE = 500;
const ORGANIZATIONS_AT_ONCE = 100;

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Reads organizations and meters in batches; each batch is applied synchronously, in one step. */
const readPieces = async (
  tx: Tx,
  touch: RegistryTouch,
  apply: (piece: (snapshot: RegistrySnapshot) => void) => void,
  isMissing: (meterId: number) => boolean,
) => {
  const organizations = touch.organizations === 'all' ? await listOrganizationIds(tx) : touch.organizations;
  for (const ids of chunks(organizations, ORGANIZATIONS_AT_ONCE)) {
    const rows = await loadOrganizations(tx, ids);
    apply((snapshot) => applyOrganizations(snapshot, ids, rows));
  }
  // A change of a place does not name the meters that were deleted with it.
  const deleted = organizations.length > 0 ? (await listDeletedMeterIds(tx, organizations)).filter(isMissing) : [];
  for (const ids of chunks([...new Set([...touch.meters, ...deleted])], METERS_AT_ONCE)) {
    const rows = await loadMeters(tx, ids);
    apply((snapshot) => applyMeters(snapshot, ids, rows));
  }
};

const readAll = async (tx: Tx): Promise<RegistrySnapshot> => {
  const snapshot = emptySnapshot();
  await readPieces(
    tx,
    { organizations: 'all', meters: [] },
    (apply) => apply(snapshot),
    () => false,
  );
  for (let meters = [0]; meters.length > 0; ) {
    meters = await listMeterIds(tx, meters.at(-1) ?? 0, METERS_AT_ONCE);
    await readPieces(
      tx,
      { organizations: [], meters },
      (apply) => apply(snapshot),
      () => false,
    );
  }
  return snapshot;
};

export const createRegistry = (db: Db): Registry => {
  let snapshot = emptySnapshot();
  let last: Promise<void> = Promise.resolve();

  /** Runs reloads one after the other, so that an older one never overwrites a newer one. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(work);
    return last;
  };

  return {
    snapshot: () => snapshot,
    reload: () =>
      inTurn(async () => {
        const revision = snapshot.revision + 1;
        const read = await db.tx(readAll);
        for (const [id, history] of read.standards) putStandards(read, id, history, snapshot.standards);
        snapshot = { ...read, revision, removedRevision: revision };
      }),
    refresh: (touch) =>
      inTurn(() =>
        db.tx((tx) =>
          readPieces(
            tx,
            touch,
            (apply) => {
              // A new object with the same maps: results cached for the old object become stale.
              snapshot = { ...snapshot, revision: snapshot.revision + 1 };
              apply(snapshot);
            },
            (meterId) => !snapshot.past.meters.has(meterId),
          ),
        ),
      ),
  };
};

/** How long an organization keeps its measured data. */
export const retentionOf = (snapshot: RegistrySnapshot, organizationId: number): Retention =>
  snapshot.retentions.get(organizationId) ?? DEFAULT_RETENTION;

export const localName = (named: Named, language: Language): string =>
  language === 'en' ? (named.nameEn ?? named.name) : named.name;
