import { type Deleted, type DeletedKind, MAX_DELETED, RESTORABLE_DAYS } from '@airdeck/contract/device/deleted';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import { withinScope } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/pool.ts';

/** Names of a place or meter, registered or deleted, by its id. */
const named = (table: 'office' | 'department' | 'meter', id: Sql): Sql => {
  const tables = { office: sql`office`, department: sql`department`, meter: sql`meter` };
  return sql`(select name from ${tables[table]} where id = ${id}
    union all select content->>'name' from deleted_row where kind = ${table} and row_id = ${id} limit 1)`;
};
const part = (row: Sql, name: string): Sql => sql`(${row}->>${name})::integer`;

/** Its parents' names from the organization down, and whether the nearest is deleted. */
const placed = (kind: DeletedKind): { places: Sql; parent: Sql } => {
  const content = sql`r.content`;
  const meter = sql`(select to_jsonb(m) from meter m where m.id = r.meter_id
    union all select content from deleted_row where kind = 'meter' and row_id = r.meter_id limit 1)`;
  const office = (row: Sql) => named('office', part(row, 'office_id'));
  const department = (row: Sql) => named('department', part(row, 'department_id'));
  switch (kind) {
    case 'office':
      return { places: sql`array[o.name]`, parent: sql`true` };
    case 'department':
      return {
        places: sql`array[o.name, ${office(content)}]`,
        parent: sql`exists (select from office where id = ${part(content, 'office_id')})`,
      };
    case 'meter':
      return {
        places: sql`array[o.name, ${office(content)}, ${department(content)}]`,
        parent: sql`exists (select from department where id = ${part(content, 'department_id')})`,
      };
    default:
      return {
        places: sql`array[o.name, ${office(meter)}, ${department(meter)}, ${named('meter', sql`r.meter_id`)}]`,
        parent: sql`exists (select from meter where id = r.meter_id)`,
      };
  }
};

const PARENTS = {
  office: 'organization',
  department: 'office',
  meter: 'department',
  sensor: 'meter',
  purifier: 'meter',
} as const satisfies Record<DeletedKind, string>;

type Row = Omit<Deleted, 'deleted_time'> & { deleted_time: Date };

/**
 * The newest deleted rows of a kind that can be restored by themselves: those that were deleted with their parent come
 * back with it.
 */
export const listDeleted = async (db: Db, scope: Scope, kind: DeletedKind): Promise<Deleted[]> => {
  const { places, parent } = placed(kind);
  const { rows } = await db.query<Row & Record<string, unknown>>(sql`
    select r.row_id as id, r.content->>'name' as name,
      case when r.kind = 'meter' then r.content->>'code' end as code,
      array_remove(${places}, null) as places, r.deleted_time, not ${parent} as orphaned
    from deleted_row r join organization o on o.id = r.organization_id
    where r.kind = ${kind} and ${withinScope(scope, { organization: 'r.organization_id' })}
      and not exists (
        select from deleted_row p where p.deleted_time = r.deleted_time and p.kind = ${PARENTS[kind]}
          and p.row_id = ${kind === 'sensor' || kind === 'purifier' ? sql`r.meter_id` : part(sql`r.content`, `${PARENTS[kind]}_id`)})
      and r.deleted_time > now() - ${RESTORABLE_DAYS} * interval '1 day'
    order by r.deleted_time desc, r.row_id limit ${MAX_DELETED}`);
  return rows.map((row) => ({ ...row, deleted_time: row.deleted_time.toISOString() }));
};
