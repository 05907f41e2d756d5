import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import type { Measured } from '@airdeck/domain/alarm/averages';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../../platform/db/pool.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import { type ChannelBuckets, readBuckets } from '../../../store/history/read-buckets.ts';
import { isInUse } from '../subject-condition.ts';
import { listHolding } from '../sweep-queries.ts';
import { metersOfSlice } from './meters-of-slice.ts';
import type { DetectorContext, Slice } from './types.ts';

/** A round over all meters takes an hour. */
export const AVERAGE_SWEEPS = 720;

/** The sensors of one slice of meters. */
export const sensorsOf = ({ snapshot }: DetectorContext, slice: Slice): Sensor[] =>
  metersOfSlice(snapshot, slice).flatMap((meter) => (isInUse(meter) ? [...meter.sensors.values()] : []));

/** The alarms of a source whose condition holds, and whether a sensor has one. Unknown averages leave it as it is. */
export const lastingAlarms = async (db: Db, source: AlarmSource) => {
  const rows = await listHolding(db, [source]);
  const keys = new Set(rows.map(({ sensor_id, code }) => `${sensor_id}/${code}`));
  return { rows, has: ({ id }: Sensor, code: string): boolean => keys.has(`${id}/${code}`) };
};

/** Sensors by time zone; within one zone, hours and local days are the same instants. */
export const byZone = (sensors: readonly Sensor[]): Map<string, Sensor[]> => {
  const zones = new Map<string, Sensor[]>();
  for (const sensor of sensors) {
    const { timeZone } = sensor.meter.organization;
    const known = zones.get(timeZone);
    if (known) known.push(sensor);
    else zones.set(timeZone, [sensor]);
  }
  return zones;
};

export const measuredOf = (
  { type }: Sensor,
  buckets: ChannelBuckets | undefined,
  from: number,
  to: number,
): Measured[] =>
  Array.from({ length: to - from }, (_, i) => {
    const min = buckets?.min[from + i] ?? null;
    return {
      count: buckets?.count[from + i] ?? 0,
      sum: fromTicks(type, buckets?.sum[from + i] ?? 0),
      min: min === null ? null : fromTicks(type, min),
    };
  });

/** Reads hourly or daily buckets of sensors of one zone, local days `from` to `to` included. */
export const readSensorBuckets = async (
  db: Db,
  { snapshot }: DetectorContext,
  sensors: readonly Sensor[],
  days: { unit: 'hour' | 'day'; from: string; to: string },
): Promise<(sensor: Sensor) => ChannelBuckets | undefined> => {
  const meters = [...new Set(sensors.map(({ meter }) => meter))];
  const channels = [...new Set(sensors.map(({ channel }) => channel))];
  const found = await readBuckets(db, snapshot, { meters, channels, ...days });
  return ({ meter, channel }) => found.get(meter.id)?.get(channel);
};
