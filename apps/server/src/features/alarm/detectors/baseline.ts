import { BASELINE_DRIFT } from '@airdeck/contract/standard/built-in';
import { BASELINE_DAYS, baselineOf } from '@airdeck/domain/alarm/averages';
import { addDays, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import type { Db } from '../../../platform/db/pool.ts';
import { ofSensor, type SubjectCondition } from '../subject-condition.ts';
import { AVERAGE_SWEEPS, byZone, lastingAlarms, measuredOf, readSensorBuckets, sensorsOf } from './sensor-buckets.ts';
import type { Detector, DetectorContext, Slice } from './types.ts';

/** Conditions of the CO2 baseline: the lowest value of the last seven whole days should match outdoor air. */
const baselineConditions = async (db: Db, context: DetectorContext, slice: Slice): Promise<SubjectCondition[]> => {
  const { now } = context;
  const lasting = await lastingAlarms(db, 'BASELINE');
  const conditions: SubjectCondition[] = [];
  for (const [zone, sensors] of byZone(sensorsOf(context, slice).filter(({ type }) => type === 'CO2'))) {
    const today = localDay(now, zone);
    const from = addDays(today, -BASELINE_DAYS);
    const bucketsOfSensor = await readSensorBuckets(db, context, sensors, {
      unit: 'day',
      from,
      to: addDays(today, -1),
    });
    for (const sensor of sensors) {
      const days = measuredOf(sensor, bucketsOfSensor(sensor), 0, BASELINE_DAYS);
      const baseline = baselineOf(days, sensor.meter.intervalS);
      if (baseline === null) continue;
      const { min: value, beyond } = baseline;
      if (beyond === null && !lasting.has(sensor, BASELINE_DRIFT)) continue;
      const what = {
        code: BASELINE_DRIFT,
        source: 'BASELINE' as const,
        value,
        ...(beyond !== null && { bound: beyond }),
      };
      const times = { since: startOfLocalDay(from, zone), time: startOfLocalDay(today, zone) };
      conditions.push({ ...ofSensor(sensor), ...what, ...times, holds: beyond !== null, isFresh: true });
    }
  }
  return conditions;
};

/** A CO2 sensor whose lowest value of a week is not that of outdoor air: its calibration has drifted. */
export const baseline: Detector = {
  source: 'BASELINE',
  codes: [BASELINE_DRIFT],
  onSweep: { sweeps: AVERAGE_SWEEPS, find: baselineConditions },
};
