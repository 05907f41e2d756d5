import { addDays } from '@airdeck/domain/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, faultsOf, lastDay, neighbouringRange, rangeOf, reachesToday, withFixedDays } from './day-range.ts';

const TODAY = '2026-11-21';
const free = (from: string, to: string) => ({ period: 'free', from, to }) as const;

describe('months', () => {
  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', -23, '2024-12'],
    ['2026-11', 0, '2026-11'],
  ])('%s and %i months is %s', (month, n, then) => expect(addMonths(month, n)).toBe(then));

  it.each([
    ['2024-02', '2024-02-29'],
    ['2026-02', '2026-02-28'],
    ['2000-02', '2000-02-29'],
    ['2026-12', '2026-12-31'],
  ])('%s ends on %s', (month, day) => expect(lastDay(month)).toBe(day));
});

describe('rangeOf', () => {
  it.each([
    [{}, TODAY, TODAY],
    [{ period: 'yesterday' } as const, '2026-11-20', '2026-11-20'],
    [{ period: 'week' } as const, '2026-11-15', TODAY],
    [{ period: 'month' } as const, '2026-11-01', TODAY],
    [{ period: 'days30' } as const, '2026-10-23', TODAY],
    [{ period: 'lastMonth' } as const, '2026-10-01', '2026-10-31'],
    // From Monday to Sunday.
    [{ period: 'lastWeek' } as const, '2026-11-09', '2026-11-15'],
    [free('2026-01-05', '2026-02-03'), '2026-01-05', '2026-02-03'],
    [{ period: 'free', from: '2026-01-05' } as const, '2026-01-05', '2026-01-05'],
    [{ period: 'free' } as const, TODAY, TODAY],
    // A preset does not care about days that are left over from a free period.
    [{ period: 'today', from: '2020-01-01', to: '2020-01-02' } as const, TODAY, TODAY],
  ])('%j is %s to %s', (search, from, to) => expect(rangeOf(search, TODAY)).toEqual({ from, to }));

  it.each([
    ['2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-23', '2026-11-16', '2026-11-22'],
    ['2027-01-01', '2026-12-21', '2026-12-27'],
  ])('on %s last week is %s to %s', (today, from, to) =>
    expect(rangeOf({ period: 'lastWeek' }, today)).toEqual({ from, to }),
  );

  it('knows the days before New Year and a leap day', () => {
    expect(rangeOf({ period: 'week' }, '2027-01-02')).toEqual({ from: '2026-12-27', to: '2027-01-02' });
    expect(rangeOf({ period: 'yesterday' }, '2024-03-01')).toEqual({ from: '2024-02-29', to: '2024-02-29' });
    expect(rangeOf({ period: 'yesterday' }, '2027-01-01')).toEqual({ from: '2026-12-31', to: '2026-12-31' });
  });
});

describe('faultsOf', () => {
  it.each([
    ['2026-11-01', TODAY, {}],
    [TODAY, '2026-12-31', {}],
    ['2026-11-10', '2026-11-09', { to: 'BEFORE_START' }],
    ['2026-11-22', '2026-11-22', { from: 'FUTURE' }],
    ['2026-11-23', '2026-11-22', { from: 'FUTURE', to: 'BEFORE_START' }],
    ['1999-12-31', TODAY, { from: 'INVALID' }],
    ['2026-11-01', '2100-01-01', { to: 'INVALID' }],
    ['', TODAY, { from: 'INVALID' }],
    [TODAY, '', { to: 'INVALID' }],
  ])('%s to %s: %j', (from, to, faults) => expect(faultsOf({ from, to }, TODAY)).toEqual(faults));
});

describe('withFixedDays', () => {
  it.each([
    [{}, TODAY, TODAY],
    [{ period: 'week' } as const, '2026-11-15', TODAY],
    [{ period: 'lastMonth' } as const, '2026-10-01', '2026-10-31'],
    [free('2026-01-05', '2026-02-03'), '2026-01-05', '2026-02-03'],
  ])('%j stays %s to %s on any later day', (search, from, to) => {
    const fixed = withFixedDays({ meter: 7, ...search }, rangeOf(search, TODAY));
    expect(fixed).toEqual({ meter: 7, ...free(from, to) });
    expect(rangeOf(fixed, '2027-03-01')).toEqual({ from, to });
  });
});

describe('moved', () => {
  it.each([
    [{}, -1, { period: 'yesterday' }],
    [{ period: 'yesterday' } as const, -1, free('2026-11-19', '2026-11-19')],
    [{ period: 'yesterday' } as const, 1, { period: 'today' }],
    [{ period: 'week' } as const, -1, free('2026-11-08', '2026-11-14')],
    [free('2026-11-08', '2026-11-14'), 1, { period: 'week' }],
    // It ends today like several presets, and begins like none of them.
    [free('2026-11-12', '2026-11-16'), 1, free('2026-11-17', TODAY)],
    // Near today a week stays a week.
    [free('2026-11-12', '2026-11-18'), 1, { period: 'week' }],
    [{ period: 'month' } as const, -1, { period: 'lastMonth' }],
    [{ period: 'lastMonth' } as const, 1, { period: 'month' }],
    [{ period: 'lastMonth' } as const, -1, free('2026-09-01', '2026-09-30')],
    [{ period: 'lastWeek' } as const, -1, free('2026-11-02', '2026-11-08')],
    [free('2026-11-02', '2026-11-08'), 1, { period: 'lastWeek' }],
    [{ period: 'days30' } as const, -1, free('2026-09-23', '2026-10-22')],
    [free('2026-10-01', '2026-10-31'), 1, { period: 'month' }],
    [free('2024-03-01', '2024-03-31'), -1, free('2024-02-01', '2024-02-29')],
    [free('2024-01-01', '2024-12-31'), -1, free('2023-01-01', '2023-12-31')],
    [free('2026-09-01', TODAY), -1, free('2026-06-01', '2026-08-31')],
    [free('2026-01-01', '2026-01-03'), -1, free('2025-12-29', '2025-12-31')],
    [free('2026-02-28', '2026-02-28'), 1, free('2026-03-01', '2026-03-01')],
  ] as const)('%j by %i is %j', (search, by, then) => {
    const next = neighbouringRange(search, by, TODAY);
    expect(next === null ? null : { ...next }).toMatchObject(then);
  });

  it.each([
    [{}, 1],
    [{ period: 'week' } as const, 1],
    [{ period: 'month' } as const, 1],
    [free('2026-11-20', '2026-12-01'), 1],
    [free('2000-01-02', '2000-01-05'), -1],
    [free('2026-11-22', '2026-11-23'), -1],
  ] as const)('%j by %i: there is none', (search, by) => expect(neighbouringRange(search, by, TODAY)).toBeNull());

  it('tells a day from a month on the first of a month', () => {
    expect(neighbouringRange({ period: 'today' }, -1, '2026-12-01')).toMatchObject({ period: 'yesterday' });
    expect(neighbouringRange({ period: 'month' }, -1, '2026-12-01')).toMatchObject({ period: 'lastMonth' });
    expect(neighbouringRange(free('2026-11-01', '2026-11-30'), 1, '2026-12-01')).toMatchObject({ period: 'month' });
  });

  /** Whether a range is made of whole calendar months: those are stepped through by the month. */
  const isWholeMonths = ({ from, to }: { from: string; to: string }) =>
    from.endsWith('-01') && to === lastDay(to.slice(0, 7));

  it('never reaches into the future, and comes back to where it was unless the way led over whole months', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(range, ([ago, length]) => {
        const to = addDays(TODAY, -ago);
        const asked = { from: addDays(to, -length), to };
        const back = neighbouringRange(free(asked.from, asked.to), -1, TODAY);
        const there = back && neighbouringRange(back, 1, TODAY);
        if (back === null || there === null) throw new Error('there is a range before, and one after that');
        const before = rangeOf(back, TODAY);
        const now = rangeOf(there, TODAY);
        expect(before.to).toBe(addDays(asked.from, -1));
        expect(now.from).toBe(asked.from);
        expect(now.to <= TODAY).toBe(true);
        // 30 days before 1–30 October are September, and after September comes all of October.
        if (isWholeMonths(before)) expect(now.to === TODAY || isWholeMonths(now)).toBe(true);
        else expect(now).toEqual(asked);
      }),
      { examples: [[[22, 29]]] },
    );
  });

  it('comes back to whole months by the month', () => {
    const month = fc.integer({ min: -30, max: -1 }).map((n) => addMonths('2026-11', n));
    fc.assert(
      fc.property(month, fc.integer({ min: 0, max: 12 }), (first, more) => {
        const last = addMonths(first, more);
        fc.pre(last < '2026-11');
        const asked = { from: `${first}-01`, to: lastDay(last) };
        const back = neighbouringRange(free(asked.from, asked.to), -1, TODAY);
        expect(back).not.toBeNull();
        expect(back && rangeOf(neighbouringRange(back, 1, TODAY) ?? {}, TODAY)).toEqual(asked);
      }),
    );
  });

  it('goes from 1–30 October back to September, and forward to all of October', () => {
    const back = neighbouringRange(free('2026-10-01', '2026-10-30'), -1, TODAY);
    expect(back).toMatchObject(free('2026-09-01', '2026-09-30'));
    expect(back && neighbouringRange(back, 1, TODAY)).toMatchObject({ period: 'lastMonth' });
  });
});

it('a range is open until its last day is over', () => {
  expect(reachesToday({ from: '2026-11-01', to: TODAY }, TODAY)).toBe(true);
  expect(reachesToday({ from: '2026-11-01', to: '2026-11-20' }, TODAY)).toBe(false);
});
