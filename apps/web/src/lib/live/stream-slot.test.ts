import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeStreamSlot } from './stream-slot.ts';

/** Like the browser's: one holder of a name at a time; the next waiter follows. */
const createLocks = () => {
  const queues = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  const request = async (name: string, options: LockOptions, use: (lock: Lock | null) => Promise<unknown>) => {
    if (options.ifAvailable && held.has(name)) return use(null);
    const before = queues.get(name) ?? Promise.resolve();
    const run = before.then(async () => {
      held.add(name);
      await use({ name, mode: 'exclusive' });
      held.delete(name);
      return true;
    });
    queues.set(name, run);
    if (!held.has(name)) held.add(name);
    return run;
  };
  return { request } as unknown as LockManager;
};

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('opens four streams at once; the fifth tab polls until one is let go', async () => {
  const locks = createLocks();
  const open = vi.fn(() => () => undefined);
  const poll = vi.fn();
  const letGo = Array.from({ length: 5 }, () => takeStreamSlot(locks, open, poll));
  await settle();
  expect(open).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(poll).toHaveBeenCalledTimes(2);
  letGo[0]?.();
  await settle();
  expect(open).toHaveBeenCalledTimes(5);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(poll).toHaveBeenCalledTimes(2);
});

it('closes its stream when it lets go', async () => {
  const close = vi.fn();
  const letGo = takeStreamSlot(createLocks(), () => close, vi.fn());
  await settle();
  letGo();
  expect(close).toHaveBeenCalledOnce();
});

it('opens at once where there are no locks', () => {
  const close = vi.fn();
  takeStreamSlot(undefined, () => close, vi.fn())();
  expect(close).toHaveBeenCalledOnce();
});
