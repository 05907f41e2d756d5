import { afterEach, expect, it, vi } from 'vitest';
import { createGiveWay } from './give-way.ts';

afterEach(() => vi.restoreAllMocks());

/** A clock by which each step of a computation takes too long. */
const slowSteps = () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
};

it('lets one of the computations that wait go on in each turn of the event loop', async () => {
  slowSteps();
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const compute = async () => {
    const giveWay = createGiveWay();
    for (let step = 0; step < 5; step++) {
      await giveWay();
      turns.push(turn);
    }
  };
  await Promise.all([compute(), compute(), compute()]);
  isOver = true;
  expect(turns).toHaveLength(15);
  expect(new Set(turns).size).toBe(15);
});

it('ends a computation that was cancelled, and no other', async () => {
  slowSteps();
  const cancel = new AbortController();
  const cancelled = createGiveWay(cancel.signal)();
  const other = createGiveWay()();
  cancel.abort(new Error('left'));
  await expect(cancelled).rejects.toThrow('left');
  await expect(other).resolves.toBeUndefined();
});
