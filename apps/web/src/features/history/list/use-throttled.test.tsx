import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('once at once, and once more for all that came meanwhile', () => {
  const run = vi.fn();
  const { result, unmount } = renderHook(() => useThrottled(run, 2000));
  const ask = () => act(() => result.current());
  ask();
  expect(run).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 5; i++) ask();
  vi.advanceTimersByTime(1999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
  ask();
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(3);
});
