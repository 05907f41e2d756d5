import { isoTime } from '@airdeck/domain/calendar';
import sql from 'sql-template-tag';
import { byteView } from '../../platform/byte-view.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { PackedBlob } from '../../store/packed/packed-queries.ts';
import type { Basis } from '../../store/rollups/basis.ts';
import { CELL_BYTES, readCell } from '../../store/rollups/day-cell.ts';
import { listPackedDays } from '../../store/rollups/hour-block-queries.ts';
import { INDEX_CHANNEL } from '../../store/rollups/rollup-rows.ts';

/** Meters with rows in any layer, registered or not, by skipping along the keys. */
export const listMeasuredMeters = async (tx: Tx): Promise<number[]> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    with recursive found(id) as (
      (select least((select min(meter_id) from packed_day), (select min(meter_id) from rollup_hour),
        (select min(meter_id) from packed_hour),
        (select min(meter_id) from rollup_day), (select min(meter_id) from frame)) as id)
      union all
      select least((select min(meter_id) from packed_day where meter_id > found.id),
        (select min(meter_id) from rollup_hour where meter_id > found.id),
        (select min(meter_id) from packed_hour where meter_id > found.id),
        (select min(meter_id) from rollup_day where meter_id > found.id),
        (select min(meter_id) from frame where meter_id > found.id))
      from found where found.id is not null
    )
    select id from found where id is not null`);
  return rows.map(({ id }) => id);
};

/** UTC days (since 1970) for which a meter has packed rows or frames. */
export const listUtcDays = async (tx: Tx, meterId: number): Promise<number[]> => {
  const { rows } = await tx.query<{ day: number }>(sql`
    select day - date '1970-01-01' as day from packed_day where meter_id = ${meterId}
    union
    select (time at time zone 'UTC')::date - date '1970-01-01' from frame where meter_id = ${meterId}
    order by day`);
  return rows.map(({ day }) => day);
};

/** Local days for which a meter has averages. */
export const listRolledDays = async (tx: Tx, meterId: number): Promise<string[]> => {
  const hours = await tx.query<{ day: string }>(sql`select distinct day from rollup_hour where meter_id = ${meterId}`);
  const months = await tx.query<{ month: string; data: Buffer }>(
    sql`select month, data from rollup_day where meter_id = ${meterId} and channel = ${INDEX_CHANNEL}`,
  );
  const cells = months.rows.flatMap(({ month, data }) =>
    Array.from({ length: data.length / CELL_BYTES }, (_, i) => i)
      .filter((i) => readCell(byteView(data), i) !== null)
      .map((i) => `${month.slice(0, 8)}${String(i + 1).padStart(2, '0')}`),
  );
  const packed = await listPackedDays(tx, meterId);
  return [...new Set([...hours.rows.map(({ day }) => day), ...packed, ...cells])].sort();
};

export const readBlobs = async (tx: Tx, meterId: number, day: number): Promise<Map<number, Buffer>> => {
  const { rows } = await tx.query<Pick<PackedBlob, 'channel' | 'data'>>(sql`
    select channel, data from packed_day where meter_id = ${meterId} and day = date '1970-01-01' + ${day}::integer`);
  return new Map(rows.map(({ channel, data }) => [channel, data]));
};

export interface StoredFrame {
  time: Date;
  channel: number[];
  value: number[];
}

/** Frames from `start` to before `end` as they are in `frame`, including overridden ones. */
export const readStoredFrames = async (tx: Tx, meterId: number, start: number, end: number): Promise<StoredFrame[]> => {
  const { rows } = await tx.query<StoredFrame & Record<string, unknown>>(sql`
    select time, channel, value from frame
    where meter_id = ${meterId} and time >= ${isoTime(start)}::timestamptz and time < ${isoTime(end)}::timestamptz`);
  return rows;
};

/** The basis of an organization's averages; null before they are computed. */
export const readBasis = async (tx: Tx, organizationId: number): Promise<Basis | null> => {
  const { rows } = await tx.query<{ timeZone: string; standards: Basis['standards'] }>(sql`
    select time_zone as "timeZone", standards from rollup_basis where organization_id = ${organizationId}`);
  return rows[0] ?? null;
};

/** The hours of a meter whose averages are older than its frames. */
export const listDirtyHours = async (tx: Tx, meterId: number): Promise<number[]> => {
  const { rows } = await tx.query<{ hour: Date }>(sql`select hour from dirty_hour where meter_id = ${meterId}`);
  return rows.map(({ hour }) => hour.getTime());
};

/** Whether a day's averages are older than its hours. */
export const isDirtyDay = async (tx: Tx, meterId: number, day: string): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`select from dirty_day where meter_id = ${meterId} and day = ${day}::date`);
  return rowCount > 0;
};

export interface Crowd {
  table: string;
  organizationId: number;
  /** null: the whole organization. */
  device: string | null;
  count: number;
}

/** Organizations and devices with more quarantined frames than allowed. */
export const listCrowds = async (
  tx: Tx,
  most: {
    quarantine: { device: number; oldOfDevice: number; organization: number };
    rejection: { device: number; organization: number };
  },
): Promise<Crowd[]> => {
  const { rows } = await tx.query<Crowd & Record<string, unknown>>(sql`
    select 'quarantine' as table, organization_id as "organizationId", device_code as device, count(*) as count
    from quarantine group by grouping sets ((organization_id), (organization_id, device_code))
    having case when grouping(device_code) = 0 then count(*) filter (where reason <> 'OLD') > ${most.quarantine.device}::bigint
        or count(*) > ${most.quarantine.oldOfDevice}::bigint
      else count(*) > ${most.quarantine.organization}::bigint end
    union all
    select 'rejection', organization_id, device_code, count(*)
    from rejection group by grouping sets ((organization_id), (organization_id, device_code))
    having count(*) > case when grouping(device_code) = 0 then ${most.rejection.device}::bigint
      else ${most.rejection.organization}::bigint end
    limit 100`);
  return rows;
};

/** Ids and device codes that differ from an older one by case only, as an operator reads them. */
export const listKept = async (db: Tx, most: number): Promise<string[]> => {
  const { rows } = await db.query<{ text: string }>(sql`
    select text from (
      select 'meter ' || o.code || ':' || m.code as text from meter m join organization o on o.id = m.organization_id
      where m.kept_code = m.code
      union all
      select 'gateway ' || o.code || ':' || c.code from device_credential c join organization o on o.id = c.organization_id
      where c.kept_code = c.code and c.kind = 'GATEWAY'
      union all
      select 'user ' || o.code || ' ' || u.login from app_user u join organization o on o.id = u.organization_id
      where u.kept_login = u.login
    ) k order by text limit ${most}`);
  return rows.map(({ text }) => text);
};
