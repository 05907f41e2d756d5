import type { RowError } from '@airdeck/contract/import-file';
import type { OrganizationRow } from '@airdeck/contract/place/import';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Known, Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
import { withinScope } from '../../platform/db/conditions.ts';
import { Failure } from '../../platform/http/failure.ts';
import { holdsAccess } from './organization-queries.ts';
import { copyTemplates, type Templated } from './template-queries.ts';

/** Rows of a file with their template, as far as the scope reaches it. */
const organizations = (rows: readonly Numbered<OrganizationRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json) as r (n integer, id integer, code text, name text, name_en text, address text,
    email text, phone text, description text, ip text, latitude float8, longitude float8, time_zone text, use text,
    user_control text, require_second_factor text, template_code text)
  left join organization t on t.code = r.template_code and ${withinScope(scope, { organization: 't.id' })}`;

export const organizationImportTable: ImportTable<OrganizationRow> = {
  entity: 'organizations',
  // A template is for new organizations only.
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<OrganizationRow>>(sql`
      select r.n, o.id, o.version, o.id as organization_id, o.code, o.name, o.name_en, o.address, o.email, o.phone,
        o.description, o.ip, o.latitude, o.longitude, o.time_zone, o.use, o.user_control
      from ${organizations(rows, scope)}
      join organization o on o.code = r.code and ${withinScope(scope, { organization: 'o.id' })}
      ${lockedRows('o', isLocked)}`);
    return found.rows;
  },
  // A former code of an organization is not free either.
  findProblems: async (db, rows, scope, { userId }) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${organizations(rows, scope)}
      left join organization o on o.code = r.code
      left join organization_alias a on a.code = r.code
      cross join lateral (values
        ('code', 'DUPLICATE', o.id <> coalesce(r.id, 0) or a.code is not null),
        ('template_code', 'NOT_FOUND', r.template_code is not null and t.id is null),
        ('use', 'LOCKS_OUT', r.use = 'N' and ${holdsAccess(sql`r.id`, userId)})
      ) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    // A template that was deleted since the check fails below: its row must not become an organization without one.
    const added = await tx.query<Templated & { code: string; template_code: string | null }>(sql`
      with given as (select r.*, t.id as template_id from ${organizations(rows, scope)}
        where r.template_code is null or t.id is not null),
      added as (
        insert into organization (code, name, name_en, address, email, phone, description, ip, latitude, longitude,
          time_zone, use, user_control, require_second_factor)
        select code, name, name_en, address, email, phone, description, ip, latitude, longitude, time_zone, use,
          user_control, require_second_factor
        from given order by n
        returning id, code, name, name_en, address, email, phone, description, ip, latitude, longitude, time_zone, use,
          user_control, require_second_factor
      )
      select a.*, g.template_id, g.template_code from added a join given g on g.code = a.code order by g.n`);
    if (added.rows.length < rows.length || !(await copyTemplates(tx, added.rows, scope))) {
      throw new Failure('NOT_FOUND_ORGANIZATION');
    }
    return added.rows.map(({ template_id: _, template_code, ...row }) => {
      const after = template_code === null ? row : { ...row, template_code };
      return { id: row.id, organizationId: row.id, after };
    });
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update organization set name = r.name, name_en = r.name_en, address = r.address, email = r.email, phone = r.phone,
        description = r.description, ip = r.ip, latitude = r.latitude, longitude = r.longitude, time_zone = r.time_zone,
        use = r.use, user_control = r.user_control, version = version + 1, updated_time = now()
      from (select r.* from ${organizations(rows, scope)}) r where organization.id = r.id`);
    return rowCount;
  },
};
