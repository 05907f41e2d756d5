import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRADES, type Grade, gradeRank } from './grade.ts';
import {
  addToRun,
  emptyRun,
  type GradeRun,
  joinRuns,
  keepGrade,
  type LastGrades,
  runStart,
  worstAt,
} from './grade-run.ts';

const MINUTE = 60_000;
const PATIENCE = 3 * MINUTE;
/** The first readings come this long after the start of the examined time, in minutes. */
const FROM = -1;

interface Reading {
  readonly time: number;
  readonly grade: Grade;
}

const fold = (from: number, readings: readonly Reading[]): GradeRun =>
  readings.reduce((run, { time, grade }) => addToRun(run, time, grade, PATIENCE), emptyRun(from));

/** `G` good, `N` normal, `B` bad, `V` very bad, a minute each; `.` a minute without a reading. */
const GRADE_OF: Readonly<Record<string, Grade>> = { G: 'GOOD', N: 'NORMAL', B: 'BAD', V: 'VERY_BAD' };
const readingsOf = (line: string): Reading[] =>
  [...line].flatMap((letter, minute) => {
    const grade = GRADE_OF[letter];
    return grade === undefined ? [] : [{ time: minute * MINUTE, grade }];
  });

describe('in this grade since', () => {
  test.each<[string, string, Grade, [number, string] | null]>([
    ['the first reading that is so bad', 'GGBB', 'BAD', [2, 'CHANGE']],
    ['worse readings are part of the run', 'GBVVB', 'BAD', [1, 'CHANGE']],
    ['the worse grade has a run of its own', 'GBVV', 'VERY_BAD', [2, 'CHANGE']],
    ['one better reading ends it', 'BBGB', 'BAD', [3, 'CHANGE']],
    ['nothing when the last reading is better', 'BBN', 'BAD', null],
    ['two missed readings are no gap', 'GB..B', 'BAD', [1, 'CHANGE']],
    ['exactly three intervals are none', 'GB..B', 'BAD', [1, 'CHANGE']],
    ['more than three intervals break it, with the reason GAP', 'GB...B', 'BAD', [5, 'GAP']],
    ['also where the air before the gap was better', 'GG...B', 'BAD', [5, 'GAP']],
    ['a change after the gap is a change', 'B...GB', 'BAD', [5, 'CHANGE']],
    ['as far as was looked at', 'BBBB', 'BAD', [0, 'OPEN']],
    ['nothing came for long before the first reading', '...BB', 'BAD', [3, 'GAP']],
    ['without a reading nothing', '', 'VERY_GOOD', null],
  ])('%s', (_, line, grade, expected) => {
    const start = runStart(fold(FROM * MINUTE, readingsOf(line)), grade);
    expect(start && [start.time / MINUTE, start.begins]).toEqual(expected);
  });
});

const readings = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 5 }), grade: fc.constantFrom(...GRADES) }), { maxLength: 40 })
  .map((steps) => {
    let time = 0;
    return steps.map(({ step, grade }): Reading => {
      time += step * MINUTE;
      return { time, grade };
    });
  });

/** The same, by definition: walks back from the last reading. */
const startByWalking = (all: readonly Reading[], grade: Grade): number | null => {
  let start: number | null = null;
  for (const { time, grade: of } of all.toReversed()) {
    if (gradeRank(of) < gradeRank(grade) || (start !== null && start - time > PATIENCE)) break;
    start = time;
  }
  return start;
};

describe('for any readings', () => {
  test('equals walking back from the last reading', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom(...GRADES), (all, grade) => {
        expect(runStart(fold(0, all), grade)?.time ?? null).toBe(startByWalking(all, grade));
      }),
    );
  });

  test('extending the run step by step gives the same as one pass', () => {
    fc.assert(
      fc.property(readings, fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 5 }), (all, minutes) => {
        const bounds = [0, ...minutes.toSorted((a, b) => a - b).map((minute) => minute * MINUTE)];
        const parts = bounds.map((from, i) => {
          const until = bounds[i + 1] ?? Number.POSITIVE_INFINITY;
          return fold(
            from,
            all.filter(({ time }) => from <= time && time < until),
          );
        });
        const joined = parts.reduceRight((later, earlier) => joinRuns(earlier, later, PATIENCE));
        expect(joined).toEqual(fold(0, all));
      }),
    );
  });

  test('never moves backwards for a grade, and a worse grade began no earlier', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const last = new Map<Grade, number>();
        let run = emptyRun(0);
        for (const { time, grade } of all) {
          run = addToRun(run, time, grade, PATIENCE);
          let before = 0;
          for (const each of GRADES) {
            const start = runStart(run, each)?.time;
            if (start === undefined) continue;
            expect(start).toBeGreaterThanOrEqual(Math.max(before, last.get(each) ?? 0));
            last.set(each, start);
            before = start;
          }
        }
      }),
    );
  });
});

test('a place is as bad as its worst sensor that is heard, at its last reading', () => {
  const last: LastGrades = new Map();
  expect(worstAt(last, 0, PATIENCE)).toBeNull();
  keepGrade(last, 1, 0, 'VERY_BAD');
  keepGrade(last, 2, MINUTE, 'NORMAL');
  keepGrade(last, 2, 0, 'BAD');
  expect(worstAt(last, MINUTE, PATIENCE)).toBe('VERY_BAD');
  expect(worstAt(last, PATIENCE, PATIENCE)).toBe('VERY_BAD');
  expect(worstAt(last, PATIENCE + 1, PATIENCE)).toBe('NORMAL');
  keepGrade(last, 2, MINUTE, 'GOOD');
  expect(worstAt(last, PATIENCE + 1, PATIENCE)).toBe('GOOD');
});
