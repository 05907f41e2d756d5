import { dayRangeOf, type METER_AVERAGE_ORDERS, type meterAveragesQuery } from '@airdeck/contract/history/query';
import type { MeterAverage } from '@airdeck/contract/history/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import type { Bucket } from '@airdeck/domain/bucket';
import { receivedFrames, shareReceived } from '@airdeck/domain/completeness';
import { type Grade, gradeOfIndex } from '@airdeck/domain/grade';
import { GRADED_TYPES, SENSOR_TYPES, type SensorType, tableOf } from '@airdeck/domain/sensor-type';
import { fromTicks, meanFromTicks, meanTenths } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { z } from 'zod';
import type { JsonBytes } from '../../../platform/json-bytes.ts';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { thresholdsOn } from '../../../registry/thresholds.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { COUNT_AT, MAX_AT, type MeterTable, MIN_AT, placeAt, SUM_AT } from '../../../store/history/bucket-table.ts';
import { gradedChannels, indexOfMean, indexOfMeans, typesOf } from '../../../store/history/mean-index.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { memoize } from '../list/memoize.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowMeters, placeNameOf } from '../list/row-meter.ts';
import { metersOf } from '../request/filter.ts';
import { type AverageRows, openAverages } from './average-list.ts';
import { cellColumn, type SortKeys } from './average-sort.ts';
import {
  type AverageItem,
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
  min: Buffer.from(',"min":'),
  max: Buffer.from(',"max":'),
  index: Buffer.from('},"index":'),
  indexAfterValues: Buffer.from('}},"index":'),
  noGrade: Buffer.from(',"grade":null'),
  completeness: Buffer.from(',"completeness":'),
  maintenance: Buffer.from(',"maintenance":true'),
};
/** Text and form of the values of a type, looked up once for each meter. `nextMean` ends the values of the type before. */
const TYPE_FIELDS = tableOf(({ type, digits }) => ({
  firstMean: Buffer.from(`"${type}":{"mean":`),
  nextMean: Buffer.from(`},"${type}":{"mean":`),
  digits,
  graded: GRADED_TYPES.find((graded) => graded === type) ?? null,
}));
const gradeField = (grade: Grade): Buffer => Buffer.from(`,"grade":"${grade}"`);
const GRADE_FIELDS: Readonly<Record<Grade, Buffer>> = {
  VERY_GOOD: gradeField('VERY_GOOD'),
  GOOD: gradeField('GOOD'),
  NORMAL: gradeField('NORMAL'),
  BAD: gradeField('BAD'),
  VERY_BAD: gradeField('VERY_BAD'),
};
const SHARE_DIGITS = 3;
const INDEX_DIGITS = 1;

/** A sensor type of a meter, and where its channels begin in what was read of the meter. */
interface TypePlaces {
  fields: (typeof TYPE_FIELDS)[SensorType];
  places: readonly number[];
}

const placesOf = (meter: Meter, { places }: MeterTable): TypePlaces[] =>
  typesOf(meter)
    .map(({ type, channels }) => ({
      fields: TYPE_FIELDS[type],
      places: channels.map((channel) => places.get(channel)).filter((place) => place !== undefined),
    }))
    .filter((each) => each.places.length > 0);

/**
 * Writes the values of a row and the name of the next field, and answers the index of their means; null without graded
 * readings.
 */
const writeValues = (
  json: JsonBytes,
  types: readonly TypePlaces[],
  numbers: ArrayLike<number>,
  at: number,
  thresholds: Thresholds,
): number | null => {
  let worst: number | null = null;
  let isFirst = true;
  for (const { fields, places } of types) {
    let count = 0;
    let sum = 0;
    let min = Number.NaN;
    let max = Number.NaN;
    for (const first of places) {
      const place = placeAt(first, at);
      const readings = numbers[place + COUNT_AT] as number;
      if (readings === 0) continue;
      const least = numbers[place + MIN_AT] as number;
      const most = numbers[place + MAX_AT] as number;
      count += readings;
      sum += numbers[place + SUM_AT] as number;
      // Negated, because nothing is less than NaN.
      if (!(min <= least)) min = least;
      if (!(max >= most)) max = most;
    }
    if (count === 0) continue;
    const { firstMean, nextMean, digits, graded } = fields;
    // `| 0`: V8 needs no object for an integer that a function gets, and NaN is 0.
    json.field(isFirst ? firstMean : nextMean, meanTenths(sum / count) | 0, digits + 1);
    isFirst = false;
    json.field(FIELDS.min, min | 0, digits);
    json.field(FIELDS.max, max | 0, digits);
    if (!graded) continue;
    const index = indexOfMean(graded, sum / count, thresholds);
    if (worst === null || index > worst) worst = index;
  }
  json.bytes(isFirst ? FIELDS.index : FIELDS.indexAfterValues);
  return worst;
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

  interface InMeter {
    own: MeterTable;
    begin: Buffer;
    /** The place of its first bucket's frames. */
    first: number | undefined;
    types: readonly TypePlaces[];
  }
  const meters = new Map<Meter, InMeter>();
  /** Shared by the rows of a meter, as long as they are of the same table. */
  const inMeter = (meter: Meter, own: MeterTable): InMeter => {
    const known = meters.get(meter);
    if (known?.own === own) return known;
    const first = own.places.get(INDEX_CHANNEL);
    const shared: InMeter = { own, begin: beginOf(meter), first, types: placesOf(meter, own) };
    meters.set(meter, shared);
    return shared;
  };
  /** Shared by the rows of a bucket. */
  const inBucket = memoize((bucket: Bucket) => {
    const { start, end } = bucketTimes(bucket);
    return {
      span: Buffer.from(`,"start":"${start}","end":"${end}","values":{`),
      thresholdsOf: memoize((organizationId: number) => thresholdsOn(snapshot, organizationId, bucket.day)),
    };
  });

  const shareOf = ({ start, end }: Bucket, meter: Meter, frames: number): number => {
    const received = receivedFrames(frames, meter, start, Math.min(end, now));
    return received.expected === 0 ? 1 : shareReceived(received.frames, received.expected);
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
        ...bucketTimes(bucketOf(ref)),
        values: meterValues(typesOf(meter), cellOf),
        ...marks.in([meter], { start, end }),
        index: index === null ? null : roundIndex(index),
        grade: index === null ? null : gradeOfIndex(index),
        completeness: shareOf(bucketOf(ref), meter, frames.count),
      };
    },
    write(json, row) {
      const { ref, own, at } = row;
      const { meter } = ref.of.item;
      if (!own) return false;
      const { begin, first, types } = inMeter(meter, own);
      const frames = first === undefined ? 0 : (own.numbers[placeAt(first, at) + COUNT_AT] ?? 0);
      if (frames === 0) return false;
      const bucket = bucketOf(ref);
      const { span, thresholdsOf } = inBucket(bucket);
      json.bytes(begin);
      json.bytes(span);
      const index = writeValues(json, types, own.numbers, at, thresholdsOf(meter.organization.id));
      json.decimal(index === null ? Number.NaN : roundIndex(index), INDEX_DIGITS);
      json.bytes(index === null ? FIELDS.noGrade : GRADE_FIELDS[gradeOfIndex(index)]);
      json.bytes(FIELDS.completeness);
      json.decimal(shareOf(bucket, meter, frames), SHARE_DIGITS);
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
