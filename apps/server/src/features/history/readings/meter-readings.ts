import { dayRangeOf, type meterReadingsQuery } from '@airdeck/contract/history/query';
import type { MeterReading } from '@airdeck/contract/history/schema';
import { meterIndex, roundIndex } from '@airdeck/domain/air-index';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { isGraded, type SensorType } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { typesOf } from '../../../store/history/mean-index.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { memoize } from '../list/memoize.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowMeters } from '../list/row-meter.ts';
import { metersOf } from '../request/filter.ts';
import { isNewestFirst } from '../request/sort.ts';
import { openReadings } from './reading-list.ts';
import type { RowRef } from './reading-refs.ts';

/**
 * One frame's readings of the enabled sensors. Of several sensors of a graded type the worst one counts, which is named;
 * temperature and humidity have no worst, so theirs is the mean in the type's resolution.
 */
const readingsOf = ({ columns, at, hours: { meter } }: RowRef): Pick<MeterReading, 'values' | 'worst_sensors'> => {
  const values: MeterReading['values'] = {};
  const worst_sensors: MeterReading['worst_sensors'] = {};
  for (const { type, channels } of typesOf(meter)) {
    let [sum, count, highest, worst] = [0, 0, Number.NEGATIVE_INFINITY, 0];
    for (const channel of channels) {
      const ticks = columns.channels.get(channel)?.[at];
      if (typeof ticks !== 'number') continue;
      sum += ticks;
      count++;
      if (ticks > highest) [highest, worst] = [ticks, channel];
    }
    if (count === 0) continue;
    values[type] = fromTicks(type, isGraded(type) ? highest : Math.round(sum / count));
    if (isGraded(type) && channels.length > 1) worst_sensors[type] = meter.sensors.get(worst)?.name ?? '';
  }
  return { values, worst_sensors };
};

/** Readings of meters: a row for each frame. */
export const openMeterReadings: OpenList<z.output<typeof meterReadingsQuery>, MeterReading> = async (
  context,
  query,
) => {
  const items = metersOf(context, query).map((meter) => ({ meter, channels: [INDEX_CHANNEL] }));
  const marks = createMaintenanceMarks();
  const rowMeter = createRowMeters(context.language);
  // Copying a complete object is several times faster than adding fields to one.
  const emptyRow = memoize(
    (meter: Meter): MeterReading => ({
      ...rowMeter(meter),
      ...{ time: '', values: {}, worst_sensors: {}, index: null, grade: null },
    }),
  );
  const toRow = (ref: RowRef): MeterReading => {
    const { meter } = ref.hours;
    const { values, worst_sensors } = readingsOf(ref);
    const readings = Object.entries(values).map(([type, value]) => ({ type: type as SensorType, value }));
    const worst = meterIndex(readings, context.thresholdsAt(meter.organization, ref.time));
    return {
      ...emptyRow(meter),
      time: new Date(ref.time).toISOString(),
      ...marks.at(meter, ref.time),
      values,
      worst_sensors,
      index: worst && roundIndex(worst.index),
      grade: worst && gradeOfIndex(worst.index),
    };
  };
  const newestFirst = isNewestFirst(query.sort);
  return openReadings(context, { ...query, days: dayRangeOf(query), items, channels: null, newestFirst }, toRow);
};
