import sql from 'sql-template-tag';
import type { Db } from '../platform/db/pool.ts';

export interface Column {
  name: string;
  /** The type in PostgreSQL's words, such as `timestamp with time zone`. */
  type: string;
  is_nullable: boolean;
  is_identity: boolean;
  /** Expression of a stored generated column. */
  generated: string | null;
  default: string | null;
  comment: string | null;
}

export interface ForeignKey {
  columns: string[];
  target: string;
  target_columns: string[];
  definition: string;
  /** An index begins with its columns, in any order. */
  is_indexed: boolean;
}

/** A constraint, an index or a trigger, as PostgreSQL writes it. */
export interface Definition {
  name: string;
  definition: string;
}

export interface TableInfo {
  name: string;
  comment: string | null;
  is_unlogged: boolean;
  /** Such as `RANGE (time)`; null when not partitioned. */
  partitioned_by: string | null;
  columns: Column[];
  primary_key: string[];
  foreign_keys: ForeignKey[];
  checks: Definition[];
  indexes: Definition[];
  triggers: Definition[];
}

const COLUMN_NAMES = sql`array(select a.attname::text from unnest(k.conkey) with ordinality as n(number, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number order by n.place)`;
const TARGET_NAMES = sql`array(select a.attname::text from unnest(k.confkey) with ordinality as n(number, place)
    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.number order by n.place)`;

/**
 * A partial index serves the lookup of a foreign key only when it leaves out nothing but nulls. Order within the leading
 * columns does not matter: the lookup compares all of them.
 */
const IS_INDEXED = sql`exists (
  select from pg_index i where i.indrelid = t.oid and i.indisvalid
    and (select array_agg(number order by number) from unnest((i.indkey::smallint[])[0:cardinality(k.conkey) - 1]) as number)
      = (select array_agg(number order by number) from unnest(k.conkey) as number)
    and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
      select format('(%I IS NOT NULL)', a.attname) from pg_attribute a
      where a.attrelid = t.oid and a.attnum = any(k.conkey))))`;

/** Every table of the schema except partitions, by name. */
export const readCatalog = async (db: Db): Promise<TableInfo[]> => {
  const { rows } = await db.query<TableInfo & Record<string, unknown>>(sql`
    select t.relname::text as name, obj_description(t.oid, 'pg_class') as comment,
      t.relpersistence = 'u' as is_unlogged,
      case when t.relkind = 'p' then pg_get_partkeydef(t.oid) end as partitioned_by,
      (select jsonb_agg(jsonb_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'is_nullable', not a.attnotnull,
          'is_identity', a.attidentity <> '',
          'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
          'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'comment', col_description(t.oid, a.attnum)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select ${COLUMN_NAMES} from pg_constraint k
        where k.conrelid = t.oid and k.contype = 'p'), '{}') as primary_key,
      coalesce((select jsonb_agg(jsonb_build_object(
          'columns', ${COLUMN_NAMES}, 'target', k.confrelid::regclass::text,
          'target_columns', ${TARGET_NAMES}, 'definition', pg_get_constraintdef(k.oid),
          'is_indexed', ${IS_INDEXED}) order by pg_get_constraintdef(k.oid) collate "C")
        from pg_constraint k where k.conrelid = t.oid and k.contype = 'f'), '[]') as foreign_keys,
      coalesce((select jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
          order by pg_get_constraintdef(k.oid) collate "C")
        from pg_constraint k where k.conrelid = t.oid and k.contype = 'c'), '[]') as checks,
      coalesce((select jsonb_agg(jsonb_build_object('name', c.relname, 'definition', pg_get_indexdef(c.oid))
          order by c.relname collate "C")
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = t.oid and not i.indisprimary), '[]') as indexes,
      coalesce((select jsonb_agg(jsonb_build_object('name', g.tgname, 'definition', pg_get_triggerdef(g.oid))
          order by g.tgname collate "C")
        from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal), '[]') as triggers
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by t.relname collate "C"`);
  return rows;
};
