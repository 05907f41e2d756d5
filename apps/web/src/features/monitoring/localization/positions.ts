import type { Rating, SensorCard } from '@airdeck/contract/monitoring/schema';
import { gradeOfIndex } from '@airdeck/domain/grade';
import { isGraded, SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import { scalePosition } from '../../../ui/grade/grade-scale.tsx';
import { sensorIndex, worstSensor } from '../sensor/sensor-rules.ts';

/** Sensors with the same sequence number hang at one position in the room. */
export interface Position {
  /** The sequence number. */
  id: number;
  sensors: SensorCard[];
  /** Worst current sub-index; null when nothing current has a grade. */
  index: number | null;
  /** The sensor with that sub-index, else any current one; undefined when none is current. */
  worst: SensorCard | undefined;
  /** Grade of the index, else the rating of that sensor: a position may have a thermometer and nothing else. */
  rating: Rating | null;
}

/** The positions of a meter, by number. */
export function positionsOf(sensors: readonly SensorCard[]): Position[] {
  return [...new Set(sensors.map(({ sequence }) => sequence))]
    .map((id): Position => {
      const own = sensors.filter(({ sequence }) => sequence === id);
      const current = own.filter(({ stale, value }) => !stale && value !== null);
      const worst = worstSensor(current);
      const index = worst === undefined ? null : sensorIndex(worst);
      const rating = index === null ? (worst?.rating ?? null) : gradeOfIndex(index);
      return { id, sensors: own, index, worst, rating };
    })
    .sort((a, b) => a.id - b.id);
}

export const comparePositions = (a: Position, b: Position): number => (b.index ?? -1) - (a.index ?? -1) || a.id - b.id;

/** The worst position; undefined where there is only one, and where no value is current. */
export function worstPosition(positions: readonly Position[]): Position | undefined {
  const [first, second] = positions.toSorted(comparePositions);
  return second === undefined || first?.index === null ? undefined : first;
}

/** Types with more than one sensor, in the usual order. */
export const comparableTypes = (sensors: readonly SensorCard[]): SensorType[] =>
  SENSOR_TYPES.filter((type) => sensors.filter((sensor) => sensor.type === type).length > 1);

export interface Compared {
  sensor: SensorCard;
  value: number;
  /** Value − mean of all compared, in the type's unit. */
  fromMean: number;
}

interface Comparison {
  /** Worst first: highest of graded types, farthest from the middle of the others. */
  rows: Compared[];
  /** Mean of the current values; null when there is none. */
  mean: number | null;
  /** Sensors without a current value. */
  silent: SensorCard[];
}

/** The current values of one type at all its positions. */
export function compareType(sensors: readonly SensorCard[], type: SensorType): Comparison {
  const own = sensors.filter((sensor) => sensor.type === type);
  const current = own.flatMap((sensor) =>
    sensor.stale || sensor.value === null ? [] : [{ sensor, value: sensor.value }],
  );
  const silent = own.filter(({ stale, value }) => stale || value === null);
  if (current.length === 0) return { rows: [], mean: null, silent };
  const mean = current.reduce((sum, { value }) => sum + value, 0) / current.length;
  const badness = ({ sensor, value }: Pick<Compared, 'sensor' | 'value'>) =>
    isGraded(type) ? value : Math.abs(scalePosition(value, sensor.bounds) - 50);
  const rows = current
    .map((each) => ({ ...each, fromMean: each.value - mean }))
    .sort((a, b) => badness(b) - badness(a) || a.sensor.sequence - b.sensor.sequence);
  return { rows, mean, silent };
}
