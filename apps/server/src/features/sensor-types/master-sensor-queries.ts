import type { MASTER_SENSOR_ORDERS, MasterSensorsQuery } from '@airdeck/contract/standard/routes';
import { rangeErrors } from '@airdeck/contract/standard/rule';
import type { MasterSensor, MasterSensorFields } from '@airdeck/contract/standard/schema';
import { localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import sql from 'sql-template-tag';
import type { Clock } from '../../platform/clock.ts';
import { containsWords, equals } from '../../platform/db/conditions.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { sensorTypeNamed } from '../../resource/sensor-type-queries.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { saveStandard, standardState } from './sensor-thresholds.ts';
import { standardsColumn, type WithStandards } from './threshold-queries.ts';

type MasterSensorRow = Pick<
  Timestamped<MasterSensor>,
  | 'id'
  | 'code'
  | 'category'
  | 'model'
  | 'description'
  | 'description_en'
  | 'range_min'
  | 'range_max'
  | 'created_time'
  | 'updated_time'
  | 'version'
> &
  WithStandards & { time_zones: string[] };

/** The latest day that it is today in any organization: a change that began earlier would be in the past of one of them. */
const latestToday = (clock: Clock, zones: readonly string[]): string =>
  zones.map((zone) => localDay(clock.now(), zone)).reduce((a, b) => (a > b ? a : b), localDay(clock.now(), 'UTC'));

export const masterSensorTable = (
  clock: Clock,
): ResourceTable<
  MasterSensorRow,
  MasterSensor,
  MasterSensorFields,
  MasterSensorFields,
  MasterSensorsQuery,
  (typeof MASTER_SENSOR_ORDERS)[number]
> => ({
  entity: 'master_sensors',
  table: 'master_sensor',
  alias: 't',
  list: {
    columns: sql`t.id, t.type, t.code, t.category, t.model, t.description, t.description_en, t.range_min, t.range_max,
      ${standardsColumn('t.type', null)}, array(select distinct time_zone from organization) as time_zones,
      t.created_time, t.updated_time, t.version`,
    from: sql`master_sensor t`,
    fields: {
      type: 't.type',
      code: 't.code',
      category: 't.category',
      model: 't.model',
      created_time: 't.created_time',
      updated_time: 't.updated_time',
    },
    order: ['t.id'],
  },
  // These rows belong to no organization.
  scope: { organization: 'null::integer' },
  filters: (query) => [
    ...containsWords(
      ['t.code', 't.model', 't.description', 't.description_en'],
      query.search,
      sensorTypeNamed('t.type'),
    ),
    ...equals('t.category', query.category),
  ],
  present: (row) => {
    const { standards, time_zones, ...fields } = row;
    return {
      ...presentTimestamps(fields),
      unit: SENSOR_TYPE_INFO[row.type].unit,
      ...standardState(row, null, latestToday(clock, time_zones)),
    };
  },
  ownerOf: () => ({ organizationId: null }),
  // There is one for each sensor type.
  insert: async () => undefined,
  update: async (tx, row, edited) => {
    const range = { min: edited.range_min, max: edited.range_max };
    const errors = rangeErrors(row.type, range);
    if (Object.keys(errors).length > 0) throw new Failure('INVALID_PARAMETER', errors);
    await saveStandard(tx, { ...row, range }, null, edited, latestToday(clock, row.time_zones));
    const { rowCount } = await tx.query(sql`
      update master_sensor set code = ${edited.code}, category = ${edited.category}, model = ${edited.model},
        description = ${edited.description}, description_en = ${edited.description_en}, range_min = ${range.min},
        range_max = ${range.max}, version = version + 1, updated_time = now()
      where id = ${row.id}`);
    return rowCount > 0;
  },
});
