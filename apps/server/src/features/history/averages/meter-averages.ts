import { dayRangeOf, type METER_AVERAGE_ORDERS, type meterAveragesQuery } from '@airdeck/contract/history/query';
import type { MeterAverage } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, indexOfMeans, typesOf } from '../../../store/history/mean-index.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { memoize } from '../list/memoize.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowMeters, placeNameOf } from '../list/row-meter.ts';
import { metersOf } from '../request/filter.ts';
import { type AverageRows, openAverages } from './average-list.ts';
import { cellColumn, type SortKeys } from './average-sort.ts';
import {
  type AverageItem,
  type BucketRef,
  bucketOf,
  bucketTimes,
  type Cell,
  type CellOf,
  type CellQuestion,
  joinCells,
} from './cells.ts';

export const channelsOf = (meter: Meter, type: SensorType): readonly number[] =>
  typesOf(meter).find((each) => each.type === type)?.channels ?? [];

type Types = ReturnType<typeof typesOf>;

const valuesOfType = (type: SensorType, { sum, count, min, max }: Cell) => ({
  mean: meanFromTicks(type, sum / count),
  min: fromTicks(type, min ?? 0),
  max: fromTicks(type, max ?? 0),
});

const meterValues = (types: Types, cellOf: CellOf): MeterAverage['values'] => {
  const values: MeterAverage['values'] = {};
  for (const { type, channels } of types) {
    const cell = joinCells(channels, cellOf);
    if (cell) values[type] = valuesOfType(type, cell);
  }
  return values;
};

const valuesText = (types: Types, cellOf: CellOf): string => {
  let text = '';
  for (const { type, channels } of types) {
    const cell = joinCells(channels, cellOf);
    if (!cell) continue;
    const { mean, min, max } = valuesOfType(type, cell);
    text += `${text && ','}"${type}":{"mean":${mean},"min":${min},"max":${max}}`;
  }
  return text;
};

/** Builds rows as objects, and as JSON in a third of the time: thousands of rows share most of their text. */
const createRows = ({
  language,
  snapshot,
  now,
}: RequestContext): Required<Pick<AverageRows<AverageItem, never, MeterAverage>, 'toRow' | 'toText'>> => {
  const marks = createMaintenanceMarks();
  const rowMeter = createRowMeters(language);
  const beginOf = memoize((meter: Meter) => JSON.stringify(rowMeter(meter)).slice(0, -1));

  const restOf = (ref: BucketRef<AverageItem>, frames: Cell, cellOf: CellOf) => {
    const { meter } = ref.of.item;
    const { start, end, day } = bucketOf(ref);
    const index = indexOfMeans(snapshot, meter, cellOf, day);
    return {
      ...marks.in([meter], { start, end }),
      index: index === null ? null : roundIndex(index),
      grade: index === null ? null : gradeOfIndex(index),
      completeness: completenessOf([receivedFrames(frames.count, meter, start, Math.min(end, now))]) ?? 1,
    };
  };

  return {
    toRow(ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return null;
      const values = meterValues(typesOf(meter), cellOf);
      return { ...rowMeter(meter), ...bucketTimes(ref), values, ...restOf(ref, frames, cellOf) };
    },
    toText(ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return null;
      const { start, end } = bucketTimes(ref);
      const { index, grade, completeness: share, maintenance } = restOf(ref, frames, cellOf);
      const values = valuesText(typesOf(meter), cellOf);
      return `${beginOf(meter)},"start":"${start}","end":"${end}","values":{${values}},"index":${index},"grade":${
        grade && `"${grade}"`
      },"completeness":${share}${maintenance ? ',"maintenance":true' : ''}}`;
    },
  };
};

type Field = Exclude<(typeof METER_AVERAGE_ORDERS)[number], 'start'>;

const createKeys = (
  context: RequestContext,
  question: CellQuestion,
  meters: readonly Meter[],
): SortKeys<AverageItem, Field> => ({
  nameOf: (field) => {
    const nameOf = placeNameOf(field, context.language);
    return nameOf && (({ meter }) => nameOf(meter));
  },
  valuesOf: (field, refs) => {
    const type = SENSOR_TYPES.find((known) => known === field);
    const channels = [...new Set(meters.flatMap((meter) => (type ? channelsOf(meter, type) : gradedChannels(meter))))];
    return cellColumn(context, { ...question, channels }, refs, (ref, cellOf) => {
      const { meter } = ref.of.item;
      if (!type) {
        return indexOfMeans(context.snapshot, meter, cellOf, bucketOf(ref).day);
      }
      const cell = joinCells(channelsOf(meter, type), cellOf);
      return cell && cell.sum / cell.count;
    });
  },
});

/** Averages of meters: a row for each bucket with readings of a meter. */
export const openMeterAverages: OpenList<z.output<typeof meterAveragesQuery>, MeterAverage> = async (
  context,
  query,
) => {
  const meters = metersOf(context, query);
  const items = meters.map((meter): AverageItem => ({ meter, channel: INDEX_CHANNEL }));
  const question = { ...query, days: dayRangeOf(query), items, channels: null };
  return openAverages(context, question, { ...createRows(context), keys: createKeys(context, question, meters) });
};
