import type { CertificateGrade } from '@airdeck/contract/device/schema';
import type { PastState } from '@airdeck/contract/history/schema';
import type { Layer } from '@airdeck/domain/retention';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql, { join, raw } from 'sql-template-tag';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Tables } from '../schema/tables.ts';

type Named = 'id' | 'name' | 'name_en';
export type OrganizationRow = Pick<Tables['organization'], Named | 'code' | 'time_zone' | 'use' | 'enrolment_hash'> &
  Pick<Tables['organization'], 'public_slug'>;
export type OfficeRow = Pick<Tables['office'], Named | 'organization_id'>;
export type DepartmentRow = Pick<Tables['department'], Named | 'organization_id' | 'office_id'>;
export type MeterRow = Pick<Tables['meter'], Named | 'department_id' | 'code' | 'type' | 'interval_s' | 'use'> &
  Pick<Tables['meter'], 'certificate_number' | 'certificate_until' | 'calibration_date' | 'public_page'> & {
    backfill_until: string | null;
    certificate_grade: CertificateGrade | null;
  };
export type PeriodRow = Pick<Tables['meter_period'], 'meter_id' | 'interval_s'> & { from_time: string; use: 'Y' | 'N' };
export type SensorRow = Pick<Tables['sensor'], 'id' | 'meter_id' | 'sequence' | 'name'> & {
  type: SensorType;
  state: PastState | null;
};
/** The sensors of a meter in use: their ids, and JSON of type, number and name of each. */
export interface SensorsRow {
  meter_id: number;
  ids: number[];
  kinds: string;
}
export type PurifierRow = Pick<Tables['purifier'], Named | 'meter_id' | 'number' | 'model'> & {
  state: PastState | null;
};
/** A deleted meter with the names of its places, which may be deleted too. */
export type DeletedMeterRow = MeterRow &
  Pick<Tables['meter'], 'organization_id' | 'office_id'> & {
    deleted_time: string;
    department_name: string;
    department_name_en: string | null;
    office_name: string;
    office_name_en: string | null;
  };
export type GatewayRow = Pick<Tables['device_credential'], 'organization_id' | 'code' | 'secret_hash'>;
/** The credential of a meter, and its open hand-over. */
export type CredentialRow = Pick<Tables['hand_over'], 'meter_id' | 'ip'> & {
  /** As base64. */
  secret_hash: string;
  closes_time: string | null;
  connected_before: string | null;
  delivered_time: string | null;
};
export type AliasRow = Pick<Tables['organization_alias'], 'organization_id' | 'code'>;
export type WindowRow = Pick<Tables['maintenance_window'], 'id' | 'organization_id' | 'office_id' | 'department_id'> &
  Pick<Tables['maintenance_window'], 'meter_id' | 'begin_time' | 'end_time' | 'reason'>;
export type BlockedRow = Pick<Tables['unregistered_device'], 'organization_id' | 'code'>;
export type StandardRow = Pick<Tables['standard'], 'organization_id' | 'valid_from' | 'bounds'> & { type: SensorType };
export interface RetentionRow {
  organization_id: number;
  layer: Layer;
  days: number;
}

const rows = async <R extends object>(tx: Db | Tx, statement: ReturnType<typeof sql>): Promise<R[]> =>
  (await tx.query<R & Record<string, unknown>>(statement)).rows;

type ListsOf<L> = { [K in keyof L]: L[K][] };

/**
 * Several lists by one statement: a change waits for each, on a busy server for long. A list is one JSON text, from which
 * many rows are made in a fraction of the time. Times are texts.
 */
const lists = async <L extends object>(
  tx: Tx,
  statements: { [K in keyof L & string]: ReturnType<typeof sql> },
): Promise<ListsOf<L>> => {
  const columns = Object.entries<ReturnType<typeof sql>>(statements).map(
    ([name, statement]) => sql`(select coalesce(json_agg(r), '[]')::text from (${statement}) r) as ${raw(`"${name}"`)}`,
  );
  const [row = {}] = await rows<Record<string, string>>(tx, sql`select ${join(columns)}`);
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, JSON.parse(text)])) as ListsOf<L>;
};

export const listOrganizationIds = async (tx: Db | Tx): Promise<number[]> =>
  (await rows<{ id: number }>(tx, sql`select id from organization order by id`)).map(({ id }) => id);

/** Loads organizations without their meters. The master's standards are included in all standards. */
export const loadOrganizations = async (tx: Tx, ids: readonly number[]) => ({
  organizations: await rows<OrganizationRow>(
    tx,
    sql`select id, name, name_en, code, time_zone, use, enrolment_hash, public_slug from organization
      where id = any(${ids}::integer[]) order by id`,
  ),
  offices: await rows<OfficeRow>(
    tx,
    sql`select id, name, name_en, organization_id from office where organization_id = any(${ids}::integer[])`,
  ),
  departments: await rows<DepartmentRow>(
    tx,
    sql`select id, name, name_en, organization_id, office_id from department where organization_id = any(${ids}::integer[])`,
  ),
  gateways: await rows<GatewayRow>(
    tx,
    sql`select organization_id, code, secret_hash from device_credential
      where kind = 'GATEWAY' and organization_id = any(${ids}::integer[])`,
  ),
  aliases: await rows<AliasRow>(
    tx,
    sql`select organization_id, code from organization_alias where organization_id = any(${ids}::integer[])
      order by created_time, code`,
  ),
  blocked: await rows<BlockedRow>(
    tx,
    sql`select organization_id, code from unregistered_device
      where blocked = 'Y' and organization_id = any(${ids}::integer[])`,
  ),
  windows: await rows<WindowRow>(
    tx,
    sql`select id, organization_id, office_id, department_id, meter_id, begin_time, end_time, reason from maintenance_window
      where organization_id = any(${ids}::integer[]) order by begin_time, id`,
  ),
  standards: await rows<StandardRow>(
    tx,
    sql`select organization_id, type, valid_from, bounds from standard
      where organization_id is null or organization_id = any(${ids}::integer[]) order by valid_from desc`,
  ),
  retentions: await rows<RetentionRow>(
    tx,
    sql`select organization_id, layer, days from retention where organization_id = any(${ids}::integer[])`,
  ),
});
export type OrganizationRows = Awaited<ReturnType<typeof loadOrganizations>>;

/** The next registered and deleted meters by id. */
export const listMeterIds = async (tx: Tx, after: number, limit: number): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      tx,
      sql`(select id from meter where id > ${after} order by id limit ${limit})
        union (select row_id from deleted_row where kind = 'meter' and row_id > ${after} order by row_id limit ${limit})
        order by id limit ${limit}`,
    )
  ).map(({ id }) => id);

/** The deleted meters of organizations. */
export const listDeletedMeterIds = async (tx: Tx, organizations: readonly number[]): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      tx,
      sql`select row_id as id from deleted_row
        where kind = 'meter' and organization_id = any(${organizations}::integer[])`,
    )
  ).map(({ id }) => id);

/** The state of a deleted part `r`: that of a part of a deleted meter is its use. */
const stateOfPart = (alias: string) => sql`case when not exists (
  select from deleted_row m where m.kind = 'meter' and m.row_id = r.meter_id and m.deleted_time = r.deleted_time)
  then 'DELETED' when ${raw(alias)}.use = 'N' then 'UNUSED' end`;

/** A sensor `s` of a meter `m` of a type that the organization does not use counts as out of use. */
const isUnused = sql`(s.use = 'N' or exists (
  select from organization_sensor o join master_sensor t on t.id = o.master_sensor_id
  where o.organization_id = m.organization_id and t.type = s.type and o.use = 'N'))`;

/** Rows of meters, and of deleted ones. */
interface MeterLists {
  meters: MeterRow;
  periods: PeriodRow;
  sensors: SensorsRow;
  unusedSensors: SensorRow;
  /** Parts of a deleted meter that were in use keep their state null: the meter has it. */
  deletedSensors: SensorRow;
  purifiers: PurifierRow;
  deletedPurifiers: PurifierRow;
  deletedMeters: DeletedMeterRow;
  deletedPeriods: PeriodRow;
  credentials: CredentialRow;
}
export type MeterRows = ListsOf<MeterLists>;

/**
 * Loads meters with credentials, sensors and purifiers, and those of them that are deleted. The ids limit each table of a
 * join: PostgreSQL does not conclude it, and would read all meters for each part of an installation.
 */
export const loadMeters = (tx: Tx, ids: readonly number[]) =>
  lists<MeterLists>(tx, {
    meters: sql`select id, name, name_en, department_id, code, type, interval_s, use, backfill_until,
        certificate_grade, certificate_number, certificate_until, calibration_date, public_page from meter where id = any(${ids}::integer[])`,
    periods: sql`select meter_id, from_time, interval_s, use from meter_period where meter_id = any(${ids}::integer[])
      order by meter_id, from_time`,
    sensors: sql`select s.meter_id, array_agg(s.id order by s.type, s.sequence) as ids,
        json_agg(json_build_array(s.type, s.sequence, s.name) order by s.type, s.sequence)::text as kinds
      from sensor s join meter m on m.id = s.meter_id
      where s.meter_id = any(${ids}::integer[]) and m.id = any(${ids}::integer[]) and not ${isUnused} group by s.meter_id`,
    unusedSensors: sql`select s.id, s.meter_id, s.type, s.sequence, s.name, 'UNUSED' as state
      from sensor s join meter m on m.id = s.meter_id
      where s.meter_id = any(${ids}::integer[]) and m.id = any(${ids}::integer[]) and ${isUnused}
      order by s.meter_id, s.type, s.sequence`,
    deletedSensors: sql`select s.id, s.meter_id, s.type, s.sequence, s.name, ${stateOfPart('s')} as state
      from deleted_row r cross join lateral jsonb_populate_record(null::sensor, r.content) s
      where r.kind = 'sensor' and r.meter_id = any(${ids}::integer[])
      order by r.deleted_time desc, s.type, s.sequence`,
    purifiers: sql`select id, meter_id, number, name, name_en, model, case when use = 'N' then 'UNUSED' end as state
      from purifier where meter_id = any(${ids}::integer[]) order by meter_id, number`,
    deletedPurifiers: sql`select p.id, p.meter_id, p.number, p.name, p.name_en, p.model, ${stateOfPart('p')} as state
      from deleted_row r cross join lateral jsonb_populate_record(null::purifier, r.content) p
      where r.kind = 'purifier' and r.meter_id = any(${ids}::integer[]) order by r.deleted_time desc, p.number`,
    deletedMeters: sql`select m.id, m.name, m.name_en, m.department_id, m.code, m.type, m.interval_s, m.use, m.organization_id,
        null as backfill_until, m.certificate_grade, m.certificate_number, m.certificate_until, m.calibration_date, m.public_page,
        r.deleted_time, coalesce(d.name, e.name, '') as department_name,
        case when d.id is null then e.name_en else d.name_en end as department_name_en, f.id as office_id,
        coalesce(f.name, '') as office_name, f.name_en as office_name_en
      from deleted_row r cross join lateral jsonb_populate_record(null::meter, r.content) m
      left join department d on d.id = m.department_id
      left join deleted_row x on d.id is null and x.kind = 'department' and x.row_id = m.department_id
      left join lateral jsonb_populate_record(null::department, x.content) e on true
      left join lateral (
        select id, name, name_en from office where id = coalesce(d.office_id, e.office_id, m.office_id)
        union all select g.id, g.name, g.name_en
        from deleted_row y cross join lateral jsonb_populate_record(null::office, y.content) g
        where y.kind = 'office' and y.row_id = coalesce(d.office_id, e.office_id, m.office_id) limit 1
      ) f on true
      where r.kind = 'meter' and r.row_id = any(${ids}::integer[])`,
    deletedPeriods: sql`select p.meter_id, p.from_time, p.interval_s, p.use
      from deleted_row r cross join lateral jsonb_populate_record(null::meter_period, r.content) p
      where r.kind = 'meter_period' and r.meter_id = any(${ids}::integer[]) order by p.meter_id, p.from_time`,
    credentials: sql`select c.meter_id, encode(c.secret_hash, 'base64') as secret_hash, h.ip, h.closes_time, h.connected_before,
        h.delivered_time
      from device_credential c left join hand_over h on h.meter_id = c.meter_id and h.ended_time is null
      where c.meter_id = any(${ids}::integer[])`,
  });
