import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riseOf } from './rise.ts';

const flat = (value: number, slots: number) => Array.from({ length: slots }, () => value);

describe('riseOf', () => {
  it.each([
    ['nothing measured', [null, null, null], null],
    ['flat', flat(60, 36), null],
    ['falling', [90, 80, 70, 60, 50], null],
    ['rose, and fell again', [40, 60, 90, 120, 100, 80], null],
    ['noise', [50, 53, 49, 52, 50, 54], null],
    ['silent by now', [20, 40, 60, 80, null, null, null], null],
    ['steady', [20, 40, 60, 80], { slots: 3, by: 60 }],
    ['from the foot of it, however long it was flat before', [...flat(40, 30), 60, 80, 100], { slots: 3, by: 60 }],
    ['through a gap', [40, null, 60, null, 80], { slots: 4, by: 40 }],
    ['with a small step back on the way', [40, 60, 58, 80, 100], { slots: 4, by: 60 }],
    ['after a valley', [120, 80, 40, 60, 90], { slots: 2, by: 50 }],
    ['a share too small to matter', [300, 305, 308, 312], null],
  ])('%s', (_, trend, expected) => {
    expect(riseOf(trend)).toEqual(expected);
  });

  it('never promises more than the course holds', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ min: 0, max: 500, noNaN: true })), { maxLength: 36 }), (trend) => {
        const rise = riseOf(trend);
        if (rise === null) return;
        const known = trend.filter((value) => value !== null);
        expect(rise.by).toBeLessThanOrEqual(Math.max(...known) - Math.min(...known));
        expect(rise.slots).toBeGreaterThan(0);
        expect(rise.slots).toBeLessThan(trend.length);
      }),
    );
  });
});
