import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MonitoringSearch } from '../address/search.ts';
import { filterCards, riseOf } from './card-rules.ts';

const none = { total: 2, online: 2, stale: 0, VERY_GOOD: 0, GOOD: 0, NORMAL: 2, BAD: 0, VERY_BAD: 0 };
const offices = [
  { name: '본관', above: ['한빛초등학교'], meters: none },
  { name: '체육관', above: ['한빛초등학교'], meters: { ...none, NORMAL: 1, BAD: 1 } },
  { name: 'Annex', above: ['서울중앙병원'], meters: { ...none, online: 1, stale: 1, NORMAL: 1 } },
];

describe('filterCards', () => {
  it.each<[string, MonitoringSearch, string[]]>([
    ['nothing asked', {}, ['본관', '체육관', 'Annex']],
    ['its own name', { office: '관' }, ['본관', '체육관']],
    ['whatever the case', { office: 'annEX' }, ['Annex']],
    ['a name above it', { organization: '병원' }, ['Annex']],
    ['literally', { office: '.' }, []],
    ['a name of a level below says nothing', { meter: '2반', department: '3학년' }, ['본관', '체육관', 'Annex']],
    ['has bad meters, whatever its own grade', { grade: ['BAD', 'VERY_BAD'] }, ['체육관']],
    ['has silent meters', { grade: ['NONE'] }, ['Annex']],
    ['both', { organization: '한빛', grade: ['NONE'] }, []],
  ])('%s', (_, search, names) => {
    expect(filterCards(offices, search).map(({ name }) => name)).toEqual(names);
  });
});

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
