import type { meterAveragesQuery } from '@airdeck/contract/history/query';
import type { MeterAverage } from '@airdeck/contract/history/schema';
import { completeness } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import type { Meter } from '../../site/picture.ts';
import { INDEX_CHANNEL } from '../../store/rollups/rollup-rows.ts';
import { type CellOf, joinCells } from './average-cells.ts';
import { bucketTimes, openAverages } from './average-list.ts';
import { PLACE_NAMES, type PlaceName, placeName } from './average-names.ts';
import { type AverageItem, type BucketRef, bucketOf } from './average-refs.ts';
import type { SortKeys } from './average-sort.ts';
import type { Look } from './look.ts';
import { perKey } from './per-key.ts';
import { indexOfCell, meanOfTicks, tenth } from './rounding.ts';
import type { OpenList } from './row-list.ts';
import { createRowMeters } from './row-meter.ts';
import { metersOf } from './scope.ts';
import { parseSort } from './sort.ts';

const FIELDS = ['start', ...PLACE_NAMES, 'index', ...SENSOR_TYPES] as const;
type Field = Exclude<(typeof FIELDS)[number], 'start'>;

const channelsOf = (meter: Meter, type: SensorType): number[] =>
  [...meter.sensors.values()].filter((sensor) => sensor.type === type).map(({ channel }) => channel);

/** What a meter measures; asked once for each, because its rows may be thousands. */
const typesOf = (meter: Meter): { type: SensorType; channels: number[] }[] =>
  SENSOR_TYPES.map((type) => ({ type, channels: channelsOf(meter, type) })).filter(({ channels }) => channels[0]);

const valuesOf = (types: ReturnType<typeof typesOf>, cellOf: CellOf): MeterAverage['values'] => {
  const values: MeterAverage['values'] = {};
  for (const { type, channels } of types) {
    const cell = joinCells(channels, cellOf);
    if (!cell) continue;
    const { sum, count, min, max } = cell;
    const mean = meanOfTicks(type, sum / count);
    values[type] = { mean, min: fromTicks(type, min ?? 0), max: fromTicks(type, max ?? 0) };
  }
  return values;
};

const sortKeys = (look: Look, meters: readonly Meter[]): SortKeys<AverageItem, Field> => ({
  nameOf: (field) => {
    const name = PLACE_NAMES.find((known): known is PlaceName => known === field);
    return name ? ({ meter }) => placeName(name, meter, look.language) : null;
  },
  valueOf: (field) => {
    const type = SENSOR_TYPES.find((known) => known === field);
    if (!type) return { channels: [INDEX_CHANNEL], value: (_, cellOf) => indexOfCell(cellOf(INDEX_CHANNEL)) };
    return {
      channels: [...new Set(meters.flatMap((meter) => channelsOf(meter, type)))],
      value: (ref, cellOf) => {
        const cell = joinCells(channelsOf(ref.of.item.meter, type), cellOf);
        return cell && cell.sum / cell.count;
      },
    };
  },
});

/** Means of meters: a row for each bucket in which a meter measured something. */
export const openMeterAverages: OpenList<z.output<typeof meterAveragesQuery>, MeterAverage> = async (look, query) => {
  const meters = metersOf(look, query);
  const rowMeter = createRowMeters(look.language);
  const typesOfMeter = perKey(typesOf);
  const toRow = (ref: BucketRef<AverageItem>, cellOf: CellOf): MeterAverage | null => {
    const { meter } = ref.of.item;
    const { start, end } = bucketOf(ref);
    const frames = cellOf(INDEX_CHANNEL);
    if (!frames) return null;
    const index = indexOfCell(frames);
    const times = bucketTimes(ref);
    return {
      ...rowMeter(meter),
      start: times.start,
      end: times.end,
      values: valuesOf(typesOfMeter(meter), cellOf),
      index: index === null ? null : tenth(index),
      grade: index === null ? null : gradeOfIndex(index),
      completeness: completeness(frames.count, Math.min(end, look.now) - start, meter.intervalS),
    };
  };
  const items = meters.map((meter): AverageItem => ({ meter, channel: INDEX_CHANNEL }));
  const question = { ...query, items, channels: null, sort: parseSort(query.sort, FIELDS) };
  return openAverages(look, question, { toRow, keys: sortKeys(look, meters) });
};
