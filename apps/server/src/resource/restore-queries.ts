import { RESTORABLE_DAYS } from '@airdeck/contract/device/deleted';
import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/db/pool.ts';

/** A deletion: its rows have the same time. */
export interface Deletion {
  id: number;
  organizationId: number;
  /** In full precision. */
  deletedTime: string;
  deletedAt: Date;
  name: string;
  /** The meter that it is or belonged to; null: a place. */
  meterId: number | null;
}

export interface NewNames {
  name?: string | undefined;
  code?: string | undefined;
}

export interface NewMeterPlace extends NewNames {
  /** Instead of the department that it was in. */
  departmentId?: number;
}

type Kind = 'office' | 'department' | 'meter' | 'sensor' | 'purifier';

/** A deletion that can be restored, locked. null: there is none within its days. */
export const findDeletion = async (tx: Tx, kind: Kind, id: number): Promise<Deletion | null> => {
  const { rows } = await tx.query<Deletion & Record<string, unknown>>(sql`
    select row_id as id, organization_id as "organizationId", deleted_time::text as "deletedTime", deleted_time as "deletedAt",
      content->>'name' as name, meter_id as "meterId"
    from deleted_row where kind = ${kind} and row_id = ${id}
      and deleted_time > now() - ${RESTORABLE_DAYS} * interval '1 day' for update`);
  return rows[0] ?? null;
};

/** The last deleted meter with a code; its history has no end. */
export const findDeletedMeter = async (tx: Tx, organizationId: number, code: string): Promise<Deletion | null> => {
  const { rows } = await tx.query<Deletion & Record<string, unknown>>(sql`
    select row_id as id, organization_id as "organizationId", deleted_time::text as "deletedTime", deleted_time as "deletedAt",
      content->>'name' as name, meter_id as "meterId"
    from deleted_row where kind = 'meter' and organization_id = ${organizationId} and lower(content->>'code') = lower(${code})
    order by deleted_time desc limit 1 for update`);
  return rows[0] ?? null;
};

const changed = (content: Sql, names: NewNames): Sql => sql`${content} || jsonb_build_object(
  'updated_time', now(), 'version', (${content}->>'version')::integer + 1)
  || jsonb_strip_nulls(jsonb_build_object('name', ${names.name ?? null}::text, 'code', ${names.code ?? null}::text))`;

/** Removes rows of a kind from the deleted ones, as a relation `taken (content)`. */
const take = (kind: Kind, { deletedTime }: Deletion, condition: Sql): Sql => sql`
  with taken as (
    delete from deleted_row r where r.kind = ${kind} and r.deleted_time = ${deletedTime}::timestamptz and ${condition}
    returning r.content
  )`;

/** Whether it was restored; false: its parent is deleted. */
export const restoreOffice = async (tx: Tx, deletion: Deletion, names: NewNames): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    ${take('office', deletion, sql`r.row_id = ${deletion.id}`)}
    select restore_row('office', ${changed(sql`content`, names)}) from taken`);
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'floor_plan' and r.deleted_time = ${deletion.deletedTime}::timestamptz
        and exists (select from office f where f.id = (r.content->>'office_id')::integer)
      returning r.content
    )
    select restore_row('floor_plan', content) from taken`);
  return rowCount > 0;
};

/** Restores departments that match, and returns their ids. A department without an office stays deleted. */
export const restoreDepartments = async (
  tx: Tx,
  deletion: Deletion,
  of: { department: number } | { office: number },
  names: NewNames,
): Promise<number[]> => {
  const condition =
    'department' in of ? sql`r.row_id = ${of.department}` : sql`(r.content->>'office_id')::integer = ${of.office}`;
  const { rows } = await tx.query<{ id: number }>(sql`
    ${take(
      'department',
      deletion,
      sql`${condition} and exists (select from office f where f.id = (r.content->>'office_id')::integer)`,
    )}
    select restore_row('department', ${changed(sql`content`, names)}) as id from taken`);
  return rows.map(({ id }) => id);
};

/** The meters that were deleted with these departments, and how many of their codes are taken. */
export const listDeletedMeters = async (
  tx: Tx,
  { deletedTime }: Deletion,
  departments: readonly number[],
): Promise<{ free: number[]; taken: number }> => {
  const { rows } = await tx.query<{ id: number; is_taken: boolean }>(sql`
    select r.row_id as id, exists (
        select from meter m where m.organization_id = r.organization_id and lower(m.code) = lower(r.content->>'code')
        union all select from device_credential c
        where c.organization_id = r.organization_id and lower(c.code) = lower(r.content->>'code')) as is_taken
    from deleted_row r where r.kind = 'meter' and r.deleted_time = ${deletedTime}::timestamptz
      and (r.content->>'department_id')::integer = any(${departments}::integer[]) order by r.row_id`);
  return {
    free: rows.flatMap(({ id, is_taken }) => (is_taken ? [] : [id])),
    taken: rows.filter(({ is_taken }) => is_taken).length,
  };
};

/** Restores meters without their parts, and returns their ids. A meter without a department stays deleted. */
const insertMeters = async (
  tx: Tx,
  deletion: Deletion,
  ids: readonly number[],
  { departmentId, ...names }: NewMeterPlace,
): Promise<number[]> => {
  const department = (content: Sql) =>
    departmentId === undefined ? sql`(${content}->>'department_id')::integer` : sql`${departmentId}::integer`;
  // The department may have moved to another office meanwhile.
  const { rows } = await tx.query<{ id: number }>(sql`
    ${take(
      'meter',
      deletion,
      sql`r.row_id = any(${ids}::integer[])
        and exists (select from department d where d.id = ${department(sql`r.content`)})`,
    )}
    select restore_row('meter', ${changed(sql`t.content`, names)}
      || jsonb_build_object('department_id', d.id, 'office_id', d.office_id)) as id
    from taken t join department d on d.id = ${department(sql`t.content`)}`);
  return rows.map(({ id }) => id);
};

/** Restores purifiers and what belonged to them. */
const restorePurifierRows = async (tx: Tx, deletion: Deletion, condition: Sql, names: NewNames): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    ${take('purifier', deletion, condition)}
    select restore_row('purifier', ${changed(sql`content`, names)}) as id from taken`);
  const ids = rows.map(({ id }) => id);
  const rest = sql`r.row_id = any(${ids}::integer[]) and r.deleted_time = ${deletion.deletedTime}::timestamptz`;
  await tx.query(sql`
    with taken as (delete from deleted_row r where r.kind = 'auto_mode' and ${rest} returning r.content)
    select restore_row('auto_mode', content) from taken`);
  await tx.query(sql`
    with taken as (delete from deleted_row r where r.kind = 'filter_replacement' and ${rest} returning r.content)
    select restore_row('filter_replacement', content) from taken`);
  await tx.query(sql`
    with taken as (delete from deleted_row r where r.kind = 'timetable_purifier' and ${rest} returning r.content)
    insert into timetable_purifier select t.* from taken
    cross join lateral jsonb_populate_record(null::timetable_purifier, content) t
    where exists (select from timetable x where x.id = t.timetable_id)`);
  return ids.length;
};

const restoreSensorRows = async (tx: Tx, deletion: Deletion, condition: Sql, names: NewNames): Promise<number> => {
  const { rowCount } = await tx.query(sql`
    ${take('sensor', deletion, condition)}
    select restore_row('sensor', ${changed(sql`content`, names)}) from taken`);
  return rowCount;
};

/** The periods of restored meters: between the deletion and now nothing was expected. */
const restorePeriods = async (tx: Tx, { deletedTime }: Deletion, ids: readonly number[]): Promise<void> => {
  // The trigger on new meters wrote a first period.
  await tx.query(sql`delete from meter_period where meter_id = any(${ids}::integer[])`);
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'meter_period' and r.meter_id = any(${ids}::integer[]) returning r.content
    ), periods as (
      select p.meter_id, p.from_time, p.interval_s, p.use
      from taken cross join lateral jsonb_populate_record(null::meter_period, content) p
      union all select id, ${deletedTime}::timestamptz, interval_s, 'N' from meter where id = any(${ids}::integer[])
      union all select id, now(), interval_s, use from meter where id = any(${ids}::integer[])
    )
    insert into meter_period (meter_id, from_time, interval_s, use) select * from periods
    on conflict (meter_id, from_time) do update set interval_s = excluded.interval_s, use = excluded.use`);
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'backfilled_day' and r.meter_id = any(${ids}::integer[]) returning r.content
    )
    insert into backfilled_day select (jsonb_populate_record(null::backfilled_day, content)).* from taken
    on conflict do nothing`);
};

/** Places on floor plans that still exist and are of the meter's office. */
const restorePins = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'floor_plan_pin' and r.meter_id = any(${ids}::integer[]) returning r.content
    )
    insert into floor_plan_pin
    select n.* from taken cross join lateral jsonb_populate_record(null::floor_plan_pin, content) n
    join floor_plan p on p.id = n.plan_id join meter m on m.id = n.meter_id and m.office_id = p.office_id
    on conflict do nothing`);
};

/** Devices behind doors that belong to no other meter meanwhile. Their waiting messages are decoded then. */
const bindDoorDevices = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'door_device' and r.meter_id = any(${ids}::integer[])
      returning r.row_id, r.meter_id, r.organization_id, r.content
    )
    update door_device v set meter_id = t.meter_id, purifier = (t.content->>'purifier')::integer,
      version = v.version + 1, updated_time = now()
    from taken t where v.id = t.row_id and v.organization_id = t.organization_id and v.meter_id is null`);
};

/**
 * Restores meters with their sensors, purifiers, periods, credentials, places on floor plans and devices behind doors;
 * the device keeps its secret. Returns their ids; a meter whose department is deleted is not among them.
 */
export const restoreMeters = async (
  tx: Tx,
  deletion: Deletion,
  wanted: readonly number[],
  names: NewMeterPlace,
): Promise<number[]> => {
  const ids = await insertMeters(tx, deletion, wanted, names);
  const ofThem = sql`r.meter_id = any(${ids}::integer[])`;
  await restoreSensorRows(tx, deletion, ofThem, {});
  await restorePurifierRows(tx, deletion, ofThem, {});
  await restorePeriods(tx, deletion, ids);
  await tx.query(sql`
    with taken as (
      delete from deleted_row r where r.kind = 'device_credential' and ${ofThem} returning r.content, r.meter_id
    )
    select restore_row('device_credential', t.content || jsonb_build_object('code', m.code))
    from taken t join meter m on m.id = t.meter_id`);
  await restorePins(tx, ids);
  await bindDoorDevices(tx, ids);
  return ids;
};

/** Restores a sensor or purifier of a registered meter; false: the meter is deleted. */
export const restorePart = async (
  tx: Tx,
  kind: 'sensor' | 'purifier',
  deletion: Deletion,
  names: NewNames,
): Promise<boolean> => {
  const condition = sql`r.row_id = ${deletion.id} and exists (select from meter m where m.id = r.meter_id)`;
  const restore = kind === 'sensor' ? restoreSensorRows : restorePurifierRows;
  return (await restore(tx, deletion, condition, names)) > 0;
};
