import type { MeterAverage } from '@airdeck/contract/history/schema';
import { completeness } from '@airdeck/domain/completeness';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Meter } from '../../../site/picture.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { perKey } from '../list/per-key.ts';
import { indexOfCell, meanOfTicks, tenth } from '../list/rounding.ts';
import { createRowMeters } from '../list/row-meter.ts';
import type { Look } from '../request/look.ts';
import { type Cell, type CellOf, joinCells } from './average-cells.ts';
import { type AverageRows, bucketTimes } from './average-list.ts';
import { type AverageItem, type BucketRef, bucketOf } from './average-refs.ts';

export const channelsOf = (meter: Meter, type: SensorType): number[] =>
  [...meter.sensors.values()].filter((sensor) => sensor.type === type).map(({ channel }) => channel);

/** What a meter measures; asked once for each, because its rows may be thousands. */
const typesOf = (meter: Meter): { type: SensorType; channels: number[] }[] =>
  SENSOR_TYPES.map((type) => ({ type, channels: channelsOf(meter, type) })).filter(({ channels }) => channels[0]);

type Types = ReturnType<typeof typesOf>;

const valuesOfType = (type: SensorType, { sum, count, min, max }: Cell) => ({
  mean: meanOfTicks(type, sum / count),
  min: fromTicks(type, min ?? 0),
  max: fromTicks(type, max ?? 0),
});

const valuesOf = (types: Types, cellOf: CellOf): MeterAverage['values'] => {
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

/** Rows of meters: as they are, and as text, which thousands of rows of much the same are made of in a third of the time. */
export const createMeterRows = ({
  language,
  now,
}: Look): Required<Pick<AverageRows<AverageItem, never, MeterAverage>, 'toRow' | 'toText'>> => {
  const rowMeter = createRowMeters(language);
  const beginOf = perKey((meter: Meter) => JSON.stringify(rowMeter(meter)).slice(0, -1));
  const typesOfMeter = perKey(typesOf);

  const restOf = (ref: BucketRef<AverageItem>, frames: Cell) => {
    const { start, end } = bucketOf(ref);
    const index = indexOfCell(frames);
    return {
      index: index === null ? null : tenth(index),
      grade: index === null ? null : gradeOfIndex(index),
      completeness: completeness(frames.count, Math.min(end, now) - start, ref.of.item.meter.intervalS),
    };
  };

  return {
    toRow(ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return null;
      const values = valuesOf(typesOfMeter(meter), cellOf);
      return { ...rowMeter(meter), ...bucketTimes(ref), values, ...restOf(ref, frames) };
    },
    toText(ref, cellOf) {
      const { meter } = ref.of.item;
      const frames = cellOf(INDEX_CHANNEL);
      if (!frames) return null;
      const { start, end } = bucketTimes(ref);
      const { index, grade, completeness: share } = restOf(ref, frames);
      const values = valuesText(typesOfMeter(meter), cellOf);
      return `${beginOf(meter)},"start":"${start}","end":"${end}","values":{${values}},"index":${index},"grade":${
        grade && `"${grade}"`
      },"completeness":${share}}`;
    },
  };
};
