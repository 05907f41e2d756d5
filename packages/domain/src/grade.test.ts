import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRADES, type Grade, gradeOf, gradeOfIndex, gradeRank, worseGrade } from './grade.ts';
import { GRADED_TYPES, type GradedType, SENSOR_TYPE_INFO } from './sensor-type.ts';
import { DEFAULT_THRESHOLDS } from './threshold.ts';

/** On each threshold, and one step of the type's resolution above it. */
const edges = GRADED_TYPES.flatMap((type): [GradedType, number, Grade][] => {
  const { good, normal, bad, very_bad } = DEFAULT_THRESHOLDS[type];
  const { digits, max } = SENSOR_TYPE_INFO[type];
  const above = (value: number) => Number((value + 10 ** -digits).toFixed(digits));
  return [
    [type, 0, 'VERY_GOOD'],
    [type, good, 'VERY_GOOD'],
    [type, above(good), 'GOOD'],
    [type, normal, 'GOOD'],
    [type, above(normal), 'NORMAL'],
    [type, bad, 'NORMAL'],
    [type, above(bad), 'BAD'],
    [type, very_bad, 'BAD'],
    [type, above(very_bad), 'VERY_BAD'],
    [type, max, 'VERY_BAD'],
  ];
});

describe('grade', () => {
  it.each(edges)('%s %d is %s', (type, value, grade) => {
    expect(gradeOf(type, value, DEFAULT_THRESHOLDS)).toBe(grade);
  });

  it.each([
    [0, 'VERY_GOOD'],
    [25, 'VERY_GOOD'],
    [25.001, 'GOOD'],
    [50, 'GOOD'],
    [50.001, 'NORMAL'],
    [100, 'NORMAL'],
    [100.001, 'BAD'],
    [250, 'BAD'],
    [250.001, 'VERY_BAD'],
    [500, 'VERY_BAD'],
    [501, 'VERY_BAD'],
  ] as const)('index %d is %s', (index, grade) => {
    expect(gradeOfIndex(index)).toBe(grade);
  });

  it('never gets better when the value rises', () => {
    const value = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...GRADED_TYPES), value, value, (type, a, b) => {
        const low = gradeOf(type, Math.min(a, b), DEFAULT_THRESHOLDS);
        const high = gradeOf(type, Math.max(a, b), DEFAULT_THRESHOLDS);
        expect(worseGrade(low, high)).toBe(high);
      }),
    );
  });

  it('ranks from best to worst', () => {
    expect(GRADES.map(gradeRank)).toEqual([0, 1, 2, 3, 4]);
    expect(worseGrade('BAD', 'GOOD')).toBe('BAD');
    expect(worseGrade('GOOD', 'VERY_BAD')).toBe('VERY_BAD');
    expect(worseGrade('NORMAL', 'NORMAL')).toBe('NORMAL');
  });
});

it('grades go from best to worst', () => {
  expect(GRADES).toEqual(['VERY_GOOD', 'GOOD', 'NORMAL', 'BAD', 'VERY_BAD']);
});
