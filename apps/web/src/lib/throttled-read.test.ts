import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottledRead } from './throttled-read.ts';

const REST_MS = 400;

/** Reads that end when the test resolves them. */
function setUp() {
  const ends: (() => void)[] = [];
  const read = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const throttled = createThrottledRead(read, REST_MS, Date.now);
  const end = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { read, throttled, end };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first word is followed at once', () => {
  const { read, throttled } = setUp();
  throttled.soon();
  expect(read).toHaveBeenCalledTimes(1);
});

test('a reading under way is never overtaken; what came meanwhile is one more reading after a rest', async () => {
  const { read, throttled, end } = setUp();
  for (let i = 0; i < 100; i++) {
    throttled.soon();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(read).toHaveBeenCalledTimes(1);
  await end();
  await vi.advanceTimersByTimeAsync(REST_MS * 10 - 1);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  await end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
  throttled.soon();
  expect(read).toHaveBeenCalledTimes(3);
});

test('a reading that fails rests too, and nothing is read after the end', async () => {
  const read = vi.fn(() => Promise.reject(new Error('away')));
  const throttled = createThrottledRead(read, REST_MS, Date.now);
  throttled.soon();
  await vi.advanceTimersByTimeAsync(0);
  throttled.soon();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(read).toHaveBeenCalledTimes(2);
  throttled.soon();
  throttled.stop();
  throttled.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});
