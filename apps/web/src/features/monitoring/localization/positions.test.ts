import { describe, expect, it } from 'vitest';
import { sampleSensor } from '../testing/sample-sensor.ts';
import { comparableTypes, compareType, positionsOf, worstPosition } from './positions.ts';

const temperature = { type: 'TEMPERATURE', bounds: [18, 20, 26, 28] } as const;
const sensors = [
  sampleSensor({ id: 1, sequence: 2, value: 900 }),
  sampleSensor({ id: 2, sequence: 1, value: 700 }),
  sampleSensor({ id: 3, sequence: 3, value: 2000, stale: true }),
  sampleSensor({ id: 4, sequence: 1, ...temperature, bounds: [18, 20, 26, 28], value: 23 }),
  sampleSensor({ id: 5, sequence: 2, ...temperature, bounds: [18, 20, 26, 28], value: 16 }),
  sampleSensor({ id: 6, sequence: 3, type: 'HCHO', bounds: [0.03, 0.05, 0.08, 0.1], value: 0.01 }),
];

describe('positionsOf', () => {
  const positions = positionsOf(sensors);

  it('gathers sensors by sequence number', () => {
    expect(positions.map(({ id, sensors: own }) => [id, own.map((sensor) => sensor.id)])).toEqual([
      [1, [2, 4]],
      [2, [1, 5]],
      [3, [3, 6]],
    ]);
  });

  it('knows the worst by what is current', () => {
    expect(positions.map(({ index }) => index?.toFixed(1))).toEqual(['37.5', '75.0', '8.3']);
    expect(worstPosition(positions)).toMatchObject({ id: 2, worst: { id: 1 } });
  });

  it('is not silent with a thermometer alone', () => {
    const [position] = positionsOf([sampleSensor({ type: 'TEMPERATURE', value: 16, rating: 'VERY_COLD' })]);
    expect(position).toMatchObject({ index: null, rating: 'VERY_COLD', worst: { value: 16 } });
    expect(positionsOf([sampleSensor({ stale: true })])[0]).toMatchObject({ rating: null, worst: undefined });
  });

  it('calls nothing the worst where there is nothing to compare', () => {
    expect(worstPosition(positions.slice(0, 1))).toBeUndefined();
    expect(worstPosition(positionsOf(sensors.map((sensor) => ({ ...sensor, stale: true }))))).toBeUndefined();
  });
});

describe('compareType', () => {
  it('ranks a graded type by value and leaves what is old out of the mean', () => {
    const { rows, mean, silent } = compareType(sensors, 'CO2');
    expect(mean).toBe(800);
    expect(rows.map(({ sensor, fromMean }) => [sensor.sequence, fromMean])).toEqual([
      [2, 100],
      [1, -100],
    ]);
    expect(silent.map(({ id }) => id)).toEqual([3]);
  });

  it('ranks a temperature by its distance from comfort', () => {
    expect(compareType(sensors, 'TEMPERATURE').rows.map(({ value }) => value)).toEqual([16, 23]);
  });

  it('compares types with several sensors only', () => {
    expect(comparableTypes(sensors)).toEqual(['CO2', 'TEMPERATURE']);
    expect(compareType(sensors, 'PM10')).toEqual({ rows: [], mean: null, silent: [] });
  });
});
