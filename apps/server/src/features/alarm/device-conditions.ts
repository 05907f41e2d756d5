import { NO_COMMUNICATION } from '@airdeck/contract/alarm/schema';
import { hasLeft, isSilent } from '@airdeck/domain/alarm/silence';
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

export interface SilenceSurroundings {
  snapshot: RegistrySnapshot;
  standing: readonly StandingRow[];
  /** Since when the server has heard everybody without a break. */
  listening: number;
  now: number;
}

/** What is silent by an alarm stays so until it is heard: a server that was away itself knows no better. */
export const listeningTo = (alarm: StandingRow | undefined, listening: number): number =>
  alarm?.ended_time === null ? Number.NEGATIVE_INFINITY : listening;

/** Whether these meters communicate. */
export const silenceConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  { snapshot, standing, listening, now }: SilenceSurroundings,
): Promise<SubjectCondition[]> => {
  if (meterIds.length === 0) return [];
  const alarms = new Map(standing.flatMap((row) => (row.source === 'SILENCE' ? [[row.meter_id, row]] : [])));
  const heard = await listHeard(tx, meterIds, now - RECENT_MS);
  return heard.flatMap(({ meter_id, measured, status, changed_time, is_connected, connected_time }) => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined || !isInUse(meter)) return [];
    const last = measured?.getTime() ?? null;
    const said = status !== null && changed_time !== null ? { value: status, time: changed_time.getTime() } : null;
    const all = { measured: last, status: said, intervalS: meter.intervalS };
    // What a site says is heard since its local server is connected; while that is away nobody knows of its meters.
    const sinceSite = is_connected === null ? listening : is_connected ? (connected_time?.getTime() ?? now) : now;
    const since = listeningTo(alarms.get(meter_id), Math.max(listening, sinceSite));
    const holds = isSilent(all, since, now);
    const time = holds ? (hasLeft(all, since, now) && said?.time) || now : (last ?? now);
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
