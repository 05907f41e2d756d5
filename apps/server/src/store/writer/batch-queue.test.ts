import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MeterFrame } from '../frames/frame-batch.ts';
import { createBatchQueue } from './batch-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const frames = (count: number): MeterFrame[] =>
  Array.from({ length: count }, (_, i) => ({ meterId: i, time: 0, channels: [], ticks: [] }));

/** A queue whose batches end when the test says so. */
const aQueue = () => {
  const sizes: number[] = [];
  const ends: (() => void)[] = [];
  const done: number[] = [];
  const queue = createBatchQueue(
    (batch) => {
      sizes.push(batch.length);
      return new Promise((resolve) => ends.push(() => resolve(true)));
    },
    () => performance.now(),
  );
  queue.start();
  return {
    add: (count: number) => queue.add(frames(count), () => done.push(count)),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Ends the oldest batch, or the one after it. */
    async end(place = 0) {
      ends.splice(place, 1)[0]?.();
      await vi.advanceTimersByTimeAsync(0);
    },
    sizes,
    done,
  };
};

it('is done with batches in their order, also if a later one is stored first', async () => {
  const { add, pass, end, sizes, done } = aQueue();
  add(10);
  await pass(1);
  add(20);
  await pass(15);
  expect(sizes).toEqual([10, 20]);
  await end(1);
  expect(done).toEqual([]);
  // The place of the stored one is free.
  add(30);
  await pass(60);
  expect(sizes).toEqual([10, 20, 30]);
  await end();
  expect(done).toEqual([10, 20]);
  await end();
  expect(done).toEqual([10, 20, 30]);
});

it('stores few frames after a short wait', async () => {
  const { add, pass, end, sizes } = aQueue();
  add(1);
  await pass(1);
  await end();
  await pass(49);
  add(1);
  await pass(14);
  add(2);
  expect(sizes).toEqual([1]);
  await pass(1);
  expect(sizes).toEqual([1, 3]);
});

it('stores the frames of one moment at once when none came before', async () => {
  const { add, pass, end, sizes } = aQueue();
  add(1);
  add(2);
  await pass(1);
  expect(sizes).toEqual([3]);
  await end();
  await pass(50);
  add(4);
  await pass(1);
  expect(sizes).toEqual([3, 4]);
});

it('gathers for longer after a large batch, and again briefly after a small one', async () => {
  const { add, pass, end, sizes } = aQueue();
  add(10);
  await pass(1);
  await end();
  add(1);
  await pass(59);
  expect(sizes).toEqual([10]);
  await pass(1);
  expect(sizes).toEqual([10, 1]);
  add(1);
  await pass(15);
  expect(sizes).toEqual([10, 1, 1]);
});

it.each([
  [25, 35],
  [55, 20],
  [500, 20],
])('after a large batch that took %i ms, gathers for %i ms', async (took, waited) => {
  const { add, pass, end, sizes } = aQueue();
  add(10);
  await pass(1 + took);
  await end();
  add(1);
  await pass(waited - 1);
  expect(sizes).toEqual([10]);
  await pass(1);
  expect(sizes).toEqual([10, 1]);
});

it('does not store what gathers when a large batch ends', async () => {
  const { add, pass, end, sizes } = aQueue();
  add(10);
  await pass(15);
  add(1);
  await pass(10);
  await end();
  expect(sizes).toEqual([10]);
});

it('stores two batches at a time; the next one when one of them has ended', async () => {
  const { add, pass, end, sizes } = aQueue();
  for (const count of [1, 2, 3]) {
    add(count);
    await pass(15);
  }
  expect(sizes).toEqual([1, 2]);
  await end();
  expect(sizes).toEqual([1, 2, 3]);
});

it('does not wait for more than 1,500 frames', async () => {
  const { add, sizes } = aQueue();
  add(1_499);
  expect(sizes).toEqual([]);
  add(1);
  expect(sizes).toEqual([1_500]);
});

it('divides what gathered meanwhile into batches of up to 1,500 frames, between messages and in their order', async () => {
  const { add, end, sizes, done } = aQueue();
  for (const count of [1_500, 1_500, 700, 700, 700, 2_000, 5]) add(count);
  expect(sizes).toEqual([1_500, 1_500]);
  for (let i = 0; i < 6; i++) await end();
  expect(sizes).toEqual([1_500, 1_500, 1_400, 700, 2_000, 5]);
  expect(done).toEqual([1_500, 1_500, 700, 700, 700, 2_000, 5]);
});
