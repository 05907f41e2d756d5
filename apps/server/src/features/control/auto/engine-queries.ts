import { isoTimeOrNull } from '@airdeck/domain/calendar';
import type { AutoState, AutoThresholds } from '@airdeck/domain/control/auto-mode';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { SERVER_IDENTITY } from '../../../platform/db/server-identity.ts';
import type { Tables } from '../../../schema/tables.ts';

/** The meters that have a purifier with an automatic mode in use. */
export const listAutomaticMeters = async (tx: Db | Tx): Promise<Set<number>> => {
  const { rows } = await tx.query<{ meter_id: number }>(sql`
    select distinct p.meter_id from auto_mode a join purifier p on p.id = a.purifier_id where a.use = 'Y' and p.use = 'Y'`);
  return new Set(rows.map(({ meter_id }) => meter_id));
};

/** A crash may take a writing back and give its transaction id to another one. */
const VERSION = sql`concat_ws(' ', a.xmin, ${SERVER_IDENTITY})`;

/** The present version of a row. */
export type EngineVersion = Pick<Tables['auto_mode'], 'purifier_id'> & { version: string };

export type EngineRow = EngineVersion &
  Pick<Tables['auto_mode'], 'level' | 'level_since' | 'revision' | 'is_reached' | 'asked_time' | 'tries'> &
  Pick<Tables['auto_mode'], 'overridden_since' | 'overridden_until' | 'took_control'> &
  Pick<Tables['purifier'], 'meter_id'> & { thresholds: AutoThresholds; types: AutoState['types'] };

/**
 * The present automatic modes of meters. They rarely lead to a change, so the commit need not be on disk at once: after
 * a crash of the database it is lost together with the cursor, and repeated. `saveProgress` restores durable commits.
 */
export const listEngineVersions = async (tx: Tx, meterIds: readonly number[]): Promise<EngineVersion[]> => {
  await tx.query(sql`select set_config('synchronous_commit', 'off', true)`);
  const { rows } = await tx.query<EngineVersion>(sql`
    select a.purifier_id, ${VERSION} as version from purifier p join auto_mode a on a.purifier_id = p.id
    where p.meter_id = any(${meterIds}::integer[]) and p.use = 'Y' and a.use = 'Y'`);
  return rows;
};

export const loadEngineRows = async (tx: Tx, purifierIds: readonly number[]): Promise<EngineRow[]> => {
  const { rows } = await tx.query<EngineRow>(sql`
    select a.purifier_id, ${VERSION} as version, p.meter_id, a.thresholds, a.level, a.level_since, a.types, a.revision,
      a.is_reached, a.asked_time, a.tries, a.overridden_since, a.overridden_until, a.took_control
    from purifier p join auto_mode a on a.purifier_id = p.id where a.purifier_id = any(${purifierIds}::integer[])`);
  return rows;
};

/** The purifiers among these without a manual override, which stays excluded until the transaction ends. */
export const lockFree = async (tx: Tx, ids: readonly number[], now: number): Promise<Set<number>> => {
  const { rows } = await tx.query<{ purifier_id: number; is_free: boolean }>(sql`
    select purifier_id, use = 'Y' and (overridden_since is null or overridden_until <= ${new Date(now)}) is true as is_free
    from auto_mode where purifier_id = any(${ids}::integer[]) order by purifier_id for update`);
  return new Set(rows.flatMap(({ purifier_id, is_free }) => (is_free ? [purifier_id] : [])));
};

export interface Progress {
  purifierId: number;
  state: AutoState;
  isReached: boolean;
  /** Epoch milliseconds. */
  askedTime: number | null;
  tries: number;
  /** Whether it commanded the purifier while the device's own automatic mode ran. */
  tookControl: boolean;
}

/** Writes down how far automatic modes are. */
export const saveProgress = async (tx: Tx, all: readonly Progress[]): Promise<void> => {
  const rows = all.map(({ purifierId, state, isReached, askedTime, tries, tookControl }) => ({
    id: purifierId,
    level: state.level,
    since: isoTimeOrNull(state.since),
    types: state.types,
    is_reached: isReached,
    asked_time: isoTimeOrNull(askedTime),
    tries,
    took_control: tookControl,
  }));
  await tx.query(sql`select set_config('synchronous_commit', 'on', true)`);
  await tx.query(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id integer, level text, since timestamptz,
        types jsonb, is_reached boolean, asked_time timestamptz, tries integer, took_control boolean)
    ), held as (
      select purifier_id from auto_mode where purifier_id in (select id from given) order by purifier_id for update
    )
    update auto_mode a set level = g.level, level_since = g.since, types = g.types, is_reached = g.is_reached,
      asked_time = g.asked_time, tries = g.tries, took_control = g.took_control, revision = a.revision + 1
    from given g, held where a.purifier_id = held.purifier_id and g.id = held.purifier_id`);
};
