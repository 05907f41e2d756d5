import type { METER_ORDERS, MetersQuery } from '@airdeck/contract/device/routes';
import type { EditedMeter, MeterFields } from '@airdeck/contract/device/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { contains, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../platform/db/read-page.ts';

export interface MeterRow extends Record<string, unknown> {
  id: number;
  organization_id: number;
  organization_name: string;
  office_id: number;
  office_name: string;
  department_id: number;
  department_name: string;
  name: string;
  name_en: string | null;
  type: MeterFields['type'];
  code: string;
  ip: string | null;
  use: 'Y' | 'N';
  is_air: 'Y' | 'N';
  model: string | null;
  serial: string | null;
  hardware_version: string | null;
  software_version: string | null;
  first_operation_date: string | null;
  cumulative_operation_h: number | null;
  interval_s: number;
  sensor_count: number;
  purifier_count: number;
  created_time: Date;
  updated_time: Date;
  version: number;
}

const METERS: ListSource<(typeof METER_ORDERS)[number]> = {
  columns: sql`m.id, m.organization_id, o.name as organization_name, m.office_id, f.name as office_name,
    m.department_id, d.name as department_name, m.name, m.name_en, m.type, m.code, m.ip, m.use, m.is_air, m.model,
    m.serial, m.hardware_version, m.software_version, m.first_operation_date, m.cumulative_operation_h, m.interval_s,
    (select count(*) from sensor s where s.meter_id = m.id) as sensor_count,
    (select count(*) from purifier p where p.meter_id = m.id) as purifier_count,
    m.created_time, m.updated_time, m.version`,
  from: sql`meter m join organization o on o.id = m.organization_id join office f on f.id = m.office_id
    join department d on d.id = m.department_id`,
  fields: {
    organization_name: 'o.name',
    office_name: 'f.name',
    department_name: 'd.name',
    name: 'm.name',
    code: 'm.code',
    type: 'm.type',
    use: 'm.use',
    interval_s: 'm.interval_s',
    created_time: 'm.created_time',
    updated_time: 'm.updated_time',
  },
  order: ['o.name', 'f.name', 'd.name', 'm.name', 'm.id'],
};

const reached = (scope: Scope) => withinScope(scope, { organization: 'm.organization_id' });

export const listMeters = (db: Db, scope: Scope, query: MetersQuery) =>
  readPage<MeterRow, keyof typeof METERS.fields>(
    db,
    METERS,
    [
      reached(scope),
      ...contains('o.name', query.organizationName),
      ...contains('f.name', query.officeName),
      ...contains('d.name', query.departmentName),
      ...contains('m.name', query.meterName),
      ...contains('m.code', query.code),
      ...equals('m.type', query.type),
      ...equals('m.use', query.use),
    ],
    query,
  );

/** A meter that the scope reaches. */
export const findMeter = async (db: Db | Tx, scope: Scope, id: number): Promise<MeterRow | undefined> => {
  const { rows } = await db.query<MeterRow>(
    sql`select ${METERS.columns} from ${METERS.from} where m.id = ${id} and ${reached(scope)}`,
  );
  return rows[0];
};

/** The meter, kept from other editors until the transaction ends. */
export const lockMeter = async (tx: Tx, scope: Scope, id: number): Promise<MeterRow | undefined> => {
  await tx.query(sql`select from meter m where id = ${id} and ${reached(scope)} for update`);
  return findMeter(tx, scope, id);
};

/** Adds a meter below a department; its organization and office follow from that. undefined: no such department. */
export const insertMeter = async (tx: Tx, meter: MeterFields): Promise<number | undefined> => {
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into meter (organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
      serial, hardware_version, software_version, first_operation_date, cumulative_operation_h, interval_s)
    select organization_id, office_id, id, ${meter.name}, ${meter.name_en}, ${meter.type}, ${meter.code}, ${meter.ip},
      ${meter.use}, ${meter.is_air}, ${meter.model}, ${meter.serial}, ${meter.hardware_version},
      ${meter.software_version}, ${meter.first_operation_date}::date, ${meter.cumulative_operation_h}::float8,
      ${meter.interval_s}
    from department where id = ${meter.department_id} returning id`);
  return rows[0]?.id;
};

/** Writes all fields. false: the department is none of the meter's organization. */
export const updateMeter = async (tx: Tx, id: number, meter: EditedMeter): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update meter set office_id = d.office_id, department_id = d.id, name = ${meter.name}, name_en = ${meter.name_en},
      type = ${meter.type}, code = ${meter.code}, ip = ${meter.ip}, use = ${meter.use}, is_air = ${meter.is_air},
      model = ${meter.model}, serial = ${meter.serial}, hardware_version = ${meter.hardware_version},
      software_version = ${meter.software_version}, first_operation_date = ${meter.first_operation_date}::date,
      cumulative_operation_h = ${meter.cumulative_operation_h}::float8, interval_s = ${meter.interval_s},
      version = meter.version + 1, updated_time = now()
    from department d
    where meter.id = ${id} and d.id = ${meter.department_id} and d.organization_id = meter.organization_id`);
  return rowCount > 0;
};

export const removeMeter = async (tx: Tx, id: number): Promise<void> => {
  await tx.query(sql`delete from meter where id = ${id}`);
};
