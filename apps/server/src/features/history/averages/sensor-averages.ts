import type { sensorAveragesQuery } from '@airdeck/contract/history/query';
import type { SensorAverage } from '@airdeck/contract/history/schema';
import { completeness } from '@airdeck/domain/completeness';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import type { Sensor } from '../../../site/picture.ts';
import { rate } from '../../../site/rate.ts';
import { thresholdsOn } from '../../../site/site.ts';
import { meanOfTicks } from '../list/rounding.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowSensors } from '../list/row-meter.ts';
import type { Look } from '../request/look.ts';
import { sensorsOf } from '../request/scope.ts';
import { parseSort } from '../request/sort.ts';
import type { CellOf } from './average-cells.ts';
import { bucketTimes, openAverages } from './average-list.ts';
import { PLACE_NAMES, type PlaceName, placeName } from './average-names.ts';
import { type BucketRef, bucketOf } from './average-refs.ts';
import type { SortKeys } from './average-sort.ts';

const VALUES = ['mean', 'min', 'max', 'count'] as const;
const FIELDS = ['start', ...PLACE_NAMES, 'sensor_name', ...VALUES] as const;
type Field = Exclude<(typeof FIELDS)[number], 'start'>;

/** What a sensor measured in a bucket, in its unit. */
const valuesOf = ({ type, channel }: Sensor, cellOf: CellOf) => {
  const cell = cellOf(channel);
  if (!cell) return null;
  const { count, sum, min, max } = cell;
  return {
    mean: meanOfTicks(type, sum / count),
    min: fromTicks(type, min ?? 0),
    max: fromTicks(type, max ?? 0),
    count,
  };
};

const sortKeys = ({ language }: Look, channels: readonly number[]): SortKeys<Sensor, Field> => ({
  nameOf: (field) => {
    if (field === 'sensor_name') return ({ name }) => name;
    const place = PLACE_NAMES.find((known): known is PlaceName => known === field);
    return place ? ({ meter }) => placeName(place, meter, language) : null;
  },
  valueOf: (field) => {
    const value = VALUES.find((known) => known === field) ?? 'mean';
    return { channels, value: ({ of }, cellOf) => valuesOf(of.item, cellOf)?.[value] ?? null };
  },
});

/** Means of sensors: a row for each bucket in which a sensor measured something. */
export const openSensorAverages: OpenList<z.output<typeof sensorAveragesQuery>, SensorAverage> = async (
  look,
  query,
) => {
  const items = sensorsOf(look, query);
  const channels = [...new Set(items.map(({ channel }) => channel))];
  const rowSensor = createRowSensors(look.language);
  const toRow = (ref: BucketRef<Sensor>, cellOf: CellOf): SensorAverage | null => {
    const sensor = ref.of.item;
    const { meter, type } = sensor;
    const { start, end, day } = bucketOf(ref);
    const values = valuesOf(sensor, cellOf);
    if (!values) return null;
    return {
      ...rowSensor(sensor),
      ...bucketTimes(ref),
      ...values,
      rating: rate(type, values.mean, thresholdsOn(look.picture, meter.organization.id, day)),
      completeness: completeness(values.count, Math.min(end, look.now) - start, meter.intervalS),
    };
  };
  const question = { ...query, items, channels, sort: parseSort(query.sort, FIELDS) };
  return openAverages(look, question, { toRow, keys: sortKeys(look, channels) });
};
