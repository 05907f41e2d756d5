import { dayRangeOf, type sensorReadingsQuery } from '@airdeck/contract/history/query';
import type { SensorReading } from '@airdeck/contract/history/schema';
import { ratingOf } from '@airdeck/domain/rating';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { z } from 'zod';
import { createMaintenanceMarks } from '../../../registry/maintenance-marks.ts';
import { knownSensor, type Meter, type Sensor } from '../../../registry/snapshot.ts';
import { memoize } from '../list/memoize.ts';
import type { OpenList } from '../list/row-list.ts';
import { createRowSensors } from '../list/row-meter.ts';
import { sensorsOf } from '../request/filter.ts';
import { isNewestFirst } from '../request/sort.ts';
import type { MeterChannels } from './hour-counts.ts';
import { openReadings } from './reading-list.ts';
import type { RowRef } from './reading-refs.ts';

/** Groups sensors by meter and returns the channels of each. */
const channelsByMeter = (sensors: readonly Sensor[]): MeterChannels[] => {
  const channels = new Map<Meter, number[]>();
  for (const { meter, channel } of sensors) {
    const known = channels.get(meter);
    if (known) known.push(channel);
    else channels.set(meter, [channel]);
  }
  return [...channels].map(([meter, own]) => ({ meter, channels: own }));
};

/** Readings of sensors: a row for each reading. */
export const openSensorReadings: OpenList<z.output<typeof sensorReadingsQuery>, SensorReading> = async (
  context,
  query,
) => {
  const sensors = sensorsOf(context, query);
  const marks = createMaintenanceMarks();
  const rowSensor = createRowSensors(context.language);
  // Copying a complete object is several times faster than adding fields to one.
  const emptyRow = memoize(
    (sensor: Sensor): SensorReading => ({ ...rowSensor(sensor), time: '', value: 0, rating: null }),
  );
  const toRow = ({ hours: { meter }, columns, at, time, channel }: RowRef): SensorReading => {
    const sensor = knownSensor(meter, channel) as Sensor;
    const value = fromTicks(sensor.type, columns.channels.get(channel)?.[at] ?? 0);
    return {
      ...emptyRow(sensor),
      time: new Date(time).toISOString(),
      ...marks.at(meter, time),
      value,
      rating: ratingOf(sensor.type, value, context.thresholdsAt(meter.organization, time)),
    };
  };
  return openReadings(
    context,
    {
      ...query,
      days: dayRangeOf(query),
      items: channelsByMeter(sensors),
      channels: [...new Set(sensors.map(({ channel }) => channel))],
      newestFirst: isNewestFirst(query.sort),
    },
    toRow,
  );
};
