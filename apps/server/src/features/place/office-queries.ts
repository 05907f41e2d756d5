import type { RowError } from '@airdeck/contract/import-file';
import type { OfficeRow } from '@airdeck/contract/place/import';
import type { OFFICE_ORDERS, OfficesQuery } from '@airdeck/contract/place/routes';
import type { NewOffice, Office, OfficeFields } from '@airdeck/contract/place/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { type AddedPlace, addedOf, type ImportTable, type Known, type Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
import { containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';

export const officeTable: ResourceTable<
  Timestamped<Office>,
  Office,
  NewOffice,
  OfficeFields,
  OfficesQuery,
  (typeof OFFICE_ORDERS)[number]
> = {
  entity: 'offices',
  table: 'office',
  alias: 'f',
  list: {
    columns: sql`f.id, f.organization_id, o.code as organization_code, o.name as organization_name, f.name, f.name_en,
        (select count(*) from department d where d.office_id = f.id) as department_count,
        (select count(*) from meter m where m.office_id = f.id) as meter_count,
        f.created_time, f.updated_time, f.version`,
    from: sql`office f join organization o on o.id = f.organization_id`,
    fields: {
      organization_name: 'o.name',
      name: 'f.name',
      created_time: 'f.created_time',
      updated_time: 'f.updated_time',
    },
    order: ['o.name', 'f.name', 'f.id'],
  },
  scope: { organization: 'f.organization_id', place: { office: 'f.id' } },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'f.name', 'f.name_en'], query.search),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...containsAny(['f.name', 'f.name_en'], query.officeName),
    ...equals('f.organization_id', query.organizationId),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  parent: 'organization_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
        insert into office (organization_id, name, name_en)
        select o.id, ${added.name}, ${added.name_en} from organization o
        where o.id = ${added.organization_id} and ${withinScope(scope, { organization: 'o.id' })} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
        update office set name = ${edited.name}, name_en = ${edited.name_en}, version = version + 1,
          updated_time = now() where id = ${id}`);
    return rowCount > 0;
  },
};

/** Rows of a file with their organization, as far as the scope reaches it. */
const offices = (rows: readonly Numbered<OfficeRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, id integer, organization_code text, name text, name_en text)
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}`;

export const officeImportTable: ImportTable<OfficeRow> = {
  entity: 'offices',
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<OfficeRow>>(sql`
      select r.n, f.id, f.version, f.organization_id, o.code as organization_code, f.name, f.name_en
      from ${offices(rows, scope)}
      join office f on f.organization_id = o.id and folded_name(f.name) = folded_name(r.name)
      ${lockedRows('f', isLocked)}`);
    return found.rows;
  },
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${offices(rows, scope)}
      left join office f on f.organization_id = o.id and folded_name(f.name) = folded_name(r.name)
      cross join lateral (values
        ('organization_code', 'NOT_FOUND', o.id is null), ('name', 'DUPLICATE', f.id <> coalesce(r.id, 0))
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<AddedPlace>(sql`
      insert into office (organization_id, name, name_en)
      select o.id, r.name, r.name_en from ${offices(rows, scope)} order by r.n
      returning id, organization_id, name, name_en`);
    return addedOf(added.rows);
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update office set name_en = r.name_en, version = version + 1, updated_time = now()
      from (select r.* from ${offices(rows, scope)}) r where office.id = r.id`);
    return rowCount;
  },
};
