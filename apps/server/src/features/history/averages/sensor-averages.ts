import {
  dayRangeOf,
  type SENSOR_AVERAGE_ORDERS,
  SENSOR_AVERAGE_VALUES,
  type sensorAveragesQuery,
} from '@airdeck/contract/history/query';
import type { SensorAverage } from '@airdeck/contract/history/schema';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { ratingOf } from '@airdeck/domain/rating';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowSensors, placeNameOf } from '../list/row-meter.ts';
import { sensorsOf } from '../request/filter.ts';
import { openAverages } from './average-list.ts';
import { cellColumn, type SortKeys } from './average-sort.ts';
import { type BucketRef, bucketOf, bucketTimes, type CellOf, type CellQuestion } from './cells.ts';

type Field = Exclude<(typeof SENSOR_AVERAGE_ORDERS)[number], 'start'>;

/** A sensor's statistics in a bucket, in its unit. */
const sensorValues = ({ type, channel }: Sensor, cellOf: CellOf) => {
  const cell = cellOf(channel);
  if (!cell) return null;
  const { count, sum, min, max } = cell;
  return {
    mean: meanFromTicks(type, sum / count),
    min: fromTicks(type, min ?? 0),
    max: fromTicks(type, max ?? 0),
    count,
  };
};

const createKeys = (context: RequestContext, question: CellQuestion): SortKeys<Sensor, Field> => ({
  nameOf: (field) => {
    if (field === 'sensor_name') return ({ name }) => name;
    const nameOf = placeNameOf(field, context.language);
    return nameOf && (({ meter }) => nameOf(meter));
  },
  valuesOf: (field, refs) => {
    const value = SENSOR_AVERAGE_VALUES.find((known) => known === field) ?? 'mean';
    return cellColumn(context, question, refs, ({ of }, cellOf) => sensorValues(of.item, cellOf)?.[value] ?? null);
  },
});

/** Averages of sensors: a row for each bucket with readings of a sensor. */
export const openSensorAverages: OpenList<z.output<typeof sensorAveragesQuery>, SensorAverage> = async (
  context,
  query,
) => {
  const items = sensorsOf(context, query);
  const channels = [...new Set(items.map(({ channel }) => channel))];
  const marks = createMaintenanceMarks();
  const rowSensor = createRowSensors(context.language);
  const toRow = (ref: BucketRef<Sensor>, cellOf: CellOf): SensorAverage | null => {
    const sensor = ref.of.item;
    const { meter, type } = sensor;
    const { start, end, day } = bucketOf(ref);
    const values = sensorValues(sensor, cellOf);
    if (!values) return null;
    return {
      ...rowSensor(sensor),
      ...bucketTimes(bucketOf(ref)),
      ...marks.in([meter], { start, end }),
      ...values,
      rating: ratingOf(type, values.mean, thresholdsOn(context.snapshot, meter.organization.id, day)),
      completeness: completenessOf([receivedFrames(values.count, meter, start, Math.min(end, context.now))]) ?? 1,
    };
  };
  const question = { ...query, days: dayRangeOf(query), items, channels };
  return openAverages(context, question, { toRow, keys: createKeys(context, question) });
};
