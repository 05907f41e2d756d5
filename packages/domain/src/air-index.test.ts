import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelIndex, meterIndex, roundIndex, subIndex } from './air-index.ts';
import { gradeOf, gradeOfIndex } from './grade.ts';
import { GRADED_TYPES, SENSOR_TYPE_INFO } from './sensor-type.ts';
import type { GradeThresholds } from './sensor-types/types.ts';
import { fromTicks, toTicks } from './stored-value.ts';
import { DEFAULT_THRESHOLDS, type Thresholds } from './threshold.ts';

const anyGraded = fc.constantFrom(...GRADED_TYPES);
const anyValue = fc.double({ min: -10, max: 12_000, noNaN: true });

describe('sub-index', () => {
  it.each([
    ['PM2.5', 8, 25],
    ['PM2.5', 12, 39.286],
    ['PM2.5', 15, 50],
    ['PM2.5', 28, 82.5],
    ['PM2.5', 35, 100],
    ['PM2.5', 50, 156.25],
    ['PM2.5', 75, 250],
    ['PM2.5', 120, 276.471],
    ['PM10', 45, 65],
    ['PM10', 100, 142.857],
    ['CO2', 1624, 258.857],
    ['CO2', 300, 12.5],
    ['PM10', 600, 500],
    ['PM2.5', 500, 500],
    ['PM1.0', 500, 500],
    ['CO2', 5000, 500],
    ['HCHO', 1, 500],
    ['PM10', 1000, 500],
    ['CO2', 10_000, 500],
    ['PM2.5', 0, 0],
    ['PM2.5', -5, 0],
  ] as const)('%s %d is %d', (type, value, index) => {
    expect(subIndex(type, value, DEFAULT_THRESHOLDS)).toBeCloseTo(index, 3);
  });

  it('has the grade of the value, at every step of the resolution', () => {
    fc.assert(
      fc.property(anyGraded, fc.nat(10_000), (type, n) => {
        const value = fromTicks(type, n);
        const index = subIndex(type, value, DEFAULT_THRESHOLDS);
        expect(gradeOfIndex(index)).toBe(gradeOf(type, value, DEFAULT_THRESHOLDS));
      }),
    );
  });

  it('rises with the value and has no gap at a threshold', () => {
    for (const type of GRADED_TYPES) {
      const last = toTicks(type, SENSOR_TYPE_INFO[type].max);
      let previous = subIndex(type, 0, DEFAULT_THRESHOLDS);
      for (let n = 1; n <= last; n += 1) {
        const index = subIndex(type, fromTicks(type, n), DEFAULT_THRESHOLDS);
        // The steepest segment is HCHO's third: 150 index points over 20 ticks.
        if (index < previous || index - previous > 7.6) expect.fail(`${type} at ${n}: ${previous} → ${index}`);
        previous = index;
      }
    }
  });

  it('stays between 0 and 500 with arbitrary thresholds', () => {
    const number = fc.double({ min: -100, max: 20_000, noNaN: true });
    const any: fc.Arbitrary<GradeThresholds> = fc.record({
      good: number,
      normal: number,
      bad: number,
      very_bad: number,
    });
    fc.assert(
      fc.property(anyGraded, anyValue, any, (type, value, own) => {
        const index = subIndex(type, value, { ...DEFAULT_THRESHOLDS, [type]: own } as Thresholds);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThanOrEqual(500);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [5000, 5000, 250],
    [5000, 5001, 500],
    [8000, 8000, 250],
    [8000, 8001, 500],
  ])('is 500 above a very bad of %i that is not below the top', (very_bad, value, index) => {
    const thresholds = { ...DEFAULT_THRESHOLDS, CO2: { good: 600, normal: 800, bad: 1000, very_bad } };
    expect(subIndex('CO2', value, thresholds)).toBe(index);
  });

  it('accepts equal thresholds', () => {
    const thresholds = { ...DEFAULT_THRESHOLDS, CO2: { good: 0, normal: 0, bad: 1000, very_bad: 1000 } };
    expect(subIndex('CO2', 0, thresholds)).toBe(0);
    expect(subIndex('CO2', 500, thresholds)).toBe(75);
    expect(subIndex('CO2', 1000, thresholds)).toBe(100);
    expect(subIndex('CO2', 1004, thresholds)).toBeCloseTo(250.25, 9);
  });
});

describe('meter index', () => {
  it('is the worst sub-index, with the reading that set it', () => {
    const readings = [
      { type: 'CO2', value: 700 },
      { type: 'TEMPERATURE', value: 60 },
      { type: 'PM2.5', value: 28 },
      { type: 'PM2.5', value: 12 },
    ] as const;
    expect(meterIndex(readings, DEFAULT_THRESHOLDS)).toEqual({ index: 82.5, type: 'PM2.5', value: 28 });
  });

  it('keeps the first of equally bad readings', () => {
    const readings = [
      { type: 'PM2.5', value: 15 },
      { type: 'CO2', value: 800 },
    ] as const;
    expect(meterIndex(readings, DEFAULT_THRESHOLDS)?.type).toBe('PM2.5');
    expect(meterIndex([...readings].reverse(), DEFAULT_THRESHOLDS)?.type).toBe('CO2');
  });

  it('is null without a graded reading', () => {
    expect(meterIndex([], DEFAULT_THRESHOLDS)).toBeNull();
    expect(meterIndex([{ type: 'HUMIDITY', value: 99 }], DEFAULT_THRESHOLDS)).toBeNull();
  });

  it('is 0 and not null in perfect air', () => {
    expect(meterIndex([{ type: 'PM10', value: 0 }], DEFAULT_THRESHOLDS)).toEqual({ index: 0, type: 'PM10', value: 0 });
  });

  it('is never better than any of its readings', () => {
    const reading = fc.record({ type: anyGraded, value: anyValue });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1 }), (readings) => {
        const all = readings.map(({ type, value }) => subIndex(type, value, DEFAULT_THRESHOLDS));
        expect(meterIndex(readings, DEFAULT_THRESHOLDS)?.index).toBe(Math.max(...all));
      }),
    );
  });
});

describe('level index', () => {
  it('is the mean of its meters, null when there is none', () => {
    expect(levelIndex([])).toBeNull();
    expect(levelIndex([40])).toBe(40);
    expect(levelIndex([10, 20, 90])).toBe(40);
  });
});

describe('roundIndex', () => {
  it.each<[number, 0 | 1, number]>([
    [25, 1, 25],
    [24.96, 1, 25],
    [25.04, 1, 25.1],
    [25.16, 1, 25.2],
    [0, 1, 0],
    [24.6, 0, 25],
    [25.3, 0, 26],
    [26.4, 0, 26],
    [132.4, 0, 132],
  ])('of %d to %d digits is %d', (index, digits, shown) => expect(roundIndex(index, digits)).toBe(shown));

  it('keeps the grade and is off by less than one step', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 500, noNaN: true }), fc.constantFrom<0 | 1>(0, 1), (index, digits) => {
        const shown = roundIndex(index, digits);
        expect(gradeOfIndex(shown)).toBe(gradeOfIndex(index));
        expect(Math.abs(shown - index)).toBeLessThanOrEqual(1 / 10 ** digits + 1e-9);
      }),
    );
  });
});
