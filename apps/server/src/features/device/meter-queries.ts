import type { METER_ORDERS, MetersQuery } from '@airdeck/contract/device/routes';
import type { CertificateGrade, HAND_OVER_STATES, Meter, MeterFields } from '@airdeck/contract/device/schema';
import sql from 'sql-template-tag';
import { contains, containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import { departmentNamed, PLACED_SCOPE, placeNamed } from '../../resource/placed-queries.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { findDeletedMeter, restoreMeters } from '../../resource/restore-queries.ts';
import { presentTimestamps } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';
import { HAND_OVER_STATE, HAND_OVER_TIME } from './hand-over-queries.ts';

type Columns = Tables['meter'];
type MeterRow = Pick<Columns, 'id' | 'organization_id' | 'office_id' | 'department_id' | 'name' | 'name_en' | 'type'> &
  Pick<Columns, 'code' | 'ip' | 'use' | 'is_air' | 'model' | 'serial' | 'hardware_version' | 'software_version'> &
  Pick<Columns, 'first_operation_date' | 'cumulative_operation_h' | 'interval_s'> &
  Pick<Columns, 'certificate_number' | 'certificate_until' | 'calibration_date'> &
  Pick<Columns, 'created_time' | 'updated_time' | 'version'> & {
    certificate_grade: CertificateGrade | null;
    organization_code: string;
    organization_name: string;
    office_name: string;
    department_name: string;
    sensor_count: number;
    purifier_count: number;
    hand_over: (typeof HAND_OVER_STATES)[number] | null;
    hand_over_time: Date | null;
  };

const IN_DEPARTMENT = { organization: 'd.organization_id', place: { department: 'd.id' } };

export const meterTable: ResourceTable<
  MeterRow,
  Meter,
  MeterFields,
  MeterFields,
  MetersQuery,
  (typeof METER_ORDERS)[number]
> = {
  entity: 'meters',
  table: 'meter',
  alias: 'm',
  list: {
    columns: sql`m.id, m.organization_id, o.code as organization_code, o.name as organization_name, m.office_id, f.name as office_name,
    m.department_id, d.name as department_name, m.name, m.name_en, m.type, m.code, m.ip, m.use, m.is_air, m.model,
    m.serial, m.hardware_version, m.software_version, m.first_operation_date, m.cumulative_operation_h, m.interval_s,
    m.certificate_grade, m.certificate_number, m.certificate_until, m.calibration_date,
    (select count(*) from sensor s where s.meter_id = m.id) as sensor_count,
    (select count(*) from purifier p where p.meter_id = m.id) as purifier_count,
    ${HAND_OVER_STATE} as hand_over, ${HAND_OVER_TIME} as hand_over_time, m.created_time, m.updated_time, m.version`,
    // Outer joins on rows that always exist: PostgreSQL removes those that a query does not need.
    from: sql`meter m left join organization o on o.id = m.organization_id left join office f on f.id = m.office_id
    left join department d on d.id = m.department_id left join hand_over h on h.meter_id = m.id`,
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
  },
  scope: PLACED_SCOPE,
  filters: (query) => [
    ...containsWords(
      ['m.name', 'm.name_en', 'm.code', 'm.model', 'm.serial', 'm.ip'],
      query.search,
      departmentNamed('m.department_id'),
    ),
    ...placeNamed('m.organization_id', 'organization', query.organizationName),
    ...equals('m.organization_id', query.organizationId),
    ...equals('m.office_id', query.officeId),
    ...equals('m.department_id', query.departmentId),
    ...placeNamed('m.office_id', 'office', query.officeName),
    ...placeNamed('m.department_id', 'department', query.departmentName),
    ...containsAny(['m.name', 'm.name_en'], query.meterName),
    ...contains('m.code', query.code),
    ...equals('m.type', query.type),
    ...equals('m.use', query.use),
    ...(query.hand_over === undefined ? [] : [sql`${HAND_OVER_STATE} = ${query.hand_over}`]),
  ],
  present: ({ hand_over_time, ...row }) => ({
    ...presentTimestamps(row),
    hand_over_time: hand_over_time?.toISOString() ?? null,
  }),
  passing: ['hand_over', 'hand_over_time'],
  ownerOf: ({ id, organization_id }) => ({ organizationId: organization_id, meterId: id }),
  parent: 'department_id',
  // Organization and office follow from the department.
  insert: async (tx, meter, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into meter (organization_id, office_id, department_id, name, name_en, type, code, ip, use, is_air, model,
        serial, hardware_version, software_version, first_operation_date, cumulative_operation_h, interval_s,
        certificate_grade, certificate_number, certificate_until, calibration_date)
      select organization_id, office_id, id, ${meter.name}, ${meter.name_en}, ${meter.type}, ${meter.code}, ${meter.ip},
        ${meter.use}, ${meter.is_air}, ${meter.model}, ${meter.serial}, ${meter.hardware_version},
        ${meter.software_version}, ${meter.first_operation_date}::date, ${meter.cumulative_operation_h}::float8,
        ${meter.interval_s}, ${meter.certificate_grade}, ${meter.certificate_number}, ${meter.certificate_until}::date,
        ${meter.calibration_date}::date
      from department d where id = ${meter.department_id} and ${withinScope(scope, IN_DEPARTMENT)}
      returning id`);
    return rows[0]?.id;
  },
  update: (tx, { id }, meter) => writeMeter(tx, id, meter),
};

const writeMeter = async (tx: Tx, id: number, meter: MeterFields): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update meter set office_id = d.office_id, department_id = d.id, name = ${meter.name}, name_en = ${meter.name_en},
      type = ${meter.type}, code = ${meter.code}, ip = ${meter.ip}, use = ${meter.use}, is_air = ${meter.is_air},
      model = ${meter.model}, serial = ${meter.serial}, hardware_version = ${meter.hardware_version},
      software_version = ${meter.software_version}, first_operation_date = ${meter.first_operation_date}::date,
      cumulative_operation_h = ${meter.cumulative_operation_h}::float8, interval_s = ${meter.interval_s},
      certificate_grade = ${meter.certificate_grade}, certificate_number = ${meter.certificate_number},
      certificate_until = ${meter.certificate_until}::date, calibration_date = ${meter.calibration_date}::date,
      version = meter.version + 1, updated_time = now()
    from department d
    where meter.id = ${id} and d.id = ${meter.department_id} and d.organization_id = meter.organization_id`);
  return rowCount > 0;
};

/** A new meter with the row, and so the history, of the last deleted meter that had its code. */
export const takenOverTable: typeof meterTable = {
  ...meterTable,
  insert: async (tx, meter, scope) => {
    const { rows } = await tx.query<{ organization_id: number }>(sql`select organization_id from department d
      where id = ${meter.department_id} and ${withinScope(scope, IN_DEPARTMENT)}`);
    const [department] = rows;
    if (!department) return undefined;
    const deletion = await findDeletedMeter(tx, department.organization_id, meter.code);
    if (!deletion) throw new Failure('INVALID_PARAMETER', { take_over: 'NOT_FOUND' });
    const place = { name: meter.name, departmentId: meter.department_id };
    const [id] = await restoreMeters(tx, deletion, [deletion.id], place);
    if (id !== undefined) await writeMeter(tx, id, meter);
    return id;
  },
};
