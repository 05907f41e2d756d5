// @vitest-environment jsdom
import type { TimetableItem } from '@airdeck/contract/control/timetable';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { NextCell } from './next-cell.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const DAY = [{ start: '0800', end: '1800', mode: 'AUTO' }];

test('the next run of a timetable follows the clock without new data', async () => {
  await speakInTests('en');
  vi.useFakeTimers({ now: new Date('2026-11-25T07:59:58+09:00') });
  const item = { use: 'Y', time_zone: 'Asia/Seoul', week: Array(7).fill(DAY), exceptions: [] };
  render(<NextCell item={item as Partial<TimetableItem> as TimetableItem} />);
  expect(screen.getByText(/^Wed 08:00/)).toBeDefined();
  act(() => vi.advanceTimersByTime(3_000));
  expect(screen.getByText(/^Wed 18:00/)).toBeDefined();
});
