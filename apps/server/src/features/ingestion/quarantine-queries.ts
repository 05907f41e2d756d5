import type { PageQuery } from '@airdeck/contract/paging';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { numberArray } from '../../platform/db/number-array.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';
import type { Waiting } from './intake.ts';
import { type ListFilter, listConditions } from './rejection-queries.ts';

export interface Announcement {
  organizationId: number;
  deviceCode: string;
  ip: string;
  /** Address of a connection with the enrolment secret; null: a gateway or a local server sent for the code. */
  enrolledIp: string | null;
  messages: number;
}

/** Stores frames that wait, each in a row. */
export const insertWaiting = async (tx: Db | Tx, waiting: Waiting[], now: number): Promise<void> => {
  await tx.query(sql`
    insert into quarantine (organization_id, device_code, reason, measured_time, received_time, channel, value)
    select organization_id, device_code, reason, measured_time, ${new Date(now)}, channel::smallint[], value::smallint[]
    from unnest(
      ${waiting.map((w) => w.organizationId)}::integer[], ${waiting.map((w) => w.deviceCode)}::text[],
      ${waiting.map((w) => w.reason)}::text[], ${waiting.map((w) => new Date(w.frame.time))}::timestamptz[],
      ${waiting.map((w) => numberArray(w.frame.channels))}::text[], ${waiting.map((w) => numberArray(w.frame.ticks))}::text[]
    ) as w(organization_id, device_code, reason, measured_time, channel, value)`);
};

export const announceDevices = async (tx: Db | Tx, devices: Announcement[], now: number): Promise<void> => {
  await tx.query(sql`
    insert into unregistered_device (organization_id, code, ip, enrolled_ip, first_seen_time, last_seen_time,
      message_count)
    select organization_id, code, ip, enrolled_ip, ${new Date(now)}, ${new Date(now)}, messages from unnest(
      ${devices.map((d) => d.organizationId)}::integer[], ${devices.map((d) => d.deviceCode)}::text[],
      ${devices.map((d) => d.ip)}::text[], ${devices.map((d) => d.enrolledIp)}::text[],
      ${devices.map((d) => d.messages)}::bigint[]
    ) as d(organization_id, code, ip, enrolled_ip, messages) order by 1, 2
    on conflict (organization_id, code) do update set ip = excluded.ip,
      enrolled_ip = coalesce(excluded.enrolled_ip, unregistered_device.enrolled_ip), last_seen_time = excluded.last_seen_time,
      message_count = unregistered_device.message_count + excluded.message_count`);
};

export interface WaitingCount {
  organization_id: number;
  device_code: string;
  count: number;
  /** Whether the code is unregistered, or was when it sent. */
  unregistered: boolean;
}

/** Frames that wait by device, and the unregistered devices that have spoken since a time (epoch ms). */
export const countWaiting = async (db: Db, since: number): Promise<WaitingCount[]> => {
  const { rows } = await db.query<WaitingCount>(sql`
    select organization_id, device_code, count(*) as count, bool_or(reason = 'UNREGISTERED') as unregistered
    from quarantine group by 1, 2
    union all
    select organization_id, code, 0, true from unregistered_device where last_seen_time >= ${new Date(since)}`);
  return rows;
};

/**
 * Deletes unregistered devices that have been silent since a time (epoch ms), and all but the newest of an
 * organization; not blocked ones, which are silent because they are refused.
 */
export const dropUnregistered = async (db: Db, before: number, perOrganization: number): Promise<void> => {
  await db.query(sql`delete from unregistered_device d using (
      select organization_id, code, row_number() over (partition by organization_id order by last_seen_time desc) as place
      from unregistered_device where blocked = 'N'
    ) ranked
    where d.organization_id = ranked.organization_id and d.code = ranked.code
      and (d.last_seen_time < ${new Date(before)} or place > ${perOrganization})`);
};

/** Readings whose age has to be allowed wait longer: until `oldTime`. */
export const dropWaitingBefore = async (db: Db, time: number, oldTime: number): Promise<void> => {
  await db.query(sql`delete from quarantine
    where received_time < case reason when 'OLD' then ${new Date(oldTime)}::timestamptz else ${new Date(time)} end`);
};

export type WaitingRow = Pick<Tables['quarantine'], 'id' | 'measured_time' | 'channel' | 'value'>;

/** The quarantined frames of a device, in order of arrival, after an id. */
export const listReleasable = async (
  db: Db,
  device: { organizationId: number; deviceCode: string; reasons: readonly Waiting['reason'][] },
  after: number,
  limit: number,
): Promise<WaitingRow[]> => {
  const { rows } = await db.query<WaitingRow>(sql`select id, measured_time, channel, value from quarantine
    where organization_id = ${device.organizationId} and device_code = ${device.deviceCode}
      and reason = any(${device.reasons}::text[]) and id > ${after}
    order by id limit ${limit}`);
  return rows;
};

export const deleteWaiting = async (tx: Db | Tx, ids: number[]): Promise<void> => {
  await tx.query(sql`delete from quarantine where id = any(${ids}::bigint[])`);
};

/** Frames of a registered device that stay quarantined for another reason. */
export const keepWaiting = async (tx: Db | Tx, ids: number[], reason: Waiting['reason']): Promise<void> => {
  await tx.query(sql`update quarantine set reason = ${reason} where id = any(${ids}::bigint[])`);
};

export const forgetUnregistered = async (db: Db, organizationId: number, deviceCode: string): Promise<void> => {
  await db.query(
    sql`delete from unregistered_device where organization_id = ${organizationId} and code = ${deviceCode}`,
  );
};

export type QuarantineListRow = Omit<Tables['quarantine'], 'id' | 'organization_id'> & { organization_name: string };

export const listWaiting = async (db: Db, scope: Scope, filter: ListFilter, page: PageQuery) => {
  const from = sql`from quarantine join organization o on o.id = organization_id where ${listConditions(scope, filter)}`;
  const { rows } = await db.query<QuarantineListRow>(sql`
    select o.name as organization_name, device_code, reason, measured_time, received_time, channel, value ${from}
    order by quarantine.id desc limit ${page.size} offset ${page.page * page.size}`);
  const total = await db.query<{ count: number }>(sql`select count(*) as count ${from}`);
  return { rows, total: total.rows[0]?.count ?? 0 };
};
