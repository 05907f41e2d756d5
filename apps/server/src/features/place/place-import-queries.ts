import type { RowError } from '@airdeck/contract/import-file';
import type { DepartmentRow, OfficeRow } from '@airdeck/contract/place/import';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Numbered } from '../../import/import-table.ts';
import { withinScope } from '../../platform/db/conditions.ts';

interface Added {
  id: number;
  organization_id: number;
  name: string;
  name_en: string | null;
}

const addedOf = (rows: Added[]) =>
  rows.map((after) => ({ id: after.id, organizationId: after.organization_id, after }));

/** Rows of a file with their organization, as far as the scope reaches it. */
const offices = (rows: readonly Numbered<OfficeRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, organization_code text, name text, name_en text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}`;

export const officeImportTable: ImportTable<OfficeRow> = {
  entity: 'offices',
  unique: [['organization_code', 'name']],
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${offices(rows, scope)}
      left join office f on f.organization_id = o.id and f.name = r.name
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null), ('name', 'DUPLICATE', f.id is not null)
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { id: number }>(sql`
      insert into office (organization_id, name, name_en)
      select o.id, r.name, r.name_en from ${offices(rows, scope)} order by r.n
      returning id, organization_id, name, name_en`);
    return addedOf(added.rows);
  },
};

const departments = (rows: readonly Numbered<DepartmentRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json)
    as r (n integer, organization_code text, office_name text, name text, name_en text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
  left join office f on f.organization_id = o.id and f.name = r.office_name`;

export const departmentImportTable: ImportTable<DepartmentRow> = {
  entity: 'departments',
  unique: [['organization_code', 'office_name', 'name']],
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${departments(rows, scope)}
      left join department d on d.office_id = f.id and d.name = r.name
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null),
        ('office_name', 'NOT_FOUND', o.id is not null and f.id is null),
        ('name', 'DUPLICATE', d.id is not null)
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { id: number }>(sql`
      insert into department (organization_id, office_id, name, name_en)
      select o.id, f.id, r.name, r.name_en from ${departments(rows, scope)} order by r.n
      returning id, organization_id, office_id, name, name_en`);
    return addedOf(added.rows);
  },
};
