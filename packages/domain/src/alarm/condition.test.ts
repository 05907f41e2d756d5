import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import {
  type ConditionState,
  conditionOf,
  isAtRest,
  isBeyond,
  isFresh,
  isReason,
  mayBegin,
  REST,
  restartFrom,
  type Sample,
  type SampleSource,
  takeSamples,
  type ValueRule,
} from './condition.ts';

const T0 = Date.UTC(2026, 10, 21, 1);
const source: SampleSource = { intervalS: 60, zone: 'Asia/Seoul' };
const aRule = (changed: Partial<ValueRule> = {}): ValueRule => ({
  direction: 'ABOVE',
  bound: 100,
  includesBound: false,
  release: 90,
  durationMs: 0,
  average: null,
  ...changed,
});
const take = (samples: readonly Sample[], rule: ValueRule, from: ConditionState = REST): ConditionState =>
  samples.reduce((state, sample) => takeSamples(state, [sample], rule, source), from);
/** One value per minute, starting at T0. */
const minutes = (values: readonly number[], start = T0): Sample[] =>
  values.map((value, i) => ({ time: start + i * MINUTE_MS, value }));
const repeat = (value: number, count: number): number[] => new Array<number>(count).fill(value);
const raisedOf = (samples: readonly Sample[], rule: ValueRule) => conditionOf(take(samples, rule), rule, source).raised;

it.each([
  ['ABOVE', false, 101, true],
  ['ABOVE', false, 100, false],
  ['ABOVE', true, 100, true],
  ['ABOVE', true, 99, false],
  ['BELOW', false, 99, true],
  ['BELOW', false, 100, false],
  ['BELOW', true, 100, true],
  ['BELOW', true, 101, false],
] as const)('%s 100, bound included %s: %i is beyond: %s', (direction, includesBound, value, expected) => {
  expect(isBeyond(aRule({ direction, includesBound }), value)).toBe(expected);
});

it.each([
  [101, false, true],
  [100, false, false],
  [100, true, true],
  [90, true, true],
  [89, true, false],
])('%i, a reason before: %s, is one: %s', (value, lasts, expected) => {
  expect(isReason(aRule(), value, lasts)).toBe(expected);
});

describe('without a duration', () => {
  it.each([
    ['nothing measured', [], false],
    ['on the bound', [100], false],
    ['beyond', [101], true],
    ['between release and bound, before', [95, 96], false],
    ['between release and bound, after', [101, 95, 90], true],
    ['below the release bound', [101, 95, 89], false],
    ['and beyond again', [101, 89, 101], true],
    ['dithering', [101, 99, 101, 99, 101, 99, 98, 101, 95], true],
  ] as const)('%s: %j holds: %s', (_, values, expected) => {
    expect(raisedOf(minutes(values), aRule()) !== null).toBe(expected);
  });

  it('holds since the first value of its run, as soon as that value arrives', () => {
    expect(raisedOf(minutes([80, 101, 120, 95]), aRule())).toEqual({
      since: T0 + MINUTE_MS,
      time: T0 + MINUTE_MS,
      value: 101,
    });
  });

  it('reports when it ended', () => {
    const rule = aRule();
    expect(conditionOf(take(minutes([101, 102, 80, 81]), rule), rule, source)).toEqual({
      raised: null,
      ended: T0 + 2 * MINUTE_MS,
    });
  });

  it('holds below a lower bound until the value exceeds the release', () => {
    const rule = aRule({ direction: 'BELOW', bound: 18, release: 19 });
    expect(raisedOf(minutes([18, 17.9, 19]), rule)).not.toBeNull();
    expect(raisedOf(minutes([18, 17.9, 19, 19.1]), rule)).toBeNull();
  });
});

describe('of implausible values', () => {
  const rule = aRule({ isRepeated: true, release: 100 });

  it.each([
    ['one is an accident', [101, 50, 50], false],
    ['two are', [101, 50, 101], false],
    ['three in a row are a fault', [50, 101, 101, 101], true],
    ['three of ten are', [101, ...repeat(50, 4), 101, ...repeat(50, 3), 101], true],
    ['three of eleven are not', [101, ...repeat(50, 4), 101, ...repeat(50, 4), 101], false],
    ['it lasts while one of ten is bad', [...repeat(101, 3), ...repeat(50, 9)], true],
    ['it ends when none is', [...repeat(101, 3), ...repeat(50, 10)], false],
    ['and begins with three again', [...repeat(101, 3), ...repeat(50, 10), 101, 101], false],
  ] as const)('%s', (_, values, expected) => {
    expect(raisedOf(minutes(values), rule) !== null).toBe(expected);
  });

  it('holds since the first of them, as soon as the third arrives', () => {
    expect(raisedOf(minutes([101, 50, 101, 120]), rule)).toEqual({ since: T0, time: T0 + 3 * MINUTE_MS, value: 120 });
  });

  it('is not at rest while a bad value counts', () => {
    expect(isAtRest(take(minutes([101, ...repeat(50, 9)]), rule), rule)).toBe(false);
    expect(isAtRest(take(minutes([101, ...repeat(50, 13)]), rule), rule)).toBe(true);
  });
});

describe('with a duration', () => {
  const rule = aRule({ durationMs: 10 * MINUTE_MS });

  it('holds when the duration has passed and no late sample can still break the run', () => {
    expect(raisedOf(minutes(repeat(101, 13)), rule)).toBeNull();
    expect(raisedOf(minutes(repeat(101, 14)), rule)).toEqual({ since: T0, time: T0 + 10 * MINUTE_MS, value: 101 });
  });

  it.each([
    ['a value on the bound breaks it', [...repeat(101, 8), 100, ...repeat(101, 12)], false],
    ['and it begins again', [...repeat(101, 8), 100, ...repeat(101, 14)], true],
    ['it holds between release and bound', [...repeat(101, 12), ...repeat(95, 60)], true],
    ['it ends below release', [...repeat(101, 12), 89, ...repeat(95, 60)], false],
  ] as const)('%s', (_, values, expected) => {
    expect(raisedOf(minutes(values), rule) !== null).toBe(expected);
  });

  it.each([
    ['of three intervals does not break it', 3, true],
    ['of more breaks it', 4, false],
  ])('a gap %s', (_, gap, expected) => {
    const later = T0 + (4 + gap) * MINUTE_MS;
    const samples = [...minutes(repeat(101, 5)), ...minutes(repeat(101, 12 - gap), later)];
    expect(raisedOf(samples, rule) !== null).toBe(expected);
  });

  it('a gap does not end it', () => {
    const samples = [...minutes(repeat(101, 14)), ...minutes([95, 95, 95, 95], T0 + 5 * HOUR_MS)];
    expect(raisedOf(samples, rule)).not.toBeNull();
  });
});

describe('a late sample', () => {
  const rule = aRule({ durationMs: 5 * MINUTE_MS });
  const others = minutes([101, 101, 101, 0, 101, 101]).filter(({ value }) => value > 0);

  it('up to two intervals late breaks a run', () => {
    const late = { time: T0 + 3 * MINUTE_MS, value: 80 };
    const after = minutes(repeat(101, 4), T0 + 6 * MINUTE_MS);
    expect(raisedOf([...others, late, ...after], rule)).toBeNull();
    expect(raisedOf([...others, ...after], rule)).not.toBeNull();
  });

  it('more than two intervals late is ignored', () => {
    const state = take(minutes(repeat(101, 8)), rule);
    const late = { time: T0 + 7 * MINUTE_MS - 2 * MINUTE_MS - 1, value: 10 };
    expect(takeSamples(state, [late], rule, source)).toBe(state);
  });

  it('with the time of another sample is ignored', () => {
    const state = take(minutes([101]), rule);
    expect(takeSamples(state, [{ time: T0, value: 1 }], rule, source)).toBe(state);
  });
});

describe('with hourly means', () => {
  /** PM2.5 at 75 or more for two hours, released below 35. */
  const rule = aRule({ bound: 75, includesBound: true, release: 35, durationMs: 2 * HOUR_MS, average: 'HOUR' });
  const hours = (...values: number[]) => minutes(values.flatMap((value) => repeat(value, 60)));

  it.each([
    ['one hour is not enough', [75, 74, 20], false],
    ['two hours are', [75, 75, 74], true],
    ['but not the third while it is not over', [74, 75, 75], false],
    ['two with one between are not', [75, 74, 75, 74], false],
    ['between the bounds it stays', [75, 75, 35, 36, 74], true],
    ['below release it ends', [75, 75, 34, 74, 74], false],
  ])('%s', (_, values, expected) => {
    expect(raisedOf(hours(...values), rule) !== null).toBe(expected);
  });

  it('holds since the start of the first hour, as soon as the second hour ends', () => {
    expect(raisedOf(hours(75, 77, 50), rule)).toEqual({ since: T0, time: T0 + 2 * HOUR_MS, value: 77 });
  });

  it('compares means, not values', () => {
    const dithering = minutes(Array.from({ length: 190 }, (_, i) => (i % 2 === 0 ? 60 : 95)));
    expect(raisedOf(dithering, rule)).not.toBeNull();
  });

  it.each([
    ['three quarters of the values make a mean', 45, true],
    ['fewer break the run', 44, false],
  ])('%s', (_, count, expected) => {
    const second = minutes(repeat(80, count), T0 + HOUR_MS);
    const samples = [...hours(80), ...second, ...minutes(repeat(20, 10), T0 + 2 * HOUR_MS)];
    expect(raisedOf(samples, rule) !== null).toBe(expected);
  });

  it("cuts hours in the organization's zone", () => {
    const samples = [...minutes(repeat(80, 120), T0 + HOUR_MS / 2), ...minutes(repeat(1, 5), T0 + 2.5 * HOUR_MS)];
    const holds = (zone: string) => {
      const state = takeSamples(REST, samples, rule, { intervalS: 60, zone });
      return conditionOf(state, rule, { intervalS: 60, zone }).raised !== null;
    };
    expect([holds('Asia/Kolkata'), holds('Asia/Seoul')]).toEqual([true, false]);
  });
});

it('settles early and stays small for a source that is faster than its interval', () => {
  const rule = aRule({ durationMs: MINUTE_MS });
  const state = take(
    Array.from({ length: 1000 }, (_, i) => ({ time: T0 + i * 100, value: 101 })),
    rule,
  );
  expect(state.pending.length).toBe(4);
  expect(conditionOf(state, rule, source).raised).not.toBeNull();
});

it.each([
  ['just measured', 60, 0, true],
  ['two intervals ago', 300, 600_000, true],
  ['before', 300, 600_001, false],
  ['a fast meter, a minute ago', 1, 60_000, true],
  ['a fast meter, before', 1, 60_001, false],
  ['its clock is ahead', 60, -200_000, true],
])('%s, every %i s, %i ms ago: fresh %s', (_, intervalS, age, expected) => {
  expect(isFresh(T0 - age, { intervalS }, T0)).toBe(expected);
});

it.each([
  ['of one value, fresh', {}, 120_000, true],
  ['of one value, old', {}, 120_001, false],
  ['of a duration', { durationMs: HOUR_MS }, 4 * HOUR_MS, true],
  ['of a duration, long ago', { durationMs: HOUR_MS }, 4 * HOUR_MS + 1, false],
  ['of a mean', { average: 'HOUR' }, 3 * HOUR_MS, true],
  ['of a mean, long ago', { average: 'HOUR' }, 3 * HOUR_MS + 1, false],
] as const)('a condition %s may begin: %j, %i ms ago: %s', (_, changed, age, expected) => {
  expect(mayBegin(T0 - age, aRule(changed), source, T0)).toBe(expected);
});

describe('in any order of arrival', () => {
  const rules = fc.record({
    direction: fc.constantFrom('ABOVE' as const, 'BELOW' as const),
    includesBound: fc.boolean(),
    durationMs: fc.constantFrom(0, 5 * MINUTE_MS, 2 * HOUR_MS),
    average: fc.constantFrom(null, 'HOUR' as const),
  });
  const ruleOf = (given: Partial<ValueRule>): ValueRule =>
    aRule({ ...given, release: given.direction === 'BELOW' ? 110 : 90 });
  /** Runs of values, about one a minute with gaps, each with its arrival delay. */
  const arrivals = fc
    .array(
      fc.record({
        value: fc.constantFrom(80, 90, 95, 100, 105, 110, 120),
        count: fc.integer({ min: 1, max: 80 }),
        gap: fc.constantFrom(0, 0, 0, 2, 5, 70),
        delay: fc.constantFrom(0, 0, 1_000, 59_000, 61_000, 119_999),
      }),
      { maxLength: 8 },
    )
    .map((runs) => {
      let time = T0;
      return runs.flatMap(({ value, count, gap, delay }) => {
        time += gap * MINUTE_MS;
        return repeat(value, count).map((each, i) => {
          time += MINUTE_MS;
          return { sample: { time, value: each }, at: time + (i % 3 === 0 ? delay : 0) };
        });
      });
    });
  const byArrival = (all: readonly { sample: Sample; at: number }[]): Sample[] =>
    all.toSorted((a, b) => a.at - b.at).map(({ sample }) => sample);

  it('samples within the lateness bound lead to the same state', () => {
    fc.assert(
      fc.property(rules, arrivals, (given, all) => {
        const rule = ruleOf(given);
        const inOrder = all.map(({ sample }) => sample);
        expect(take(byArrival(all), rule)).toEqual(take(inOrder, rule));
      }),
    );
  });

  it('samples that are taken together lead to the same state as one by one, and leave the former state as it was', () => {
    fc.assert(
      fc.property(rules, arrivals, fc.integer({ min: 1, max: 40 }), (given, all, size) => {
        const rule = ruleOf(given);
        const samples = byArrival(all);
        let state = REST;
        for (let at = 0; at < samples.length; at += size) {
          const before = JSON.stringify(state);
          const next = takeSamples(state, samples.slice(at, at + size), rule, source);
          expect(JSON.stringify(state)).toBe(before);
          state = next;
        }
        expect(state).toEqual(take(samples, rule));
      }),
    );
  });

  it('a state at rest can be dropped and rebuilt from the store', () => {
    fc.assert(
      fc.property(rules, arrivals, (given, all) => {
        const rule = ruleOf(given);
        const stored: Sample[] = [];
        let kept: ConditionState | null = null;
        let full = REST;
        for (const sample of byArrival(all)) {
          full = takeSamples(full, [sample], rule, source);
          stored.push(sample);
          if (kept !== null) kept = takeSamples(kept, [sample], rule, source);
          else if (isBeyond(rule, sample.value)) {
            const from = restartFrom(sample.time, rule, source);
            kept = take(
              stored.filter(({ time }) => time >= from).toSorted((a, b) => a.time - b.time),
              rule,
            );
          }
          if (kept !== null && isAtRest(kept, rule)) kept = null;
          const { raised } = conditionOf(full, rule, source);
          expect(kept === null ? null : conditionOf(kept, rule, source).raised).toEqual(raised);
        }
      }),
    );
  });
});
