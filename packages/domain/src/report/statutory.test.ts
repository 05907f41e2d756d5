import { expect, it } from 'vitest';
import { keptUntil, ministryOn, reportDue, seasonOf } from './statutory.ts';

it.each([
  ['2025-09-30', 'ENVIRONMENT'],
  ['2025-10-01', 'CLIMATE'],
])('on %s the ministry is %s', (day, ministry) => {
  expect(ministryOn(day)).toBe(ministry);
});

it.each([
  ['LIBRARY', { from: '2026-01-01', to: '2026-06-30' }],
  ['INDOOR_CAR_PARK', { from: '2026-01-01', to: '2026-06-30' }],
  ['DAY_CARE', { from: '2026-07-01', to: '2026-12-31' }],
  ['OFFICE', null],
  ['SCHOOL', null],
] as const)('%s measures in its half of the year', (kind, season) => {
  expect(seasonOf(kind, 2026)).toEqual(season);
});

it('a report is due 30 days after the measurement, and records are kept for ten years', () => {
  expect(reportDue('2026-05-12')).toBe('2026-06-11');
  expect(keptUntil('2026-05-12')).toBe('2036-05-12');
});
