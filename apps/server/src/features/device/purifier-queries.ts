import type {
  PURIFIER_ORDERS,
  Purifier,
  PurifierAdded,
  PurifierFields,
  PurifiersQuery,
} from '@airdeck/contract/device/parts';
import sql from 'sql-template-tag';
import { containsAny, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import {
  meterNamed,
  PLACED_FIELDS,
  PLACED_SCOPE,
  type Placed,
  placedConditions,
  placedFrom,
} from '../../resource/placed-queries.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';

type PurifierRow = Pick<Tables['purifier'], 'id' | 'meter_id' | 'number' | 'name' | 'name_en' | 'use' | 'model'> &
  Pick<Tables['purifier'], 'serial' | 'firmware_version' | 'first_operation_date' | 'cumulative_operation_h'> &
  Pick<Tables['purifier'], 'created_time' | 'updated_time' | 'version'> &
  Placed;

export const purifierTable: ResourceTable<
  PurifierRow,
  Purifier,
  PurifierAdded,
  PurifierFields,
  PurifiersQuery,
  (typeof PURIFIER_ORDERS)[number]
> = {
  entity: 'purifiers',
  table: 'purifier',
  alias: 'p',
  list: {
    columns: sql`p.id, m.organization_id, o.code as organization_code, o.name as organization_name, f.name as office_name,
      d.name as department_name, p.meter_id, m.code as meter_code, m.name as meter_name, p.number, p.name, p.name_en, p.use, p.model, p.serial,
      p.firmware_version, p.first_operation_date, p.cumulative_operation_h, p.created_time, p.updated_time, p.version`,
    from: sql`purifier p ${placedFrom('p')}`,
    fields: {
      ...PLACED_FIELDS,
      number: 'p.number',
      name: 'p.name',
      model: 'p.model',
      use: 'p.use',
      created_time: 'p.created_time',
      updated_time: 'p.updated_time',
    },
    order: ['p.meter_id', 'p.number'],
  },
  scope: PLACED_SCOPE,
  filters: (query) => [
    ...containsWords(['p.name', 'p.name_en', 'p.model', 'p.serial'], query.search, meterNamed('p.meter_id')),
    ...placedConditions(query),
    ...containsAny(['p.name', 'p.name_en'], query.airName),
    ...equals('p.use', query.use),
  ],
  present: presentTimestamps,
  ownerOf: ({ organization_id, meter_id }) => ({ organizationId: organization_id, meterId: meter_id }),
  parent: 'meter_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into purifier (meter_id, number, name, name_en, use, model, serial, firmware_version,
        first_operation_date, cumulative_operation_h)
      select m.id, ${added.number}, ${added.name}, ${added.name_en}, ${added.use}, ${added.model}, ${added.serial},
        ${added.firmware_version}, ${added.first_operation_date}::date, ${added.cumulative_operation_h}::float8
      from meter m
      where m.id = ${added.meter_id} and ${withinScope(scope, PLACED_SCOPE)} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update purifier set number = ${edited.number}, name = ${edited.name}, name_en = ${edited.name_en},
        use = ${edited.use}, model = ${edited.model}, serial = ${edited.serial},
        firmware_version = ${edited.firmware_version}, first_operation_date = ${edited.first_operation_date}::date,
        cumulative_operation_h = ${edited.cumulative_operation_h}::float8, version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};
