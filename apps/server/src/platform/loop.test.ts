import { expect, it } from 'vitest';
import { createLoop, type Loop } from './loop.ts';

const LONG_MS = 3_600_000;
const fail = (error: unknown): never => {
  throw error;
};

it('a rest within a run ends when the loop is stopped, and none begins afterwards', async () => {
  let begun = (): void => undefined;
  const isResting = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let stoppedAfter: boolean | undefined;
  const loop: Loop = createLoop(async () => {
    const rest = loop.rest(LONG_MS);
    begun();
    await rest;
    stoppedAfter = loop.isStopped();
    await loop.rest(LONG_MS);
    return LONG_MS;
  }, fail);
  expect(loop.isStopped()).toBe(false);
  loop.start();
  await isResting;
  await loop.stop();
  expect(stoppedAfter).toBe(true);
});

it('a woken loop runs again at once', async () => {
  let runs = 0;
  let again = (): void => undefined;
  const isAgain = new Promise<void>((resolve) => {
    again = resolve;
  });
  const loop = createLoop(async () => {
    runs += 1;
    if (runs === 2) again();
    return LONG_MS;
  }, fail);
  loop.start();
  loop.wake();
  await isAgain;
  await loop.stop();
  expect(runs).toBe(2);
});
