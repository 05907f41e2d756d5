import type { PurifierRow, SensorRow } from '@airdeck/contract/device/import';
import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Numbered } from '../../import/import-table.ts';
import { withinScope } from '../../platform/db/conditions.ts';

interface Added {
  id: number;
  organization_id: number;
  meter_id: number;
}

const addedOf = (rows: Added[]) =>
  rows.map((after) => ({ id: after.id, organizationId: after.organization_id, meterId: after.meter_id, after }));

/** The meter of each row `r`, as far as the scope reaches it. */
const ofMeters = (scope: Scope): Sql => sql`
  left join organization o on o.code = r.organization_code and ${withinScope(scope, { organization: 'o.id' })}
  left join meter m on m.organization_id = o.id and m.code = r.meter_code`;

/** The errors of a row's meter. */
const METER_PROBLEMS = sql`
  ('organization_code', 'NOT_FOUND', o.id is null), ('meter_code', 'NOT_FOUND', o.id is not null and m.id is null)`;

const sensors = (rows: readonly Numbered<SensorRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json)
    as r (n integer, organization_code text, meter_code text, type text, sequence integer, name text)
  ${ofMeters(scope)}`;

export const sensorImportTable: ImportTable<SensorRow> = {
  entity: 'sensors',
  unique: [['organization_code', 'meter_code', 'type', 'sequence']],
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${sensors(rows, scope)}
      left join sensor s on s.meter_id = m.id and s.type = r.type and s.sequence = r.sequence
      cross join lateral (values ${METER_PROBLEMS}, ('sequence', 'DUPLICATE', s.id is not null))
        as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { type: string }>(sql`
      with added as (
        insert into sensor (meter_id, type, sequence, name)
        select m.id, r.type, r.sequence, coalesce(r.name, r.type || ' ' || r.sequence) from ${sensors(rows, scope)}
        order by r.n returning id, meter_id, type, sequence, name
      ) select a.*, m.organization_id from added a join meter m on m.id = a.meter_id order by a.id`);
    return addedOf(added.rows);
  },
};

const purifiers = (rows: readonly Numbered<PurifierRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json)
    as r (n integer, organization_code text, meter_code text, number integer, name text, model text)
  ${ofMeters(scope)}`;

export const purifierImportTable: ImportTable<PurifierRow> = {
  entity: 'purifiers',
  unique: [
    ['organization_code', 'meter_code', 'number'],
    ['organization_code', 'meter_code', 'name'],
  ],
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${purifiers(rows, scope)}
      left join purifier numbered on numbered.meter_id = m.id and numbered.number = r.number
      left join purifier named on named.meter_id = m.id and named.name = r.name
      cross join lateral (values ${METER_PROBLEMS}, ('number', 'DUPLICATE', numbered.id is not null),
        ('name', 'DUPLICATE', named.id is not null)) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { number: number }>(sql`
      with added as (
        insert into purifier (meter_id, number, name, model)
        select m.id, r.number, r.name, r.model from ${purifiers(rows, scope)} order by r.n
        returning id, meter_id, number, name, model
      ) select a.*, m.organization_id from added a join meter m on m.id = a.meter_id order by a.id`);
    return addedOf(added.rows);
  },
};
