import type { ORGANIZATION_SENSOR_ORDERS, OrganizationSensorsQuery } from '@airdeck/contract/standard/routes';
import type { OrganizationSensor, OrganizationSensorFields } from '@airdeck/contract/standard/schema';
import { localDay } from '@airdeck/domain/calendar';
import { isGraded, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import { containsAny, containsWords, equals } from '../../platform/db/conditions.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { sensorTypeNamed } from '../../resource/sensor-type-queries.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { saveStandard, standardState } from './sensor-thresholds.ts';
import { standardsColumn, type WithStandards } from './threshold-queries.ts';

type OrganizationSensorRow = Pick<
  Timestamped<OrganizationSensor>,
  | 'id'
  | 'organization_id'
  | 'organization_name'
  | 'code'
  | 'category'
  | 'range_min'
  | 'range_max'
  | 'name'
  | 'model'
  | 'master_model'
  | 'description'
  | 'master_description'
  | 'master_description_en'
  | 'use'
  | 'created_time'
  | 'updated_time'
  | 'version'
> &
  WithStandards & { time_zone: string };

/** From the last decision of its type, which says whether it has its own bounds. */
const hasOwn = (wanted: 'Y' | 'N' | undefined): Sql[] =>
  wanted === undefined
    ? []
    : [
        sql`coalesce((select d.bounds is not null from standard d
          where d.organization_id = s.organization_id and d.type = t.type order by d.valid_from desc limit 1), false)
          = ${wanted === 'Y'}`,
      ];

export const organizationSensorTable = (
  clock: Clock,
): ResourceTable<
  OrganizationSensorRow,
  OrganizationSensor,
  OrganizationSensorFields,
  OrganizationSensorFields,
  OrganizationSensorsQuery,
  (typeof ORGANIZATION_SENSOR_ORDERS)[number]
> => ({
  entity: 'organization_sensors',
  table: 'organization_sensor',
  alias: 's',
  list: {
    columns: sql`s.id, s.organization_id, o.name as organization_name, o.time_zone, t.type, t.code, t.category,
      t.range_min, t.range_max, s.name, s.model, t.model as master_model, s.description,
      t.description as master_description, t.description_en as master_description_en, s.use, ${standardsColumn('t.type', 's.organization_id')},
      s.created_time, s.updated_time, s.version`,
    from: sql`organization_sensor s join organization o on o.id = s.organization_id
      join master_sensor t on t.id = s.master_sensor_id`,
    fields: {
      organization_name: 'o.name',
      type: 't.type',
      code: 't.code',
      category: 't.category',
      name: naturalOrder('s.name'),
      use: 's.use',
      created_time: 's.created_time',
      updated_time: 's.updated_time',
    },
    order: ['o.name', 's.organization_id', 't.id'],
  },
  scope: { organization: 's.organization_id' },
  filters: (query) => [
    ...containsWords(
      [
        'o.name',
        'o.name_en',
        't.code',
        's.name',
        's.model',
        't.model',
        's.description',
        't.description',
        't.description_en',
      ],
      query.search,
      sensorTypeNamed('t.type'),
    ),
    ...containsAny(['o.name', 'o.name_en'], query.organizationName),
    ...equals('s.organization_id', query.organizationId),
    ...equals('t.type', query.type),
    ...equals('s.use', query.use),
    ...hasOwn(query.overridden),
  ],
  present: (row) => {
    const { standards, time_zone, ...fields } = row;
    return {
      ...presentTimestamps(fields),
      unit: SENSOR_TYPE_INFO[row.type].unit,
      very_good: isGraded(row.type) ? row.range_min : null,
      ...standardState(row, row.organization_id, localDay(clock.now(), time_zone)),
    };
  },
  ownerOf: ({ organization_id }) => ({ organizationId: organization_id }),
  // Each organization has one for each sensor type.
  insert: async () => undefined,
  update: async (tx, row, edited) => {
    const range = { min: row.range_min, max: row.range_max };
    await saveStandard(tx, { ...row, range }, row.organization_id, edited, localDay(clock.now(), row.time_zone));
    const { rowCount } = await tx.query(sql`
      update organization_sensor set name = ${edited.name}, model = ${edited.model},
        description = ${edited.description}, use = ${edited.use}, version = version + 1, updated_time = now()
      where id = ${row.id}`);
    return rowCount > 0;
  },
  // Which sensors a meter has depends on whether the organization uses their type.
  alsoMeters: async (tx, before, after) => {
    if (before.use === after.use) return [];
    const { rows } = await tx.query<{ meter_id: number }>(sql`
      select distinct s.meter_id from sensor s join meter m on m.id = s.meter_id
      where m.organization_id = ${after.organization_id} and s.type = ${after.type}`);
    return rows.map(({ meter_id }) => meter_id);
  },
});
