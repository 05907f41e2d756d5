import { startOfLocalDay } from '@airdeck/domain/calendar';
import { expect, it, test } from 'vitest';
import { sampleAnswer, sampleLine } from '../testing/sample-series.ts';
import { dayMovedBy } from './calendar-grid.tsx';
import { calendarModel } from './calendar-model.ts';

const SEOUL = 'Asia/Seoul';
/** Days from one on, as an answer in days has them. */
const daysFrom = (day: string, zone: string, values: (number | null)[], completeness: number[]) => {
  const DAY_S = 86_400;
  const times = values.map((_, i) => (i === 0 ? startOfLocalDay(day, zone) / 1000 : DAY_S));
  return sampleAnswer({ step: 'day', time_zone: zone, series: [sampleLine({ times, values, completeness })] });
};

test('days have the means of the answer, their grades, and what is too thin for a comparison', () => {
  const model = calendarModel(daysFrom('2025-07-30', SEOUL, [612.4, null, 1720], [1, 0, 0.5]), 'ko', null);
  expect(model.days).toMatchObject([
    { day: '2025-07-30', mean: 612.4, rating: 'GOOD', isThin: false },
    { day: '2025-07-31', mean: null, rating: null, fill: null, isThin: false },
    { day: '2025-08-01', mean: 1720, rating: 'VERY_BAD', isThin: true },
  ]);
  expect(model.highest?.day).toBe('2025-07-30');
  expect([model.thin, model.unit]).toEqual([1, 'ppm']);
});

it.each([
  ['ArrowLeft', '2025-07-09'],
  ['ArrowRight', '2025-07-11'],
  ['ArrowUp', '2025-07-03'],
  ['ArrowDown', '2025-07-17'],
  ['Home', '2025-07-01'],
  ['End', '2025-08-02'],
  ['a', null],
])('%s leads from 10 July to %s', (key, day) => {
  expect(dayMovedBy(key, '2025-07-10', '2025-07-01', '2025-08-02')).toBe(day);
});

it.each([
  ['ArrowUp', '2025-07-02'],
  ['ArrowLeft', '2025-07-01'],
])('%s stays within the days', (key, from) => {
  expect(dayMovedBy(key, from, '2025-07-01', '2025-08-02')).toBe(from);
});
