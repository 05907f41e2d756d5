import { NO_COMMUNICATION } from '@airdeck/contract/alarm/schema';
import { hasLeft, isSilent } from '@airdeck/domain/alarm/silence';
import { DAY_MS } from '@airdeck/domain/duration';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { DeviceErrorEvent, StoredFrame } from '../../feed/entry.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../registry/snapshot.ts';
import type { StandingRow } from './alarm-queries.ts';
import { conditionKey, isInUse, type SubjectCondition } from './apply-conditions.ts';
import { type DeviceErrorRow, listDeviceErrors, listHeard } from './device-queries.ts';

/**
 * Newer readings are read from the store, as current values are saved with a delay; older ones come from current
 * values.
 */
const RECENT_MS = 3 * DAY_MS;

/** The condition of a device error; none if its subject is deleted or disabled. */
const errorConditions = (row: DeviceErrorRow, snapshot: RegistrySnapshot): SubjectCondition[] => {
  const { meter_id, sensor_id, purifier_id, code, state, changed_time, detail } = row;
  const meter = snapshot.meters.get(meter_id);
  const sensor = sensor_id === null ? undefined : snapshot.sensors.get(sensor_id);
  const purifier = purifier_id === null ? undefined : snapshot.purifiers.get(purifier_id);
  const isGone = (sensor_id !== null && !sensor) || (purifier_id !== null && !purifier);
  if (meter === undefined || !isInUse(meter) || isGone) return [];
  const time = changed_time.getTime();
  return [
    {
      organization: meter.organization,
      meter,
      ...(sensor && { sensor }),
      ...(purifier && { purifier }),
      code,
      source: 'DEVICE',
      holds: state === 'RAISED',
      isFresh: true,
      since: time,
      time,
      ...(detail !== null && { detail }),
    },
  ];
};

/** Conditions of the current device errors of these meters. */
export const deviceErrorConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  snapshot: RegistrySnapshot,
): Promise<SubjectCondition[]> => {
  if (meterIds.length === 0) return [];
  const errors = await listDeviceErrors(tx, meterIds);
  return errors.flatMap((row) => errorConditions(row, snapshot));
};

/**
 * Conditions of new device reports, in rounds to apply one after the other. An error that ends and begins again within
 * one batch has two occurrences, so each report stays a condition of its own; a round has at most one for each subject
 * and code. Reports may arrive in any order, so the last condition of a subject and code is the stored state.
 */
export const reportedErrorConditions = async (
  tx: Tx,
  errors: readonly DeviceErrorEvent[],
  snapshot: RegistrySnapshot,
): Promise<SubjectCondition[][]> => {
  const reported = errors.flatMap(({ meterId, code, report }): SubjectCondition[] => {
    if (report === undefined) return [];
    const { sensorId, purifierId, state, time, detail } = report;
    const part = { sensor_id: sensorId, purifier_id: purifierId };
    const row = { meter_id: meterId, ...part, code, state, changed_time: new Date(time), detail };
    return errorConditions(row, snapshot).map((condition) => ({ ...condition, isEvent: true }));
  });
  const stored = await deviceErrorConditions(tx, [...new Set(errors.map(({ meterId }) => meterId))], snapshot);
  const byKey = new Map<string, SubjectCondition[]>();
  for (const condition of [...reported.toSorted((a, b) => a.time - b.time), ...stored]) {
    const key = conditionKey(condition);
    const known = byKey.get(key) ?? [];
    byKey.set(key, known);
    const last = known.at(-1);
    if (last?.time !== condition.time || last.holds !== condition.holds) known.push(condition);
  }
  const rounds = Math.max(0, ...[...byKey.values()].map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    [...byKey.values()].flatMap((conditions) => conditions.slice(round, round + 1)),
  );
};

export interface SilenceContext {
  snapshot: RegistrySnapshot;
  standing: readonly StandingRow[];
  /** Start of the current uninterrupted listening period, epoch milliseconds. */
  listening: number;
  now: number;
}

/** An open silence alarm lasts until the meter is heard, even if the server itself was away in between. */
export const listeningTo = (alarm: StandingRow | undefined, listening: number): number =>
  alarm?.ended_time === null ? Number.NEGATIVE_INFINITY : listening;

/** Silence conditions of these meters. */
export const silenceConditions = async (
  tx: Tx,
  meterIds: readonly number[],
  { snapshot, standing, listening, now }: SilenceContext,
): Promise<SubjectCondition[]> => {
  if (meterIds.length === 0) return [];
  const alarms = new Map(standing.flatMap((row) => (row.source === 'SILENCE' ? [[row.meter_id, row]] : [])));
  const heard = await listHeard(tx, meterIds, now - RECENT_MS);
  return heard.flatMap(({ meter_id, measured, status, changed_time, is_connected, connected_time, site_heard }) => {
    const meter = snapshot.meters.get(meter_id);
    if (meter === undefined || !isInUse(meter)) return [];
    const last = measured?.getTime() ?? null;
    const said = status !== null && changed_time !== null ? { value: status, time: changed_time.getTime() } : null;
    const all = { measured: last, status: said, intervalS: meter.intervalS };
    // A meter behind a local server counts as heard only while that connection is up; without it, its state is unknown.
    const sinceSite = is_connected === null ? listening : is_connected ? (connected_time?.getTime() ?? now) : now;
    const since = listeningTo(alarms.get(meter_id), Math.max(listening, sinceSite));
    // While a site stalls, its meters are unknown: count silence only up to the last message of the site.
    const until = Math.min(now, site_heard?.getTime() ?? now);
    const holds = isSilent(all, since, until);
    const time = holds ? (hasLeft(all, since, until) && said?.time) || now : (last ?? now);
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

/** Ends stuck-sensor conditions when the value changes; frames from before the alarm do not count. */
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
