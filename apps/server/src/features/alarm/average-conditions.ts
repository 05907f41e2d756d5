import { BASELINE_DRIFT } from '@airdeck/contract/alarm/schema';
import { BASELINE_DAYS, baselineOf, dayMean, type Measured } from '@airdeck/domain/alarm/averages';
import { isReason } from '@airdeck/domain/alarm/condition';
import { bucketsOf } from '@airdeck/domain/bucket';
import { addDays, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Db } from '../../platform/db/pool.ts';
import type { Meter, Sensor } from '../../registry/snapshot.ts';
import type { ChannelBuckets } from '../../store/history/buckets.ts';
import { readBuckets } from '../../store/history/read-buckets.ts';
import { isInUse, type SubjectCondition } from './apply-conditions.ts';
import { listHolding } from './sweep-queries.ts';
import { ofSensor, type SweepContext } from './told-conditions.ts';

const HOURS = DAY_MS / HOUR_MS;

/** Whether an alarm holds already. Unknown averages leave it as it is. */
type Lasting = (source: 'DAY_MEAN' | 'BASELINE', sensor: Sensor, code: string) => boolean;

/** Sensors by time zone; within one zone, hours and local days are the same instants. */
const byZone = (sensors: readonly Sensor[]): Map<string, Sensor[]> => {
  const zones = new Map<string, Sensor[]>();
  for (const sensor of sensors) {
    const { timeZone } = sensor.meter.organization;
    const known = zones.get(timeZone);
    if (known) known.push(sensor);
    else zones.set(timeZone, [sensor]);
  }
  return zones;
};

const measuredOf = ({ type }: Sensor, buckets: ChannelBuckets | undefined, from: number, to: number): Measured[] =>
  Array.from({ length: to - from }, (_, i) => {
    const min = buckets?.min[from + i] ?? null;
    return {
      count: buckets?.count[from + i] ?? 0,
      sum: fromTicks(type, buckets?.sum[from + i] ?? 0),
      min: min === null ? null : fromTicks(type, min),
    };
  });

/** Reads hourly or daily buckets of sensors of one zone, local days `from` to `to` included. */
const read = async (
  db: Db,
  { snapshot }: SweepContext,
  sensors: readonly Sensor[],
  days: { unit: 'hour' | 'day'; from: string; to: string },
): Promise<(sensor: Sensor) => ChannelBuckets | undefined> => {
  const meters = [...new Set(sensors.map(({ meter }) => meter))];
  const channels = [...new Set(sensors.map(({ channel }) => channel))];
  const found = await readBuckets(db, snapshot, { meters, channels, ...days });
  return ({ meter, channel }) => found.get(meter.id)?.get(channel);
};

/** Conditions of the mean of the last 24 whole hours. */
const dayMeanConditions = async (db: Db, look: SweepContext, all: readonly Sensor[], lasts: Lasting) => {
  const { ruleSet, now } = look;
  const conditions: SubjectCondition[] = [];
  for (const [zone, sensors] of byZone(all)) {
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
    const bucketsOfSensor = await read(
      db,
      look,
      ruled.map(({ sensor }) => sensor),
      { unit: 'hour', from, to: today },
    );
    for (const { sensor, rule } of ruled) {
      const value = dayMean(measuredOf(sensor, bucketsOfSensor(sensor), end - HOURS, end), sensor.meter.intervalS);
      if (value === null) continue;
      const holds = isReason(rule, value, lasts('DAY_MEAN', sensor, rule.code));
      const what = { code: rule.code, source: 'DAY_MEAN' as const, value, bound: rule.bound };
      conditions.push({ ...ofSensor(sensor), ...what, holds, isFresh: true, since: first.start, time: last.end });
    }
  }
  return conditions;
};

/** Conditions of the CO2 baseline: the lowest value of the last seven whole days should match outdoor air. */
const baselineConditions = async (db: Db, look: SweepContext, all: readonly Sensor[]) => {
  const { now } = look;
  const conditions: SubjectCondition[] = [];
  for (const [zone, sensors] of byZone(all.filter(({ type }) => type === 'CO2'))) {
    const today = localDay(now, zone);
    const from = addDays(today, -BASELINE_DAYS);
    const bucketsOfSensor = await read(db, look, sensors, { unit: 'day', from, to: addDays(today, -1) });
    for (const sensor of sensors) {
      const days = measuredOf(sensor, bucketsOfSensor(sensor), 0, BASELINE_DAYS);
      const baseline = baselineOf(days, sensor.meter.intervalS);
      if (baseline === null) continue;
      const { min: value, beyond } = baseline;
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

/** Average conditions of one slice of meters. Conditions that do not hold are returned only where an alarm holds. */
export const averageConditions = async (
  db: Db,
  look: SweepContext,
  slice: number,
  slices: number,
): Promise<SubjectCondition[]> => {
  const { snapshot, ruleSet, now } = look;
  const isAsked = (meter: Meter): boolean => meter.id % slices === slice && isInUse(meter);
  const sensors = [...snapshot.meters.values()].flatMap((meter) => (isAsked(meter) ? [...meter.sensors.values()] : []));
  const holding = await listHolding(db, ['DAY_MEAN', 'BASELINE']);
  const keys = new Set(holding.map(({ source, sensor_id, code }) => `${source}/${sensor_id}/${code}`));
  const lasts: Lasting = (source, { id }, code) => keys.has(`${source}/${id}/${code}`);
  const found = [
    ...(await dayMeanConditions(db, look, sensors, lasts)),
    ...(await baselineConditions(db, look, sensors)),
  ];
  /** Alarms of removed rules end. */
  const ruleless = holding.flatMap(({ source, sensor_id, code }): SubjectCondition[] => {
    const sensor = snapshot.sensors.get(sensor_id ?? 0);
    if (source !== 'DAY_MEAN' || sensor === undefined) return [];
    const day = localDay(now, sensor.meter.organization.timeZone);
    const rules = ruleSet.dayMeanRulesOf(sensor.meter.organization.id, sensor.type, day);
    if (rules.some((rule) => rule.code === code)) return [];
    return [{ ...ofSensor(sensor), code, source, holds: false, isFresh: true, since: now, time: now }];
  });
  const isNews = ({ holds, source, sensor, code }: SubjectCondition): boolean =>
    holds || (sensor !== undefined && (source === 'DAY_MEAN' || source === 'BASELINE') && lasts(source, sensor, code));
  return [...found, ...ruleless].filter(isNews);
};
