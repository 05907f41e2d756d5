import {
  type FACILITY_FACTS_ORDERS,
  type FacilityFacts,
  type FacilityFactsFields,
  type FacilityFactsQuery,
  MAX_FACTS,
  type NewFacilityFacts,
} from '@airdeck/contract/limit/facts';
import sql from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

/** @throws Failure INVALID_PARAMETER: the meter is none of the organization */
const checkMeter = async (tx: Tx, organizationId: number, meterId: number | null): Promise<void> => {
  if (meterId === null) return;
  const { rowCount } = await tx.query(
    sql`select from meter where id = ${meterId} and organization_id = ${organizationId}`,
  );
  if (rowCount === 0) throw new Failure('INVALID_PARAMETER', { outdoor_meter_id: 'NOT_FOUND' });
};

/** @throws Failure INVALID_PARAMETER beyond MAX_FACTS */
const checkCount = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.query(sql`select from organization where id = ${organizationId} for no key update`);
  const { rowCount } = await tx.query(sql`
    select from facility_facts where organization_id = ${organizationId} limit ${MAX_FACTS + 1}`);
  if (rowCount > MAX_FACTS) throw new Failure('INVALID_PARAMETER', { facts_place: 'TOO_LONG' });
};

export const facilityFactsTable: ResourceTable<
  Timestamped<FacilityFacts>,
  FacilityFacts,
  NewFacilityFacts,
  FacilityFactsFields,
  FacilityFactsQuery,
  (typeof FACILITY_FACTS_ORDERS)[number]
> = {
  entity: 'facility_facts',
  table: 'facility_facts',
  alias: 'x',
  list: {
    columns: sql`x.id, case when x.department_id is not null then 'department' when x.office_id is not null then 'office'
        else 'organization' end as facts_place,
      x.organization_id, o.name as organization_name, x.office_id, f.name as office_name, x.department_id,
      d.name as department_name, x.valid_from, x.facility_kind, x.region, x.area, x.beds, x.seats, x.ventilation,
      x.opening_hours, x.outdoor_meter_id, m.name as outdoor_meter_name, x.created_time, x.updated_time, x.version`,
    from: sql`facility_facts x join organization o on o.id = x.organization_id
      left join department d on d.id = x.department_id left join office f on f.id = coalesce(x.office_id, d.office_id)
      left join meter m on m.id = x.outdoor_meter_id`,
    fields: {
      organization_name: 'o.name',
      office_name: naturalOrder('f.name'),
      department_name: naturalOrder('d.name'),
      valid_from: 'x.valid_from',
      facility_kind: 'x.facility_kind',
      created_time: 'x.created_time',
      updated_time: 'x.updated_time',
    },
    order: ['o.name', naturalOrder('f.name'), naturalOrder('d.name'), 'x.valid_from desc', 'x.id'],
  },
  scope: { organization: 'x.organization_id', place: { office: 'x.office_id', department: 'x.department_id' } },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'f.name', 'f.name_en', 'd.name', 'd.name_en'], query.search),
    ...equals('x.organization_id', query.organizationId),
    ...equals('f.id', query.officeId),
    ...equals('d.id', query.departmentId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  insert: async (tx, added, scope) => {
    const { facts_place: level } = added;
    const field = `${level}_id` as const;
    const placeId = added[field];
    if (placeId === null) throw new Failure('INVALID_PARAMETER', { [field]: 'REQUIRED' });
    const reached = withinScope(scope, {
      organization: 'p.organization_id',
      place: { office: 'p.office_id', department: 'p.department_id' },
    });
    const { rows } = await tx.query<{ organization_id: number; office_id: number; department_id: number }>(sql`
      select * from (
        select o.id as organization_id, null::integer as office_id, null::integer as department_id from organization o
        where ${level} = 'organization' and o.id = ${placeId}
        union all
        select f.organization_id, f.id, null from office f where ${level} = 'office' and f.id = ${placeId}
        union all
        select d.organization_id, null, d.id from department d where ${level} = 'department' and d.id = ${placeId}
      ) p where ${reached}`);
    const [place] = rows;
    if (place === undefined) throw new Failure('RESOURCE_NOT_FOUND', { [field]: 'INVALID' });
    await checkMeter(tx, place.organization_id, added.outdoor_meter_id);
    const inserted = await tx.query<{ id: number }>(sql`
      insert into facility_facts (organization_id, office_id, department_id, valid_from, facility_kind, region, area,
        beds, seats, ventilation, opening_hours, outdoor_meter_id)
      values (${place.organization_id}, ${place.office_id}, ${place.department_id}, ${added.valid_from},
        ${added.facility_kind}, ${added.region}, ${added.area}, ${added.beds}, ${added.seats}, ${added.ventilation},
        ${added.opening_hours}, ${added.outdoor_meter_id})
      on conflict do nothing returning id`);
    const [row] = inserted.rows;
    if (row === undefined) throw new Failure('INVALID_PARAMETER', { valid_from: 'DUPLICATE' });
    await checkCount(tx, place.organization_id);
    return row.id;
  },
  update: async (tx, row, edited) => {
    await checkMeter(tx, row.organization_id, edited.outdoor_meter_id);
    const taken = await tx.query(sql`
      select from facility_facts where organization_id = ${row.organization_id} and valid_from = ${edited.valid_from}
        and office_id is not distinct from ${row.office_id}::integer
        and department_id is not distinct from ${row.department_id}::integer and id <> ${row.id}`);
    if (taken.rowCount > 0) throw new Failure('INVALID_PARAMETER', { valid_from: 'DUPLICATE' });
    const { rowCount } = await tx.query(sql`
      update facility_facts set valid_from = ${edited.valid_from}, facility_kind = ${edited.facility_kind},
        region = ${edited.region}, area = ${edited.area}, beds = ${edited.beds}, seats = ${edited.seats},
        ventilation = ${edited.ventilation}, opening_hours = ${edited.opening_hours},
        outdoor_meter_id = ${edited.outdoor_meter_id}, version = version + 1, updated_time = now()
      where id = ${row.id}`);
    return rowCount > 0;
  },
};
