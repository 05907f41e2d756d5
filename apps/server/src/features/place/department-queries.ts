import type { RowError } from '@airdeck/contract/import-file';
import type { DepartmentRow } from '@airdeck/contract/place/import';
import type { DEPARTMENT_ORDERS, DepartmentsQuery } from '@airdeck/contract/place/routes';
import type { Department, DepartmentFields } from '@airdeck/contract/place/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { type AddedPlace, addedOf, type ImportTable, type Known, type Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
import { containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

export const departmentTable: ResourceTable<
  Timestamped<Department>,
  Department,
  DepartmentFields,
  DepartmentFields,
  DepartmentsQuery,
  (typeof DEPARTMENT_ORDERS)[number]
> = {
  entity: 'departments',
  table: 'department',
  alias: 'd',
  list: {
    columns: sql`d.id, d.organization_id, o.code as organization_code, o.name as organization_name, d.office_id, f.name as office_name, d.name,
        d.name_en, (select count(*) from meter m where m.department_id = d.id) as meter_count,
        d.created_time, d.updated_time, d.version`,
    from: sql`department d join organization o on o.id = d.organization_id join office f on f.id = d.office_id`,
    fields: {
      organization_name: 'o.name',
      office_name: 'f.name',
      name: 'd.name',
      created_time: 'd.created_time',
      updated_time: 'd.updated_time',
    },
    order: ['o.name', 'f.name', 'd.name', 'd.id'],
  },
  scope: { organization: 'd.organization_id', place: { department: 'd.id' } },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'f.name', 'f.name_en', 'd.name', 'd.name_en'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...containsAny(['f.name', 'f.name_en'], query.officeName),
    ...containsAny(['d.name', 'd.name_en'], query.departmentName),
    ...equals('d.organization_id', query.organizationId),
    ...equals('d.office_id', query.officeId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'office_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into department (organization_id, office_id, name, name_en)
        select f.organization_id, f.id, ${added.name}, ${added.name_en} from office f
        where f.id = ${added.office_id} and ${withinScope(scope, { organization: 'f.organization_id', place: { office: 'f.id' } })} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id, organization_id }, edited) => {
    const { rowCount } = await tx.query(sql`
        update department d set office_id = f.id, name = ${edited.name}, name_en = ${edited.name_en},
          version = d.version + 1, updated_time = now()
        from office f where d.id = ${id} and f.id = ${edited.office_id} and f.organization_id = ${organization_id}`);
    return rowCount > 0;
  },
};

/** Rows of a file with their organization and office, as far as the scope reaches them. */
const departments = (rows: readonly Numbered<DepartmentRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json)
    as r (n integer, id integer, organization_code text, office_name text, name text, name_en text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
  left join office f on f.organization_id = o.id and folded_name(f.name) = folded_name(r.office_name)`;

export const departmentImportTable: ImportTable<DepartmentRow> = {
  entity: 'departments',
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<DepartmentRow>>(sql`
      select r.n, d.id, d.version, d.organization_id, o.code as organization_code, f.name as office_name, d.name,
        d.name_en
      from ${departments(rows, scope)}
      join department d on d.office_id = f.id and folded_name(d.name) = folded_name(r.name)
      ${lockedRows('d', isLocked)}`);
    return found.rows;
  },
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${departments(rows, scope)}
      left join department d on d.office_id = f.id and folded_name(d.name) = folded_name(r.name)
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null),
        ('office_name', 'NOT_FOUND', o.id is not null and f.id is null),
        ('name', 'DUPLICATE', d.id <> coalesce(r.id, 0))
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<AddedPlace>(sql`
      insert into department (organization_id, office_id, name, name_en)
      select o.id, f.id, r.name, r.name_en from ${departments(rows, scope)} order by r.n
      returning id, organization_id, office_id, name, name_en`);
    return addedOf(added.rows);
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update department set name_en = r.name_en, version = version + 1, updated_time = now()
      from (select r.* from ${departments(rows, scope)}) r where department.id = r.id`);
    return rowCount;
  },
};
