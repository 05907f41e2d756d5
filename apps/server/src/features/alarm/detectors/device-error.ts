import type { DeviceErrorEvent } from '../../../feed/entry.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import { conditionKey } from '../apply-conditions.ts';
import { type DeviceErrorRow, listDeviceErrors, listUntoldErrors } from '../device-state-queries.ts';
import { isInUse, ofMeter, type SubjectCondition } from '../subject-condition.ts';
import type { Detector } from './types.ts';

/** The condition of a device error; none if its subject is deleted or disabled. */
export const errorConditions = (row: DeviceErrorRow, snapshot: RegistrySnapshot): SubjectCondition[] => {
  const { meter_id, sensor_id, purifier_id, code, state, changed_time, detail } = row;
  const meter = snapshot.meters.get(meter_id);
  const sensor = sensor_id === null ? undefined : snapshot.sensors.get(sensor_id);
  const purifier = purifier_id === null ? undefined : snapshot.purifiers.get(purifier_id);
  const isGone = (sensor_id !== null && !sensor) || (purifier_id !== null && !purifier);
  if (meter === undefined || !isInUse(meter) || isGone) return [];
  const time = changed_time.getTime();
  return [
    {
      ...ofMeter(meter),
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
const deviceErrorConditions = async (
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
const reportedErrorConditions = async (
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

/** Errors that a device reports of itself or of its parts, under the code that it gives. */
export const deviceError: Detector = {
  source: 'DEVICE',
  codes: [],
  onMessages: (tx, { errors }, { snapshot }) => reportedErrorConditions(tx, errors, snapshot),
  onCandidates: {
    list: listUntoldErrors,
    evaluate: (tx, meterIds, { snapshot }) => deviceErrorConditions(tx, meterIds, snapshot),
  },
};
