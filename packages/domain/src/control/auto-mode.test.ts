import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MINUTE_MS } from '../duration.ts';
import { FAN_SPEEDS, type FanSpeed } from '../purifier-state.ts';
import type { GradedType } from '../sensor-type.ts';
import {
  AUTO_HOLD_MS,
  AUTO_REST,
  type AutoBounds,
  type AutoSample,
  autoBoundIssues,
  autoDurations,
  decideAuto,
  foldAuto,
} from './auto-mode.ts';

const PM: AutoBounds = [15, 35, 75];
const rule = { thresholds: { 'PM2.5': PM, CO2: [800, 1000, 1500] as AutoBounds }, intervalS: 60 };

const sample = (minute: number, values: Partial<Record<GradedType, number>>): AutoSample => ({
  time: minute * MINUTE_MS,
  readings: Object.entries(values).map(([type, value]) => ({ type: type as GradedType, value })),
});
/** The level after each minute, for PM2.5 values of one minute each. */
const levelsOf = (values: readonly number[]): (FanSpeed | null)[] => {
  let state = AUTO_REST;
  return values.map((value, minute) => {
    state = decideAuto(state, sample(minute, { 'PM2.5': value }), rule);
    return state.level;
  });
};
const every = (minutes: number, value: number): number[] => Array.from({ length: minutes }, () => value);

test.each<[number, FanSpeed]>([
  [0, 'STOP'],
  [14.9, 'STOP'],
  [15, 'WEAK'],
  [34.9, 'WEAK'],
  [35, 'MEDIUM'],
  [74.9, 'MEDIUM'],
  [75, 'STRONG'],
  [1000, 'STRONG'],
])('PM2.5 %d asks for %s', (value, level) => {
  expect(levelsOf([value])).toEqual([level]);
});

test.each<[string, number[], FanSpeed]>([
  ['just below its bound it stays', [...every(4, 35), ...every(5, 31.5)], 'MEDIUM'],
  ['below nine tenths it goes', [...every(4, 35), ...every(5, 31.4)], 'WEAK'],
  ['far below it goes at once to where it belongs', [...every(4, 80), ...every(5, 5)], 'STOP'],
  ['nine tenths of a bound that was never reached are nothing', every(9, 34), 'WEAK'],
])('%s', (_, values, level) => {
  expect(levelsOf(values).at(-1)).toBe(level);
});

it('keeps a speed for three minutes, up as well as down', () => {
  expect(levelsOf([10, 80, 80, 80, 80, 5, 5, 5])).toEqual([
    ...['STOP', 'STOP', 'STOP', 'STRONG', 'STRONG', 'STRONG', 'STOP', 'STOP'],
  ]);
});

describe('with several types', () => {
  it('uses the strongest', () => {
    const state = decideAuto(AUTO_REST, sample(0, { 'PM2.5': 20, CO2: 1200 }), rule);
    expect(state.level).toBe('MEDIUM');
  });

  it('releases each type independently', () => {
    // CO2 was never above its bound, so 95 % of the bound keeps no level once the dust is gone.
    const first = decideAuto(AUTO_REST, sample(0, { 'PM2.5': 90, CO2: 760 }), rule);
    expect(decideAuto(first, sample(5, { 'PM2.5': 1, CO2: 760 }), rule).level).toBe('STOP');
  });

  it('combines types from separate messages', () => {
    let state = decideAuto(AUTO_REST, sample(0, { 'PM2.5': 90 }), rule);
    for (let minute = 1; minute < 9; minute++) {
      state = decideAuto(state, sample(minute, { CO2: 500 }), rule);
      state = decideAuto(state, sample(minute + 0.1, { 'PM2.5': 90 }), rule);
      expect(state.level).toBe('STRONG');
    }
  });

  it('ignores a type that has gone silent', () => {
    let state = decideAuto(AUTO_REST, sample(0, { 'PM2.5': 90, CO2: 500 }), rule);
    for (let minute = 1; minute < 9; minute++) state = decideAuto(state, sample(minute, { CO2: 500 }), rule);
    expect(state.level).toBe('STOP');
  });

  it('ignores a type without bounds', () => {
    expect(decideAuto(AUTO_REST, sample(0, { HCHO: 4 }), rule).level).toBeNull();
  });
});

it('ignores older samples', () => {
  const state = decideAuto(AUTO_REST, sample(10, { 'PM2.5': 90 }), rule);
  expect(decideAuto(state, sample(9, { 'PM2.5': 1 }), rule)).toBe(state);
});

it('changes nothing without samples', () => {
  expect(foldAuto([sample(0, { 'PM2.5': 90 }), sample(600, { 'PM2.5': 90 })], rule).changes).toHaveLength(1);
});

it('counts how long each level would have lasted', () => {
  const { changes } = foldAuto([sample(0, { 'PM2.5': 90 }), sample(10, { 'PM2.5': 1 })], rule);
  expect(autoDurations(changes, 30 * MINUTE_MS)).toEqual({
    STOP: 20 * MINUTE_MS,
    WEAK: 0,
    MEDIUM: 0,
    STRONG: 10 * MINUTE_MS,
  });
});

const course = fc.array(
  fc.record({ step: fc.integer({ min: 1, max: 400 }), value: fc.double({ min: 0, max: 120, noNaN: true }) }),
  {
    minLength: 1,
    maxLength: 80,
  },
);
const samplesOf = (steps: readonly { step: number; value: number }[]): AutoSample[] => {
  let time = 0;
  return steps.map(({ step, value }) => {
    time += step * 1_000;
    return { time, readings: [{ type: 'PM2.5', value }] };
  });
};

describe('for any samples', () => {
  it('leaves at least three minutes between two changes', () => {
    fc.assert(
      fc.property(course, (steps) => {
        const { changes } = foldAuto(samplesOf(steps), rule);
        for (const [i, { time }] of changes.entries()) {
          if (i > 0) expect(time - (changes[i - 1]?.time ?? 0)).toBeGreaterThanOrEqual(AUTO_HOLD_MS);
        }
      }),
    );
  });

  it('keeps the level between the bound and the release of the value', () => {
    fc.assert(
      fc.property(course, (steps) => {
        let state = AUTO_REST;
        for (const each of samplesOf(steps)) {
          const next = decideAuto(state, each, rule);
          if (next.level !== state.level) {
            const rank = FAN_SPEEDS.indexOf(next.level ?? 'STOP');
            const value = each.readings[0]?.value ?? 0;
            expect(rank).toBeGreaterThanOrEqual(PM.filter((bound) => value >= bound).length);
            expect(rank).toBeLessThanOrEqual(PM.filter((bound) => value >= bound * 0.9).length);
          }
          state = next;
        }
      }),
    );
  });

  it('folds in pieces to the same result', () => {
    fc.assert(
      fc.property(course, fc.nat(80), (steps, at) => {
        const samples = samplesOf(steps);
        const first = foldAuto(samples.slice(0, at), rule);
        expect(foldAuto(samples.slice(at), rule, first)).toEqual(foldAuto(samples, rule));
      }),
    );
  });

  it('does not depend on the order of readings in a frame', () => {
    const reading = fc.record({
      type: fc.constantFrom<GradedType>('PM2.5', 'CO2'),
      value: fc.double({ min: 0, max: 2000, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 6 }), (readings) => {
        const time = MINUTE_MS;
        const one = decideAuto(AUTO_REST, { time, readings }, rule);
        expect(decideAuto(AUTO_REST, { time, readings: readings.toReversed() }, rule)).toEqual(one);
      }),
    );
  });
});

test.each<[string, (number | null)[], (string | null)[]]>([
  ['ascending', [15, 35, 75], [null, null, null]],
  ['missing', [15, null, 75], [null, 'OUT_OF_RANGE', null]],
  ['beyond what can be measured', [-1, 35, 1001], ['OUT_OF_RANGE', null, 'OUT_OF_RANGE']],
  ['the same twice', [15, 15, 75], [null, 'NOT_ASCENDING', null]],
  ['below the first', [40, 50, 30], [null, null, 'NOT_ASCENDING']],
])('bounds %s', (_, bounds, issues) => {
  expect(autoBoundIssues('PM2.5', bounds)).toEqual(issues);
});
