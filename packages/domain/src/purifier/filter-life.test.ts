import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../duration.ts';
import { type CounterReading, filterLevel, filterLife, hoursPerDay, hoursUsed, isCounterReset } from './filter-life.ts';

const NOW = Date.UTC(2026, 10, 22);
/** The counter reported `h` that many days ago, and continued from `afterH`. */
const ago = (days: number, h: number, afterH = h): CounterReading => ({
  time: NOW - days * DAY_MS,
  beforeH: h,
  afterH,
});

it.each([
  [0, 4380, 'FINE'],
  [3941, 4380, 'FINE'],
  [3942, 4380, 'DUE'],
  [4379, 4380, 'DUE'],
  [4380, 4380, 'EXPIRED'],
  [9000, 4380, 'EXPIRED'],
  [4380, null, 'UNKNOWN'],
  [4380, 0, 'UNKNOWN'],
] as const)('%d hours of %j: %s', (used, period, level) => {
  expect(filterLevel(used, period)).toBe(level);
});

it.each([
  ['from its end', 4460, 0, true],
  ['counted in steps of ten', 4460, 10, true],
  ['a day unheard', 4460, 24, true],
  ['to something else', 4460, 25, false],
  ['a correction of little', 24, 0, false],
  ['nothing', 100, 100, false],
  ['onwards', 0, 10, false],
])('%s, from %d to %d, is a reset: %s', (_, before, after, expected) => {
  expect(isCounterReset(before, after)).toBe(expected);
});

it.each([
  ['no replacement known', 812, null, 812],
  ['the device began again', 10, ago(2, 4400, 0), 10],
  ['a person wrote it down, and the counter goes on', 4420, ago(2, 4400), 20],
  ['a person recorded it, and the counter began again unnoticed', 30, ago(2, 4400), 30],
])('%s: of %d hours %j leaves %d', (_, counter, replacement, expected) => {
  expect(hoursUsed(counter, replacement)).toBe(expected);
});

describe('hours a day', () => {
  it.each([
    ['half of each day', [ago(28, 100), ago(0, 436)], 12],
    ['not used', [ago(28, 100), ago(0, 100)], 0],
    ['a reset in between', [ago(28, 4300), ago(14, 4468, 0), ago(0, 168)], 12],
    ['replaced by a person in between', [ago(28, 4300), ago(14, 4468), ago(0, 4636)], 12],
    ['an unnoticed reset', [ago(28, 4300), ago(0, 168)], 6],
    ['of a week', [ago(7, 0), ago(0, 84)], 12],
    ['of less than a week', [ago(6.9, 0), ago(0, 84)], null],
    ['of one reading', [ago(0, 84)], null],
    ['of none', [], null],
  ])('%s', (_, readings, expected) => {
    expect(hoursPerDay(readings)).toBe(expected);
  });
});

describe('filterLife', () => {
  const at = (h: number) => ({ time: NOW, h });
  it.each([
    ['forecast', 4140, 4380, null, [ago(28, 3804)], 'DUE', 20],
    ['over since ten days', 4500, 4380, null, [ago(28, 4164)], 'EXPIRED', -10],
    ['due today', 4380, 4380, null, [ago(28, 4044)], 'EXPIRED', 0],
    ['replaced', 4500, 4380, ago(5, 4440), [ago(28, 4164), ago(5, 4440)], 'FINE', 360],
    ['no period', 4140, null, null, [ago(28, 3804)], 'UNKNOWN', null],
    ['not used', 4000, 4380, null, [ago(28, 4000)], 'DUE', null],
    ['hardly used: more than ten years', 100, 1_000_000, null, [ago(28, 95)], 'FINE', null],
    ['new to us', 4000, 4380, null, [ago(3, 3990)], 'DUE', null],
  ] as const)('%s', (_, counter, period, replacement, readings, level, daysLeft) => {
    const life = filterLife(at(counter), period, { replacement, readings });
    expect(life.level).toBe(level);
    expect(life.daysLeft).toBe(daysLeft);
    expect(life.dueTime).toBe(daysLeft === null ? null : NOW + daysLeft * DAY_MS);
  });

  it('forecasts from the time of the report, not from now', () => {
    const told = { time: NOW - 5 * DAY_MS, h: 4140 };
    const life = filterLife(told, 4380, { replacement: null, readings: [ago(33, 3804)] });
    expect(life.dueTime).toBe(NOW + 15 * DAY_MS);
  });

  it('never reports negative use, even for a faulty counter', () => {
    const h = fc.integer({ min: 0, max: 10_000 });
    const steps = fc.array(fc.tuple(h, h), { maxLength: 6 });
    fc.assert(
      fc.property(h, h, steps, (counter, period, given) => {
        const readings = given.map(([before, after], i) => ago(28 - i, before, after));
        const life = filterLife(at(counter), period, { replacement: readings.at(-1) ?? null, readings });
        expect(life.usedH).toBeGreaterThanOrEqual(0);
        expect(life.hoursPerDay ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
