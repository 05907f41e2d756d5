// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = () =>
  renderHook(({ value, question }) => useThrottled(value, 1_000, question), {
    initialProps: { value: 0, question: 'all' },
  });

test('the newest value is taken once a rest, however often it changes, and none is lost', () => {
  const { result, rerender } = show();
  pass(5_000);
  const seen = new Set<number>();
  for (let value = 1; value <= 30; value++) {
    rerender({ value, question: 'all' });
    pass(100);
    seen.add(result.current);
  }
  expect(seen.size).toBeLessThanOrEqual(4);
  pass(1_000);
  expect(result.current).toBe(30);
});

test('another question is answered at once', () => {
  const { result, rerender } = show();
  rerender({ value: 1, question: 'all' });
  rerender({ value: 2, question: 'some' });
  expect(result.current).toBe(2);
});
