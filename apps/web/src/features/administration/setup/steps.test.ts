import { expect, test } from 'vitest';
import { nextStep, type SetupStep, stepsDone } from './steps.ts';

const EMPTY = { organization: 1, office: 0, department: 0, meter: 0, thresholds: 0, person: 1 };

test.each([
  [{}, 'organization'],
  [{ organization: 2 }, 'office'],
  [{ office: 1 }, 'department'],
  [{ office: 1, department: 1 }, 'meter'],
  [{ office: 1, department: 2, meter: 1 }, 'thresholds'],
  [{ office: 1, department: 2, meter: 1, thresholds: 1 }, 'person'],
  [{ office: 1, department: 2, meter: 1, thresholds: 1, person: 2 }, null],
])('after %j comes %s', (there, expected) => {
  expect(nextStep(stepsDone({ ...EMPTY, ...there }), new Set())).toBe(expected);
});

test('a skipped step is passed, and one that is not known yet is not done', () => {
  const counts = { ...EMPTY, office: 1, department: undefined };
  const skipped = new Set<SetupStep>(['department', 'meter']);
  expect(nextStep(stepsDone(counts), new Set())).toBe('department');
  expect(nextStep(stepsDone(counts), skipped)).toBe('thresholds');
});
