import type { meterReadingsQuery } from '@airdeck/contract/history/query';
import type { MeterReading } from '@airdeck/contract/history/schema';
import { meterIndex } from '@airdeck/domain/air-index';
import { gradeOfIndex } from '@airdeck/domain/grade';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { INDEX_CHANNEL } from '../../store/rollups/rollup-rows.ts';
import { createDayThresholds } from './day-thresholds.ts';
import { openReadings } from './reading-list.ts';
import type { RowRef } from './reading-refs.ts';
import { tenth } from './rounding.ts';
import type { OpenList } from './row-list.ts';
import { createRowMeters } from './row-meter.ts';
import { metersOf } from './scope.ts';
import { isNewestFirst } from './sort.ts';

/** Ticks of the sensors in use that one frame has readings of. */
const ticksOf = ({ hours: { meter }, columns, at }: RowRef): { type: SensorType; ticks: number }[] => {
  const readings: { type: SensorType; ticks: number }[] = [];
  for (const [channel, column] of columns.channels) {
    const ticks = column[at];
    const sensor = meter.sensors.get(channel);
    if (sensor && typeof ticks === 'number') readings.push({ type: sensor.type, ticks });
  }
  return readings;
};

/** Of each type the mean of its sensors, in the type's resolution. */
const meansByType = (readings: readonly { type: SensorType; ticks: number }[]): Partial<Record<SensorType, number>> => {
  const sums = new Map<SensorType, { sum: number; count: number }>();
  for (const { type, ticks } of readings) {
    const { sum, count } = sums.get(type) ?? { sum: 0, count: 0 };
    sums.set(type, { sum: sum + ticks, count: count + 1 });
  }
  return Object.fromEntries(
    [...sums].map(([type, { sum, count }]) => [type, fromTicks(type, Math.round(sum / count))]),
  );
};

/** What meters measured: a row for each frame. */
export const openMeterReadings: OpenList<z.output<typeof meterReadingsQuery>, MeterReading> = async (look, query) => {
  const items = metersOf(look, query).map((meter) => ({ meter, channels: [INDEX_CHANNEL] }));
  const rowMeter = createRowMeters(look.language);
  const thresholdsAt = createDayThresholds(look.picture);
  const toRow = (ref: RowRef): MeterReading => {
    const { meter } = ref.hours;
    const readings = ticksOf(ref);
    const thresholds = thresholdsAt(meter.organization, ref.time);
    const worst = meterIndex(
      readings.map(({ type, ticks }) => ({ type, value: fromTicks(type, ticks) })),
      thresholds,
    );
    return {
      ...rowMeter(meter),
      time: new Date(ref.time).toISOString(),
      values: meansByType(readings),
      index: worst && tenth(worst.index),
      grade: worst && gradeOfIndex(worst.index),
    };
  };
  return openReadings(look, { ...query, items, channels: null, newestFirst: isNewestFirst(query.sort, 'time') }, toRow);
};
