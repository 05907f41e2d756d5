import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Later } from './later.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const screenOf = (when: boolean) => (
  <Later when={when} space={<hr />}>
    <p>below</p>
  </Later>
);

/** A browser that is idle when the test says so. */
const withIdle = () => {
  const waiting = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.set(waiting.size + 1, callback).size);
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
  return {
    waiting,
    idle: () =>
      act(() => {
        for (const each of [...waiting.values()]) each();
      }),
  };
};

test('shows the space of its children first and draws them when the browser is idle', () => {
  const { idle } = withIdle();
  const { container } = render(screenOf(true));
  expect(screen.queryByText('below')).toBeNull();
  expect(container.firstElementChild?.tagName).toBe('HR');
  idle();
  expect(screen.getByText('below')).toBeTruthy();
  expect(container.children).toHaveLength(1);
});

test('waits for what comes first', () => {
  const { waiting, idle } = withIdle();
  const { rerender } = render(screenOf(false));
  expect(waiting.size).toBe(0);
  rerender(screenOf(true));
  idle();
  expect(screen.getByText('below')).toBeTruthy();
  rerender(screenOf(false));
  expect(screen.getByText('below')).toBeTruthy();
});

test('does not wait for ever', () => {
  vi.useFakeTimers();
  withIdle();
  render(screenOf(false));
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText('below')).toBeTruthy();
});

test('draws its children in a browser that does not tell when it is idle', async () => {
  render(screenOf(true));
  expect(await screen.findByText('below')).toBeTruthy();
});
