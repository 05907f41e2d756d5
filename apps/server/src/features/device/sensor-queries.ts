import type { SENSOR_ORDERS, Sensor, SensorAdded, SensorFields, SensorsQuery } from '@airdeck/contract/device/parts';
import type { SensorType } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import { contains, containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
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
import { sensorTypeNamed } from '../../resource/sensor-type-queries.ts';
import { presentTimestamps } from '../../resource/timestamps.ts';
import type { Tables } from '../../schema/tables.ts';

type SensorRow = Pick<Tables['sensor'], 'id' | 'meter_id' | 'name' | 'sequence' | 'use'> &
  Pick<Tables['sensor'], 'created_time' | 'updated_time' | 'version'> &
  Placed & { type: SensorType };

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
  filters: (query) => [
    ...containsWords(['s.name'], query.search, sensorTypeNamed('s.type'), meterNamed('s.meter_id')),
    ...placedConditions(query),
    ...contains('s.name', query.sensorName),
    ...equals('s.type', query.type),
    ...equals('s.use', query.use),
  ],
  isOfParents: ({ search, meterName, sensorName, type, use }) =>
    [search, meterName, sensorName, type, use].every((each) => !each),
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
