import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { TIMES_CHANNEL } from '../packed/packed-format.ts';
import type { Basis } from './basis.ts';
import { findFirstPackedDay } from './hour-block-queries.ts';
import { INDEX_CHANNEL } from './rollup-rows.ts';

/** Time zone and standards with which the rollups were made, by organization. */
export const loadBases = async (db: Db): Promise<Map<number, Basis>> => {
  const { rows } = await db.query<{ organization_id: number; time_zone: string; standards: Basis['standards'] }>(
    sql`select organization_id, time_zone, standards from rollup_basis`,
  );
  return new Map(rows.map((row) => [row.organization_id, { timeZone: row.time_zone, standards: row.standards }]));
};

/** A deleted organization has none. */
export const saveBasis = async (db: Db, organizationId: number, { timeZone, standards }: Basis): Promise<void> => {
  await db.query(sql`insert into rollup_basis (organization_id, time_zone, standards)
    select id, ${timeZone}, ${JSON.stringify(standards)}::jsonb from organization where id = ${organizationId}
    on conflict (organization_id) do update set time_zone = excluded.time_zone, standards = excluded.standards`);
};

export interface Kept {
  /** Epoch ms of the first frame; of a packed one, of its UTC day. null without frames. */
  frame: number | null;
  /** First day with hours. */
  day: string | null;
}

/** How far back a meter's frames and hours go. */
export const findKept = async (tx: Tx, meterId: number): Promise<Kept> => {
  const { rows } = await tx.query<{ frame: Date | null; day: string | null }>(sql`
    select least(
        (select min(day)::timestamp at time zone 'UTC' from packed_day
          where meter_id = ${meterId} and channel = ${TIMES_CHANNEL}),
        (select min(time) from frame where meter_id = ${meterId})) as frame,
      (select min(day) from rollup_hour where meter_id = ${meterId} and channel = ${INDEX_CHANNEL}) as day`);
  const [row] = rows;
  const days = [row?.day ?? null, await findFirstPackedDay(tx, meterId)].filter((day) => day !== null);
  return { frame: row?.frame?.getTime() ?? null, day: days.sort()[0] ?? null };
};
