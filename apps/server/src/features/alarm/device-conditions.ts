import { NO_COMMUNICATION } from '@airdeck/contract/alarm/schema';
import { isSilent } from '@airdeck/domain/alarm/silence';
import { DAY_MS } from '@airdeck/domain/duration';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { StoredFrame } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import type { StandingRow } from './alarm-queries.ts';
import { isInUse, type SubjectCondition } from './apply-conditions.ts';
import { listDeviceErrors, listHeard } from './device-queries.ts';

/** Readings of so many days are asked of the store itself; older ones are current values too. */
const RECENT_MS = 3 * DAY_MS;

/** What devices say of themselves. */
export const deviceErrorConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  snapshot: RegistrySnapshot,
): Promise<SubjectCondition[]> => {
  if (meterIds.length === 0) return [];
  const errors = await listDeviceErrors(tx, meterIds);
  return errors.flatMap(({ meter_id, sensor_id, purifier_id, code, state, changed_time, detail }) => {
    const meter = snapshot.meters.get(meter_id);
    const sensor = sensor_id === null ? undefined : snapshot.sensors.get(sensor_id);
    const purifier = purifier_id === null ? undefined : snapshot.purifiers.get(purifier_id);
    const isGone = (sensor_id !== null && !sensor) || (purifier_id !== null && !purifier);
    if (meter === undefined || !isInUse(meter) || isGone) return [];
    const time = changed_time.getTime();
    return {
      organization: meter.organization,
      meter,
      ...(sensor && { sensor }),
      ...(purifier && { purifier }),
      code,
      source: 'DEVICE' as const,
      holds: state === 'RAISED',
      isFresh: true,
      since: time,
      time,
      ...(detail !== null && { detail }),
    };
  });
};

/** Whether these meters communicate. `listening`: since when the server has heard everybody without a break. */
export const silenceConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  { snapshot, listening, now }: { snapshot: RegistrySnapshot; listening: number; now: number },
): Promise<SubjectCondition[]> => {
  if (meterIds.length === 0) return [];
  const heard = await listHeard(tx, meterIds, now - RECENT_MS);
  return heard.flatMap(({ meter_id, measured, status, changed_time }) => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined || !isInUse(meter)) return [];
    const last = measured?.getTime() ?? null;
    const said = status !== null && changed_time !== null ? { value: status, time: changed_time.getTime() } : null;
    const holds = isSilent({ measured: last, status: said, intervalS: meter.intervalS }, listening, now);
    const hasGone = said?.value === 'OFFLINE' && said.time >= (last ?? said.time);
    const time = holds ? (hasGone ? said.time : now) : (last ?? now);
    return {
      organization: meter.organization,
      meter,
      code: NO_COMMUNICATION,
      source: 'SILENCE' as const,
      holds,
      isFresh: true,
      since: last ?? time,
      time,
    };
  });
};

/** Stuck sensors that measure something else again; what comes late says nothing of now. */
export const movedConditions = (
  frames: readonly StoredFrame[],
  standing: readonly StandingRow[],
  snapshot: RegistrySnapshot,
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
    const { meter } = sensor;
    const { time } = moved;
    const common = { organization: meter.organization, meter, sensor, code, source };
    return { ...common, holds: false, isFresh: true, since: time, time };
  });
