import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Db } from '../platform/db/pool.ts';

/** From the deepest: a meter tells of all places above it. */
const KINDS = ['meter', 'department', 'office', 'organization'] as const;
type Kind = (typeof KINDS)[number];

type EnglishNames = Record<`${Kind}_name`, string | null>;

/** The deepest place that a row names by its id. */
const placeOf = (row: Readonly<Record<string, unknown>>): { kind: Kind; id: number } | undefined => {
  for (const kind of KINDS) {
    const id = row[`${kind}_id`];
    if (typeof id === 'number') return { kind, id };
  }
  return undefined;
};

const readNames = async (db: Db, ids: Readonly<Record<Kind, number[]>>): Promise<Map<string, EnglishNames>> => {
  const { rows } = await db.query<EnglishNames & { kind: Kind; id: number }>(sql`
    select 'meter' as kind, m.id, m.name_en as meter_name, d.name_en as department_name, f.name_en as office_name,
      o.name_en as organization_name
    from meter m join department d on d.id = m.department_id join office f on f.id = m.office_id
      join organization o on o.id = m.organization_id where m.id = any(${ids.meter}::integer[])
    union all
    select 'department', d.id, null, d.name_en, f.name_en, o.name_en
    from department d join office f on f.id = d.office_id join organization o on o.id = d.organization_id
    where d.id = any(${ids.department}::integer[])
    union all
    select 'office', f.id, null, null, f.name_en, o.name_en
    from office f join organization o on o.id = f.organization_id where f.id = any(${ids.office}::integer[])
    union all
    select 'organization', o.id, null, null, null, o.name_en
    from organization o where o.id = any(${ids.organization}::integer[])`);
  return new Map(rows.map(({ kind, id, ...names }) => [`${kind} ${id}`, names]));
};

/**
 * Rows with the names of their places (`meter_name` … `organization_name`) in the language of the screen. A list is ordered,
 * and searched, by the names that the registry speaks.
 */
export const inLanguage = async <Row extends object>(
  db: Db,
  language: Language,
  rows: readonly Row[],
): Promise<Row[]> => {
  if (language !== 'en' || rows.length === 0) return [...rows];
  const ids: Record<Kind, number[]> = { meter: [], department: [], office: [], organization: [] };
  const places = rows.map((row) => placeOf(row as Record<string, unknown>));
  for (const place of places) if (place) ids[place.kind].push(place.id);
  const names = await readNames(db, ids);
  return rows.map((row, i) => {
    const place = places[i];
    const own = place && names.get(`${place.kind} ${place.id}`);
    const english = Object.entries(own ?? {}).filter(([field, name]) => name !== null && field in row);
    return { ...row, ...Object.fromEntries(english) };
  });
};
