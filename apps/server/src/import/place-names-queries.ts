import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import { withinScope } from '../platform/db/conditions.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { ParsedRow } from './parse-rows.ts';

interface Path {
  organization_code: unknown;
  office_name: unknown;
  department_name: unknown;
}

const pathOf = ({ values }: ParsedRow): Path => ({
  organization_code: values.organization_code,
  office_name: values.office_name ?? null,
  department_name: values.department_name ?? null,
});

/**
 * Writes the registered names of offices and departments into the rows that name them: an English file has their English
 * names. An English name that several places have names none of them.
 */
export const withRegisteredNames = async (db: Db | Tx, rows: readonly ParsedRow[], scope: Scope): Promise<void> => {
  const paths = new Map<string, Path>();
  for (const row of rows) {
    if (typeof row.values.office_name === 'string') paths.set(JSON.stringify(pathOf(row)), pathOf(row));
  }
  if (paths.size === 0) return;
  const given = [...paths].map(([key, path]) => ({ key, ...path }));
  const found = await db.query<{ key: string; office_name: string | null; department_name: string | null }>(sql`
    select r.key, f.name as office_name, d.name as department_name
    from json_to_recordset(${JSON.stringify(given)}::json)
      as r (key text, organization_code text, office_name text, department_name text)
    join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
    cross join lateral (
      select coalesce(min(p.id) filter (where folded_name(p.name) = folded_name(r.office_name)),
        case when count(*) = 1 then min(p.id) end) as id
      from office p where p.organization_id = o.id
        and folded_name(r.office_name) in (folded_name(p.name), folded_name(p.name_en))
    ) named
    join office f on f.id = named.id
    left join lateral (
      select coalesce(min(p.id) filter (where folded_name(p.name) = folded_name(r.department_name)),
        case when count(*) = 1 then min(p.id) end) as id
      from department p where p.office_id = f.id
        and folded_name(r.department_name) in (folded_name(p.name), folded_name(p.name_en))
    ) part on true
    left join department d on d.id = part.id`);
  const names = new Map(found.rows.map(({ key, ...path }) => [key, path]));
  for (const row of rows) {
    const known = names.get(JSON.stringify(pathOf(row)));
    if (known?.office_name) row.values.office_name = known.office_name;
    if (known?.department_name) row.values.department_name = known.department_name;
  }
};
