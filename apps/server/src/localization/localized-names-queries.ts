import type { Language } from '@airdeck/contract/user/schema';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/pool.ts';
import type { ListSource } from '../platform/db/read-page.ts';

/** From the deepest level: a purifier's row leads to its meter, and a meter's to all places above it. */
const KINDS = ['purifier', 'meter', 'department', 'office', 'organization'] as const;
type Kind = (typeof KINDS)[number];

type EnglishNames = Record<`${'air' | Exclude<Kind, 'purifier'>}_name`, string | null>;

/** The places that a row references by id, deepest first. They may have been deleted. */
const placesOf = (row: Readonly<Record<string, unknown>>): { kind: Kind; id: number }[] =>
  KINDS.flatMap((kind) => {
    const id = row[`${kind}_id`];
    return typeof id === 'number' ? [{ kind, id }] : [];
  });

const readNames = async (db: Tx, ids: Readonly<Record<Kind, number[]>>): Promise<Map<string, EnglishNames>> => {
  const { rows } = await db.query<EnglishNames & { kind: Kind; id: number }>(sql`
    select 'purifier' as kind, p.id, p.name_en as air_name, m.name_en as meter_name, d.name_en as department_name,
      f.name_en as office_name, o.name_en as organization_name
    from purifier p join meter m on m.id = p.meter_id join department d on d.id = m.department_id
      join office f on f.id = m.office_id join organization o on o.id = m.organization_id
    where p.id = any(${ids.purifier}::integer[])
    union all
    select 'meter', m.id, null, m.name_en, d.name_en, f.name_en, o.name_en
    from meter m join department d on d.id = m.department_id join office f on f.id = m.office_id
      join organization o on o.id = m.organization_id where m.id = any(${ids.meter}::integer[])
    union all
    select 'department', d.id, null, null, d.name_en, f.name_en, o.name_en
    from department d join office f on f.id = d.office_id join organization o on o.id = d.organization_id
    where d.id = any(${ids.department}::integer[])
    union all
    select 'office', f.id, null, null, null, f.name_en, o.name_en
    from office f join organization o on o.id = f.organization_id where f.id = any(${ids.office}::integer[])
    union all
    select 'organization', o.id, null, null, null, null, o.name_en
    from organization o where o.id = any(${ids.organization}::integer[])`);
  return new Map(rows.map(({ kind, id, ...names }) => [`${kind} ${id}`, names]));
};

/**
 * Adds the names of the places (`air_name`, `meter_name` … `organization_name`) in the screen's language to rows. Sort
 * such a list by `localizedList`.
 */
export const withLocalizedNames = async <Row extends object>(
  db: Tx,
  language: Language,
  rows: readonly Row[],
): Promise<Row[]> => {
  if (language !== 'en' || rows.length === 0) return [...rows];
  const ids: Record<Kind, number[]> = { purifier: [], meter: [], department: [], office: [], organization: [] };
  const places = rows.map((row) => placesOf(row as Record<string, unknown>));
  for (const { kind, id } of places.flat()) ids[kind].push(id);
  const names = await readNames(db, ids);
  return rows.map((row, i) => {
    const known = places[i]?.find(({ kind, id }) => names.has(`${kind} ${id}`));
    const own = known && names.get(`${known.kind} ${known.id}`);
    const english = Object.entries(own ?? {}).filter(([field, name]) => name !== null && field in row);
    return { ...row, ...Object.fromEntries(english) };
  });
};

/** Names of places in a list's order. Lists call the places by these aliases: organization, office, department, meter, purifier. */
const PLACE_NAME = /\b([ofdmp])\.name\b/;

/**
 * The list sorted by the place names that `withLocalizedNames` shows: an English name, or else the own one. Numbers in
 * names sort by their value: "Room 2" before "Room 10".
 */
export const localizedList = <Field extends string>(list: ListSource<Field>, language: Language): ListSource<Field> => {
  const localized = (text: string): string => text.replace(PLACE_NAME, `$1.name${language === 'en' ? '_en' : ''}_key`);
  const fields = Object.entries<string>(list.fields).map(([field, column]) => [field, localized(column)]);
  return { ...list, fields: Object.fromEntries(fields) as Record<Field, string>, order: list.order.map(localized) };
};
