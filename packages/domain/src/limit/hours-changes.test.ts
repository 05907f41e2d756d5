import { expect, it } from 'vitest';
import { type HoursSince, hoursChanges } from './hours-changes.ts';

const since = (validFrom: string, hours: string | null): HoursSince => ({ validFrom, hours });

it.each<[string, HoursSince[][], string[]]>([
  ['hours that were entered once', [[since('2026-01-01', 'A')]], []],
  ['other facts with the same hours', [[since('2026-01-01', 'A'), since('2026-02-01', 'A')]], []],
  ['facts without hours', [[since('2026-01-01', 'A'), since('2026-02-01', null)]], []],
  [
    'other hours, and back',
    [[since('2026-01-01', 'A'), since('2026-02-01', 'B'), since('2026-03-01', 'A')]],
    ['2026-02-01 A → B', '2026-03-01 B → A'],
  ],
  [
    'hours of its own instead of those above',
    [[since('2026-02-01', 'B')], [since('2026-01-01', 'A')]],
    ['2026-02-01 A → B'],
  ],
  [
    'a change above that does not count',
    [[since('2026-01-01', 'B')], [since('2026-01-01', 'A'), since('2026-02-01', 'C')]],
    [],
  ],
  ['a change above', [[], [since('2026-01-01', 'A'), since('2026-02-01', 'C')]], ['2026-02-01 A → C']],
  ['no facts', [], []],
])('%s', (_, chain, expected) => {
  expect(hoursChanges(chain).map(({ day, before, after }) => `${day} ${before} → ${after}`)).toEqual(expected);
});
