import { dayMean as meanOfDay } from '@airdeck/domain/alarm/averages';
import { isReason } from '@airdeck/domain/alarm/condition';
import { bucketsOf } from '@airdeck/domain/bucket';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { Db } from '../../../platform/db/pool.ts';
import { ofSensor, type SubjectCondition } from '../subject-condition.ts';
import { AVERAGE_SWEEPS, byZone, lastingAlarms, measuredOf, readSensorBuckets, sensorsOf } from './sensor-buckets.ts';
import type { Detector, DetectorContext, Slice } from './types.ts';

const HOURS = DAY_MS / HOUR_MS;

/** Conditions of the mean of the last 24 whole hours. */
const dayMeanConditions = async (db: Db, context: DetectorContext, slice: Slice): Promise<SubjectCondition[]> => {
  const { snapshot, ruleSet, now } = context;
  const lasting = await lastingAlarms(db, 'DAY_MEAN');
  const conditions: SubjectCondition[] = [];
  for (const [zone, sensors] of byZone(sensorsOf(context, slice))) {
    const today = localDay(now, zone);
    const ruled = sensors.flatMap((sensor) => {
      const rules = ruleSet.dayMeanRulesOf(sensor.meter.organization.id, sensor.type, today);
      return rules.map((rule) => ({ sensor, rule }));
    });
    if (ruled.length === 0) continue;
    const from = localDay(now - DAY_MS - HOUR_MS, zone);
    const hours = bucketsOf('hour', from, today, zone);
    const end = hours.filter((hour) => hour.end <= now).length;
    const [first, last] = [hours[end - HOURS], hours[end - 1]];
    if (first === undefined || last === undefined) continue;
    const bucketsOfSensor = await readSensorBuckets(
      db,
      context,
      ruled.map(({ sensor }) => sensor),
      { unit: 'hour', from, to: today },
    );
    for (const { sensor, rule } of ruled) {
      const value = meanOfDay(measuredOf(sensor, bucketsOfSensor(sensor), end - HOURS, end), sensor.meter.intervalS);
      if (value === null) continue;
      const isRaised = lasting.has(sensor, rule.code);
      const holds = isReason(rule, value, isRaised);
      if (!holds && !isRaised) continue;
      const what = { code: rule.code, source: 'DAY_MEAN' as const, value, bound: rule.bound };
      conditions.push({ ...ofSensor(sensor), ...what, holds, isFresh: true, since: first.start, time: last.end });
    }
  }
  // Alarms of removed rules end.
  for (const { sensor_id, code } of lasting.rows) {
    const sensor = snapshot.sensors.get(sensor_id ?? 0);
    if (sensor === undefined) continue;
    const { organization } = sensor.meter;
    const rules = ruleSet.dayMeanRulesOf(organization.id, sensor.type, localDay(now, organization.timeZone));
    if (rules.some((rule) => rule.code === code)) continue;
    const what = { code, source: 'DAY_MEAN' as const, since: now, time: now };
    conditions.push({ ...ofSensor(sensor), ...what, holds: false, isFresh: true });
  }
  return conditions;
};

/** The mean of 24 whole hours beyond the bound of a rule. */
export const dayMean: Detector = {
  source: 'DAY_MEAN',
  codes: [],
  onSweep: { sweeps: AVERAGE_SWEEPS, find: dayMeanConditions },
};
