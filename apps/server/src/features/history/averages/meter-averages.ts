import { dayRangeOf, type METER_AVERAGE_ORDERS, type meterAveragesQuery } from '@airdeck/contract/history/query';
import type { MeterAverage } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { completenessOf, receivedFrames } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPES, type SensorType, tableOf } from '@airdeck/domain/sensor-type';
import { fromTicks, meanFromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import type { JsonBytes } from '../../../platform/json-bytes.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { gradedChannels, indexOfMeans, indexOfTypes, typesOf } from '../../../store/history/mean-index.ts';
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

/** Names of fields as bytes, which all rows share. */
const FIELDS = {
  start: Buffer.from(',"start":"'),
  end: Buffer.from('","end":"'),
  values: Buffer.from('","values":{'),
  min: Buffer.from(',"min":'),
  max: Buffer.from(',"max":'),
  index: Buffer.from('},"index":'),
  grade: Buffer.from(',"grade":"'),
  noGrade: Buffer.from(',"grade":null'),
  completeness: Buffer.from(',"completeness":'),
  maintenance: Buffer.from(',"maintenance":true'),
};
const MEAN_OF_TYPE = tableOf(({ type }) => Buffer.from(`"${type}":{"mean":`));
const DIGITS = tableOf(({ digits }) => digits);
const SHARE_DIGITS = 3;
const INDEX_DIGITS = 1;

/** Writes the values of a row, and answers the means of its types in ticks, by their place among the types. */
const writeValues = (json: JsonBytes, types: Types, cellOf: CellOf): (number | null)[] => {
  const means: (number | null)[] = [];
  let comma = '';
  for (const { type, channels } of types) {
    const cell = joinCells(channels, cellOf);
    means.push(cell && cell.sum / cell.count);
    if (!cell) continue;
    const { mean, min, max } = valuesOfType(type, cell);
    const digits = DIGITS[type];
    json.text(comma);
    json.bytes(MEAN_OF_TYPE[type]);
    json.decimal(mean, digits + 1);
    json.bytes(FIELDS.min);
    json.decimal(min, digits);
    json.bytes(FIELDS.max);
    json.decimal(max, digits);
    json.text('}');
    comma = ',';
  }
  return means;
};

/** Builds rows as objects, and as JSON in a fifth of the time: thousands of rows share most of their text. */
const createRows = ({
  language,
  snapshot,
  now,
}: RequestContext): Required<Pick<AverageRows<AverageItem, never, MeterAverage>, 'toRow' | 'write'>> => {
  const marks = createMaintenanceMarks();
  const rowMeter = createRowMeters(language);
  const beginOf = memoize((meter: Meter) => Buffer.from(JSON.stringify(rowMeter(meter)).slice(0, -1)));

  const shareOf = (ref: BucketRef<AverageItem>, frames: Cell): number => {
    const { start, end } = bucketOf(ref);
    return completenessOf([receivedFrames(frames.count, ref.of.item.meter, start, Math.min(end, now))]) ?? 1;
  };

  return {
    toRow(ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return null;
      const { start, end, day } = bucketOf(ref);
      const index = indexOfMeans(snapshot, meter, cellOf, day);
      return {
        ...rowMeter(meter),
        ...bucketTimes(ref),
        values: meterValues(typesOf(meter), cellOf),
        ...marks.in([meter], { start, end }),
        index: index === null ? null : roundIndex(index),
        grade: index === null ? null : gradeOfIndex(index),
        completeness: shareOf(ref, frames),
      };
    },
    write(json, ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return false;
      const bucket = bucketOf(ref);
      const { start, end } = bucketTimes(ref);
      json.bytes(beginOf(meter));
      json.bytes(FIELDS.start);
      json.text(start);
      json.bytes(FIELDS.end);
      json.text(end);
      json.bytes(FIELDS.values);
      const types = typesOf(meter);
      const means = writeValues(json, types, cellOf);
      const meanOf = ({ type }: { type: SensorType }) => means[types.findIndex((each) => each.type === type)] ?? null;
      const index = indexOfTypes(snapshot, meter, meanOf, bucket.day);
      json.bytes(FIELDS.index);
      json.decimal(index === null ? Number.NaN : roundIndex(index), INDEX_DIGITS);
      if (index === null) json.bytes(FIELDS.noGrade);
      else {
        json.bytes(FIELDS.grade);
        json.text(gradeOfIndex(index));
        json.text('"');
      }
      json.bytes(FIELDS.completeness);
      json.decimal(shareOf(ref, frames), SHARE_DIGITS);
      if (marks.in([meter], bucket).maintenance) json.bytes(FIELDS.maintenance);
      json.text('}');
      return true;
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
