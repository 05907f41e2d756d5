import type { MeterSensors, SensorCard } from '@airdeck/contract/monitoring/schema';
import { GRADES, type Grade } from '@airdeck/domain/grade';
import { isGraded } from '@airdeck/domain/sensor-type';
import { type GradeFilter, type MonitoringSearch, matchesNames } from '../address/search.ts';

const shareOf = ({ stale, rating, value }: SensorCard): GradeFilter | undefined =>
  stale || value === null ? 'NONE' : GRADES.find((grade) => grade === rating);

function matchesSensor(sensor: SensorCard, { type, grade }: MonitoringSearch): boolean {
  if (type !== undefined && !type.includes(sensor.type)) return false;
  const share = shareOf(sensor);
  return grade === undefined || (share !== undefined && grade.includes(share));
}

/** Meters by name, each with its sensors of the requested types and grades; meters without such sensors are omitted. */
export function filterSensors(meters: readonly MeterSensors[], search: MonitoringSearch): MeterSensors[] {
  const named = meters.filter(({ path }) =>
    matchesNames(
      path.map(({ name }) => name),
      search,
    ),
  );
  if (search.type === undefined && search.grade === undefined) return named;
  return named.flatMap((meter) => {
    const sensors = meter.sensors.filter((sensor) => matchesSensor(sensor, search));
    return sensors.length === 0 ? [] : [{ ...meter, sensors }];
  });
}

interface GradeShares {
  counts: Record<Grade, number>;
  silent: number;
  total: number;
}

/** How many graded sensors are in which grade. */
export function gradeShares(meters: readonly MeterSensors[]): GradeShares {
  const shares: GradeShares = {
    counts: { VERY_GOOD: 0, GOOD: 0, NORMAL: 0, BAD: 0, VERY_BAD: 0 },
    silent: 0,
    total: 0,
  };
  for (const sensor of meters.flatMap(({ sensors }) => sensors)) {
    if (!isGraded(sensor.type)) continue;
    const share = shareOf(sensor);
    shares.total += 1;
    if (share === 'NONE') shares.silent += 1;
    else if (share !== undefined) shares.counts[share] += 1;
  }
  return shares;
}
