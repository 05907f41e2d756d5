import { dayRangeOf, type meterReadingsQuery } from '@airdeck/contract/history/query';
import type { MeterReading } from '@airdeck/contract/history/schema';
import { meterIndex, roundIndex } from '@airdeck/domain/air-index';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import type { Meter } from '../../../registry/snapshot.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { memoize } from '../list/memoize.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowMeters } from '../list/row-meter.ts';
import { metersOf } from '../request/filter.ts';
import { isNewestFirst } from '../request/sort.ts';
import { openReadings } from './reading-list.ts';
import type { RowRef } from './reading-refs.ts';

/** The sensor types of a meter, with the channels of each. */
const typesOf = (meter: Meter): [SensorType, number[]][] => {
  const types = new Map<SensorType, number[]>();
  for (const { type, channel } of meter.sensors.values()) types.set(type, [...(types.get(type) ?? []), channel]);
  return [...types];
};

/** One frame's readings of the enabled sensors, and the mean of each type in the type's resolution. */
const readingsOf = ({ columns, at }: RowRef, types: readonly [SensorType, number[]][]) => {
  const readings: { type: SensorType; value: number }[] = [];
  const values: MeterReading['values'] = {};
  for (const [type, channels] of types) {
    let sum = 0;
    let count = 0;
    for (const channel of channels) {
      const ticks = columns.channels.get(channel)?.[at];
      if (typeof ticks !== 'number') continue;
      readings.push({ type, value: fromTicks(type, ticks) });
      sum += ticks;
      count++;
    }
    if (count > 0) values[type] = fromTicks(type, Math.round(sum / count));
  }
  return { readings, values };
};

/** Readings of meters: a row for each frame. */
export const openMeterReadings: OpenList<z.output<typeof meterReadingsQuery>, MeterReading> = async (
  context,
  query,
) => {
  const items = metersOf(context, query).map((meter) => ({ meter, channels: [INDEX_CHANNEL] }));
  const rowMeter = createRowMeters(context.language);
  // Copying a complete object is several times faster than adding fields to one.
  const emptyRow = memoize(
    (meter: Meter): MeterReading => ({ ...rowMeter(meter), time: '', values: {}, index: null, grade: null }),
  );
  const typesOfMeter = memoize(typesOf);
  const toRow = (ref: RowRef): MeterReading => {
    const { meter } = ref.hours;
    const { readings, values } = readingsOf(ref, typesOfMeter(meter));
    const worst = meterIndex(readings, context.thresholdsAt(meter.organization, ref.time));
    return {
      ...emptyRow(meter),
      time: new Date(ref.time).toISOString(),
      values,
      index: worst && roundIndex(worst.index),
      grade: worst && gradeOfIndex(worst.index),
    };
  };
  const newestFirst = isNewestFirst(query.sort);
  return openReadings(context, { ...query, days: dayRangeOf(query), items, channels: null, newestFirst }, toRow);
};
