import { expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

function task() {
  let end = () => {};
  let fail = (_: Error) => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { run: () => promise, end, fail };
}

it('starts no more than it may, and says when all have ended', async () => {
  const window = createInFlight(2);
  const tasks = [task(), task(), task()] as const;
  await window.add(tasks[0].run);
  await window.add(tasks[1].run);
  let third = false;
  const adding = window.add(tasks[2].run).then(() => {
    third = true;
  });
  await Promise.resolve();
  expect(third).toBe(false);
  tasks[0].end();
  await adding;
  expect(third).toBe(true);
  tasks[1].end();
  tasks[2].end();
  await window.drained();
});

it('passes a failure on', async () => {
  const window = createInFlight(1);
  const first = task();
  await window.add(first.run);
  first.fail(new Error('gone'));
  await expect(window.add(async () => {})).rejects.toThrow('gone');
});
