import type { PurifierRow, SensorRow } from '@airdeck/contract/device/import';
import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import sql, { type Sql } from 'sql-template-tag';
import type { ImportTable, Known, Numbered } from '../../import/import-table.ts';
import { lockedRows } from '../../import/locked-rows-queries.ts';
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
    as r (n integer, id integer, organization_code text, meter_code text, type text, sequence integer, name text, use text)
  ${ofMeters(scope)}`;

export const sensorImportTable: ImportTable<SensorRow> = {
  entity: 'sensors',
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<SensorRow>>(sql`
      select r.n, s.id, s.version, m.organization_id, m.id as meter_id, o.code as organization_code,
        m.code as meter_code, s.type, s.sequence, s.name, s.use
      from ${sensors(rows, scope)}
      join sensor s on s.meter_id = m.id and s.type = r.type and s.sequence = r.sequence
      ${lockedRows('s', isLocked)}`);
    return found.rows;
  },
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${sensors(rows, scope)}
      left join sensor s on s.meter_id = m.id and s.type = r.type and s.sequence = r.sequence
      cross join lateral (values ${METER_PROBLEMS}, ('sequence', 'DUPLICATE', s.id <> coalesce(r.id, 0)))
        as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { type: string }>(sql`
      with added as (
        insert into sensor (meter_id, type, sequence, name, use)
        select m.id, r.type, r.sequence, coalesce(r.name, r.type || ' ' || r.sequence), r.use from ${sensors(rows, scope)}
        order by r.n returning id, meter_id, type, sequence, name, use
      ) select a.*, m.organization_id from added a join meter m on m.id = a.meter_id order by a.id`);
    return addedOf(added.rows);
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update sensor set name = r.name, use = r.use, version = version + 1, updated_time = now()
      from (select r.* from ${sensors(rows, scope)}) r where sensor.id = r.id`);
    return rowCount;
  },
};

const purifiers = (rows: readonly Numbered<PurifierRow>[], scope: Scope): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)}::json)
    as r (n integer, id integer, organization_code text, meter_code text, number integer, name text, name_en text,
      use text, model text, serial text, firmware_version text, first_operation_date date, cumulative_operation_h float8)
  ${ofMeters(scope)}`;

export const purifierImportTable: ImportTable<PurifierRow> = {
  entity: 'purifiers',
  unique: [['organization_code', 'meter_code', 'name']],
  find: async (db, rows, scope, isLocked) => {
    const found = await db.query<Known<PurifierRow>>(sql`
      select r.n, p.id, p.version, m.organization_id, m.id as meter_id, o.code as organization_code,
        m.code as meter_code, p.number, p.name, p.name_en, p.use, p.model, p.serial, p.firmware_version,
        p.first_operation_date, p.cumulative_operation_h
      from ${purifiers(rows, scope)}
      join purifier p on p.meter_id = m.id and p.number = r.number
      ${lockedRows('p', isLocked)}`);
    return found.rows;
  },
  findProblems: async (db, rows, scope) => {
    const found = await db.query<RowError>(sql`
      select r.n as row, p.field, p.code from ${purifiers(rows, scope)}
      left join purifier numbered on numbered.meter_id = m.id and numbered.number = r.number
      left join purifier named on named.meter_id = m.id and folded_name(named.name) = folded_name(r.name)
      cross join lateral (values ${METER_PROBLEMS}, ('number', 'DUPLICATE', numbered.id <> coalesce(r.id, 0)),
        ('name', 'DUPLICATE', named.id <> coalesce(r.id, 0))) as p (field, code, applies) where p.applies`);
    return found.rows;
  },
  insert: async (tx, rows, scope) => {
    const added = await tx.query<Added & { number: number }>(sql`
      with added as (
        insert into purifier (meter_id, number, name, name_en, use, model, serial, firmware_version, first_operation_date,
          cumulative_operation_h)
        select m.id, r.number, r.name, r.name_en, r.use, r.model, r.serial, r.firmware_version, r.first_operation_date,
          r.cumulative_operation_h
        from ${purifiers(rows, scope)} order by r.n
        returning id, meter_id, number, name, name_en, use, model, serial, firmware_version, first_operation_date,
          cumulative_operation_h
      ) select a.*, m.organization_id from added a join meter m on m.id = a.meter_id order by a.id`);
    return addedOf(added.rows);
  },
  update: async (tx, rows, scope) => {
    const { rowCount } = await tx.query(sql`
      update purifier set name = r.name, name_en = r.name_en, use = r.use, model = r.model, serial = r.serial,
        firmware_version = r.firmware_version, first_operation_date = r.first_operation_date,
        cumulative_operation_h = r.cumulative_operation_h, version = version + 1, updated_time = now()
      from (select r.* from ${purifiers(rows, scope)}) r where purifier.id = r.id`);
    return rowCount;
  },
};
