import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import { type Decision, decide, decisionOn, isInForce, plannedAfter, wishIssue } from './standard.ts';

const TODAY = '2026-03-10';
const strict = [400, 500, 600, 700];
const loose = [800, 900, 1000, 1100];

describe('a decision', () => {
  const decisions: Decision[] = [
    { validFrom: '2026-03-20', bounds: null },
    { validFrom: '2026-01-01', bounds: strict },
    { validFrom: '2026-03-15', bounds: loose },
  ];

  it('holds from its day until the next one, in any order of the list', () => {
    const on = (day: string) => decisionOn(decisions, day)?.bounds;
    expect([on('2025-12-31'), on('2026-01-01'), on(TODAY), on('2026-03-15'), on('2026-03-20')]).toEqual([
      undefined,
      strict,
      strict,
      loose,
      null,
    ]);
  });

  it('is planned while its day is in the future', () => {
    expect(plannedAfter(decisions, TODAY)).toEqual({ validFrom: '2026-03-15', bounds: loose });
    expect(plannedAfter(decisions, '2026-03-15')).toEqual({ validFrom: '2026-03-20', bounds: null });
    expect(plannedAfter(decisions, '2026-03-20')).toBeNull();
  });
});

it.each([
  [{ validFrom: null, bounds: strict }, true],
  [{ validFrom: '2026-01-01', bounds: [...strict] }, true],
  [{ validFrom: '2026-03-11', bounds: strict }, false],
  [{ validFrom: null, bounds: loose }, false],
  [{ validFrom: null, bounds: null }, false],
])('%j is in force: %s', (wish, expected) => {
  expect(isInForce([{ validFrom: '2026-01-01', bounds: strict }], wish, TODAY)).toBe(expected);
});

it('is in force for a wish without bounds when there is no decision', () => {
  expect(isInForce([], { validFrom: null, bounds: null }, TODAY)).toBe(true);
});

it.each([
  [null, 'REQUIRED'],
  ['2026-03-09', 'PAST'],
  [TODAY, null],
  ['2026-03-11', null],
])('the day %s: %s', (validFrom, issue) => {
  expect(wishIssue({ validFrom, bounds: null }, TODAY)).toBe(issue);
});

it('never changes a past day, keeps the current bounds until the wished day, and applies from then on', () => {
  const day = fc.integer({ min: -40, max: 40 }).map((n) => addDays(TODAY, n));
  const bounds = fc.constantFrom(null, strict, loose);
  const made = fc.uniqueArray(fc.record({ validFrom: day, bounds }), { selector: ({ validFrom }) => validFrom });
  const from = fc.nat({ max: 40 }).map((n) => addDays(TODAY, n));
  fc.assert(
    fc.property(made, from, bounds, day, (decisions, validFrom, wanted, asked) => {
      const next = decide(decisions, validFrom, wanted, TODAY);
      const before = decisionOn(decisions, asked < TODAY ? asked : TODAY)?.bounds ?? null;
      expect(decisionOn(next, asked)?.bounds ?? null).toEqual(asked < validFrom ? before : wanted);
      expect(plannedAfter(next, validFrom)).toBeNull();
    }),
  );
});
