import { GRADES } from '@airdeck/domain/grade';
import type { GradeRun, LastGrades } from '@airdeck/domain/grade-run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AirRun, packRuns, type Runs, unpackRuns, WHOLE_METER } from './air-runs.ts';

const time = fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_030 });
const start = fc.option(
  fc.record({ time, begins: fc.constantFrom('CHANGE' as const, 'GAP' as const, 'OPEN' as const) }),
);
const starts = fc.array(start, { minLength: GRADES.length, maxLength: GRADES.length });
const gradeRun: fc.Arbitrary<GradeRun> = fc.record({ from: time, last: fc.option(time), starts });
const airRun = fc.record({
  last: fc.uniqueArray(fc.tuple(fc.nat(900), fc.record({ time, grade: fc.constantFrom(...GRADES) })), {
    selector: ([channel]) => channel,
    maxLength: 6,
  }),
  run: gradeRun,
  before: fc.oneof(gradeRun, fc.constant(null), time),
  betterSince: fc.option(time),
  isOld: fc.boolean(),
  isQueued: fc.boolean(),
});

const runsOf = (drawn: [number, typeof airRun extends fc.Arbitrary<infer T> ? T : never][], isAlone: boolean): Runs => {
  const runs: Runs = new Map();
  for (const [channel, { last, run, before, ...flags }] of drawn) {
    const made: AirRun = {
      ...{ ...flags, channels: [channel], last: new Map(last) as LastGrades, run, next: null, isSearched: false },
      before: before === null ? run : typeof before === 'number' ? { ...run, last: before } : before,
    };
    runs.set(channel, made);
    if (isAlone) runs.set(WHOLE_METER, made);
    else runs.set(WHOLE_METER, { ...made, channels: [channel, ...(runs.get(WHOLE_METER)?.channels ?? [9])] });
  }
  return runs;
};

test('runs that were packed are the same, and that of the only sensor is still that of the meter', () => {
  const drawn = fc.uniqueArray(fc.tuple(fc.integer({ min: 100, max: 900 }), airRun), {
    selector: ([c]) => c,
    maxLength: 6,
  });
  fc.assert(
    fc.property(drawn, fc.boolean(), (all, isAlone) => {
      const runs = runsOf(isAlone ? all.slice(0, 1) : all, isAlone);
      const text = packRuns(runs);
      const unpacked = unpackRuns(text ?? '');
      expect(new Map(unpacked)).toEqual(new Map(runs));
      if (isAlone && all[0]) expect(unpacked.get(WHOLE_METER)).toBe(unpacked.get(all[0][0]));
    }),
  );
});

test('runs that are being searched are not packed: their search ends with the same objects', () => {
  const run: GradeRun = { from: 1, last: 1, starts: [null, null, null, null, null] };
  const known: AirRun = {
    ...{ channels: [401], last: new Map(), run, before: run, next: null, betterSince: null },
    ...{ isOld: false, isQueued: false, isSearched: false },
  };
  expect(packRuns(new Map([[401, known]]))).not.toBeNull();
  expect(packRuns(new Map([[401, { ...known, isSearched: true }]]))).toBeNull();
  expect(packRuns(new Map([[401, { ...known, next: run }]]))).toBeNull();
});
