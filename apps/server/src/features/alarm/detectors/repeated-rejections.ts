import type { AlarmSource } from '@airdeck/contract/standard/built-in';
import { badWithin, isFault, repeatWindowMs } from '@airdeck/domain/alarm/repeated';
import type { Db } from '../../../platform/db/pool.ts';
import type { Meter, Sensor } from '../../../registry/snapshot.ts';
import { isInUse, ofMeter, type SubjectCondition } from '../subject-condition.ts';
import { listHolding } from '../sweep-queries.ts';
import type { DetectorContext } from './types.ts';

/** A sensor with recently rejected readings, or a meter with recently quarantined frames. */
export interface Refused {
  meter: Meter;
  sensor?: Sensor;
  /** Times of the last rejections, epoch milliseconds. */
  times: readonly number[];
  detail: string;
}

const keyOfSubject = (meterId: number, sensorId: number | null | undefined): string => `${meterId}/${sensorId ?? null}`;

/** The earliest time of rejections that may count for any meter, epoch milliseconds. */
export const earliestRejection = ({ snapshot, now }: DetectorContext): number => {
  let slowest = 1;
  for (const { intervalS } of snapshot.meters.values()) slowest = Math.max(slowest, intervalS);
  return now - repeatWindowMs(slowest);
};

/** Rejections are a fault once repeated, which ends after a period without rejections. */
export const repeatedConditions = async (
  db: Db,
  { snapshot, now }: DetectorContext,
  { source, code }: { source: AlarmSource; code: string },
  refused: readonly Refused[],
): Promise<SubjectCondition[]> => {
  const holding = await listHolding(db, [source]);
  const lasting = new Set(holding.map(({ meter_id, sensor_id }) => keyOfSubject(meter_id, sensor_id)));
  const faults = refused.flatMap(({ meter, sensor, times, detail }) => {
    if (!isInUse(meter)) return [];
    const bad = badWithin(times, meter.intervalS, now);
    if (!isFault(bad, lasting.has(keyOfSubject(meter.id, sensor?.id)))) return [];
    const what = { code, source, since: bad[0] ?? now, time: bad.at(-1) ?? now, detail };
    return [{ ...ofMeter(meter), ...(sensor && { sensor }), ...what, holds: true, isFresh: true }];
  });
  const known = new Set(faults.map(({ meter, sensor }) => keyOfSubject(meter.id, sensor?.id)));
  const over = holding.flatMap((row): SubjectCondition[] => {
    const meter = snapshot.meters.get(row.meter_id);
    const sensor = row.sensor_id === null ? undefined : snapshot.sensors.get(row.sensor_id);
    if (meter === undefined || known.has(keyOfSubject(row.meter_id, row.sensor_id))) return [];
    const common = { ...ofMeter(meter), ...(sensor && { sensor }), code: row.code, source };
    return [{ ...common, holds: false, isFresh: true, since: now, time: now }];
  });
  return [...faults, ...over];
};
