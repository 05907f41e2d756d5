import { STUCK } from '@airdeck/contract/standard/built-in';
import { isStuckAt, STUCK_MS } from '@airdeck/domain/alarm/stuck';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../../feed/entry.ts';
import { isInUse, ofSensor, type SubjectCondition } from '../subject-condition.ts';
import { listStill, type StillRow } from '../sweep-queries.ts';
import { metersOfSlice } from './meters-of-slice.ts';
import type { Detector, DetectorContext, LockedContext } from './types.ts';

/** Conditions of sensors that have reported one value for an hour. */
export const stuckConditions = (still: readonly StillRow[], { snapshot, now }: DetectorContext): SubjectCondition[] =>
  still.flatMap(({ meter_id, channel, value, first }): SubjectCondition[] => {
    const sensor = snapshot.meters.get(meter_id)?.sensors.get(channel);
    if (sensor === undefined || !isInUse(sensor.meter) || !isStuckAt(sensor.type, value)) return [];
    const what = { code: STUCK, source: 'STUCK' as const, since: first.getTime(), time: now };
    return [{ ...ofSensor(sensor), ...what, holds: true, isFresh: true, value: fromTicks(sensor.type, value) }];
  });

/** Stuck sensors move again when the value changes; frames from before the alarm do not count. */
export const movedConditions = (
  frames: readonly StoredFrame[],
  { standing, snapshot }: LockedContext,
): SubjectCondition[] =>
  standing.flatMap(({ source, occurred_time, ended_time, sensor_id, value, code }) => {
    const sensor = snapshot.sensors.get(sensor_id ?? 0);
    if (source !== 'STUCK' || ended_time !== null || sensor === undefined) return [];
    const moved = frames.find(({ meterId, time, channels, ticks }) => {
      if (time < occurred_time.getTime()) return false;
      const at = meterId === sensor.meter.id ? channels.indexOf(sensor.channel) : -1;
      return at >= 0 && fromTicks(sensor.type, ticks[at] ?? 0) !== value;
    });
    if (moved === undefined) return [];
    const { time } = moved;
    return { ...ofSensor(sensor), code, source, holds: false, isFresh: true, since: time, time };
  });

/** A sensor that reports exactly the same value for an hour. Any other value ends it at once. */
export const stuck: Detector = {
  source: 'STUCK',
  codes: [STUCK],
  onMessages: async (_tx, { frames }, context) => [movedConditions(frames, context)],
  // Every 15 minutes.
  onSweep: {
    sweeps: 180,
    find: async (db, context, slice) => {
      const meterIds = metersOfSlice(context.snapshot, slice).map(({ id }) => id);
      return stuckConditions(await listStill(db, { meterIds, now: context.now, forMs: STUCK_MS }), context);
    },
  },
};
