// @vitest-environment jsdom
import type { SensorCard, SensorCourse } from '@airdeck/contract/monitoring/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleSensor } from '../testing/sample-sensor.ts';
import { ReadingsTable } from './readings-table.tsx';

afterEach(cleanup);

test('readings of a maintenance window are marked, its end excluded', async () => {
  await speakInTests('ko');
  const nine = Date.parse('2026-11-21T09:00:00+09:00') / 1000;
  const course: SensorCourse = {
    ...{ type: 'CO2', sequence: 1, week_ago: { times: [], values: [] }, forecast: null },
    ...{ day_start: '2026-11-20T15:00:00Z', day_end: '2026-11-21T15:00:00Z' },
    today: { times: [nine - 60, nine, nine + 60], values: [700, 710, 720] },
    maintenance: [{ start: '2026-11-21T00:00:00.000Z', end: '2026-11-21T00:01:00.000Z' }],
  };
  const sensor: SensorCard = sampleSensor({ type: 'CO2' });
  render(<ReadingsTable sensor={sensor} course={course} timeZone="Asia/Seoul" />);
  const marked = screen.getAllByRole('row').filter(({ textContent }) => textContent?.includes('점검'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('09:00:00 점검')]);
});
