import { beforeEach, expect, it } from 'vitest';
import { testClock } from '../../testing/test-clock.ts';
import { createListening, type Listening } from './listening.ts';

let clock: ReturnType<typeof testClock>;
let monotonic: number;
let hears: boolean;
let listening: Listening;
beforeEach(() => {
  clock = testClock();
  monotonic = 0;
  hears = true;
  listening = createListening({ clock, monotonic: () => monotonic, isHearing: async () => hears });
});

/** Time advances; the clock is also set. */
const pass = async (ms: number, set = 0): Promise<void> => {
  clock.advance(ms + set);
  monotonic += ms;
  await listening.look();
};

it('has listened to all since it began', async () => {
  const start = clock.now();
  for (let i = 0; i < 100; i++) await pass(5_000);
  expect(listening.since()).toBe(start);
});

it.each([
  ['the clock jumps a day ahead', 5_000, 86_400_000, true],
  ['the clock jumps an hour back', 5_000, -3_600_000, true],
  ['the clock is corrected by seconds', 5_000, 2_000, false],
  ['the process stood still', 61_000, 0, true],
  ['the process was slow', 59_000, 0, false],
])('begins again when %s', async (_, ms, set, expected) => {
  await pass(5_000);
  const before = listening.since();
  await pass(ms, set);
  expect(listening.since()).toBe(expected ? clock.now() : before);
});

it('begins again while no process receives device messages', async () => {
  hears = false;
  await pass(5_000);
  hears = true;
  const last = clock.now();
  await pass(5_000);
  expect(listening.since()).toBe(last);
});
