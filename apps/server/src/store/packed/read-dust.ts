import type { AirSample } from '@airdeck/domain/purifier/effect';
import type { TimeRange } from '@airdeck/domain/range';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { readFrames } from './read-frames-queries.ts';

/** PM2.5 of a meter, of each time the mean of its sensors. */
export const readDust = async (db: Db, meter: Meter, range: TimeRange): Promise<AirSample[]> => {
  const channels = [...meter.sensors.values()].flatMap(({ type, channel }) => (type === 'PM2.5' ? [channel] : []));
  if (channels.length === 0) return [];
  const [columns] = await readFrames(db, [{ meterId: meter.id, ...range }], channels);
  return (columns?.times ?? []).flatMap((time, at) => {
    const ticks = channels.flatMap((channel) => columns?.channels.get(channel)?.[at] ?? []);
    if (ticks.length === 0) return [];
    const sum = ticks.reduce((total, each) => total + fromTicks('PM2.5', each), 0);
    return [{ time, value: sum / ticks.length }];
  });
};
