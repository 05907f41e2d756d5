import type { SENSOR_ORDERS, Sensor, SensorAdded, SensorFields, SensorsQuery } from '@airdeck/contract/device/parts';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql, { join, type Sql } from 'sql-template-tag';
import { contains, containsWords, equals, withinScope, wordsOf } from '../../platform/db/conditions.ts';
import type { Tx } from '../../platform/db/pool.ts';
import {
  meterNamed,
  PLACED_FIELDS,
  PLACED_SCOPE,
  type Placed,
  placedConditions,
  placedFrom,
  placedParent,
} from '../../resource/placed-queries.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { sensorTypeNamed, sensorTypesNamed } from '../../resource/sensor-type-queries.ts';
import { presentTimestamps } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';

type SensorRow = Pick<Tables['sensor'], 'id' | 'meter_id' | 'name' | 'sequence' | 'use'> &
  Pick<Tables['sensor'], 'created_time' | 'updated_time' | 'version'> &
  Placed & { type: SensorType };

/** With more names than this, those of all sensors are compared. */
const MAX_NAMES = 1_000;

/**
 * The names of sensors that contain each text; null: there are too many names. Most sensors are named after their type,
 * so that hundreds of thousands of them have a few names, which an index finds one after the other.
 */
const findNames = async (db: Tx, parts: readonly string[]): Promise<Map<string, string[]> | null> => {
  if (parts.length === 0) return new Map();
  const named = parts.map((part) => sql`json_agg(name) filter (where ${join(contains('name', part))})`);
  const { rows } = await db.query<{ count: number; names: (string[] | null)[] }>(sql`
    with recursive known (name, place) as (
      (select name, 1 from sensor order by name limit 1)
      union all
      select following.name, place + 1 from known
      cross join lateral (select s.name from sensor s where s.name > known.name order by s.name limit 1) following
      where place <= ${MAX_NAMES})
    select count(*) as count, json_build_array(${join(named)}) as names from known`);
  const [{ count, names } = { count: 0, names: [] }] = rows;
  return count > MAX_NAMES ? null : new Map(parts.map((part, i) => [part, names[i] ?? []]));
};

/** A condition on the name of a sensor. */
type IsCalled = (part: string) => Sql;

const isCalled: IsCalled = (part) => join(contains('s.name', part));

const filtersOf = ({ search, sensorName, ...query }: SensorsQuery, named: IsCalled): Sql[] => [
  ...containsWords([], search, named, sensorTypeNamed('s.type'), meterNamed('s.meter_id')),
  ...placedConditions(query),
  ...(sensorName ? [named(sensorName)] : []),
  ...equals('s.type', query.type),
  ...equals('s.use', query.use),
];

export const sensorTable: ResourceTable<
  SensorRow,
  Sensor,
  SensorAdded,
  SensorFields,
  SensorsQuery,
  (typeof SENSOR_ORDERS)[number]
> = {
  entity: 'sensors',
  table: 'sensor',
  alias: 's',
  list: {
    columns: sql`s.id, m.organization_id, o.code as organization_code, o.name as organization_name, f.name as office_name,
      d.name as department_name, s.meter_id, m.code as meter_code, m.name as meter_name, s.name, s.type, s.sequence, s.use,
      s.created_time, s.updated_time, s.version`,
    from: sql`sensor s ${placedFrom('s')}`,
    fields: {
      ...PLACED_FIELDS,
      name: 's.name_key',
      type: 's.type',
      sequence: 's.sequence',
      use: 's.use',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    // In the order of an index: there may be hundreds of thousands of sensors.
    order: ['s.meter_id', 's.type', 's.sequence'],
    parent: placedParent('sensor', 's'),
  },
  scope: PLACED_SCOPE,
  filters: (query) => filtersOf(query, isCalled),
  pageFilters: async (db, query) => {
    const { search = '', sensorName, type, use } = query;
    const words = wordsOf(search);
    const parts = sensorName ? [...words, sensorName] : words;
    const found = await findNames(db, parts);
    const isOfMeters = (word: string): boolean => found?.get(word)?.length === 0 && sensorTypesNamed(word).length === 0;
    // A search for names of meters and places is answered by the meters.
    if (words.every(isOfMeters) && !sensorName && !type && !use) {
      const filters = [...words.map(meterNamed('m.id')), ...placedConditions(query)];
      return { filters, isOfParents: true };
    }
    const named: IsCalled = (part) => {
      const names = found?.get(part);
      return names ? sql`s.name = any(${names})` : isCalled(part);
    };
    return { filters: filtersOf(query, named), isOfParents: false };
  },
  present: presentTimestamps,
  ownerOf: ({ organization_id, meter_id }) => ({ organizationId: organization_id, meterId: meter_id }),
  parent: 'meter_id',
  insert: async (tx, added, scope) => {
    const { rows } = await tx.query<{ id: number }>(sql`
      insert into sensor (meter_id, type, sequence, name, use)
      select m.id, ${added.type}, ${added.sequence}, ${added.name}, ${added.use} from meter m
      where m.id = ${added.meter_id} and ${withinScope(scope, PLACED_SCOPE)} returning id`);
    return rows[0]?.id;
  },
  update: async (tx, { id }, edited) => {
    const { rowCount } = await tx.query(sql`
      update sensor set name = ${edited.name}, use = ${edited.use}, version = version + 1, updated_time = now()
      where id = ${id}`);
    return rowCount > 0;
  },
};
