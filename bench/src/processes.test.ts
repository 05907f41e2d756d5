import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { followOwnTime } from './processes.ts';

const BUSY_MS = 1_000;
/** Long enough for a sample that sees the busy process below it. */
const PARENT_MS = 600;
const WAIT = { timeout: 20_000 };

it('counts the time of a process whose parent ended first', async () => {
  const own = followOwnTime();
  const before = own.read();
  const busy = `while (process.cpuUsage().user < ${BUSY_MS * 1_000});`;
  const parent = `require('node:child_process')
    .spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { detached: true, stdio: 'ignore' }).unref();
    setTimeout(() => process.exit(), ${PARENT_MS})`;
  await once(spawn(process.execPath, ['-e', parent], { stdio: 'ignore' }), 'exit');
  await expect.poll(() => own.read() - before, WAIT).toBeGreaterThan(BUSY_MS * 0.8);
  // It has ended, and its time stays.
  await wait(PARENT_MS);
  expect(own.read() - before).toBeGreaterThan(BUSY_MS * 0.8);
  own.stop();
});
