// The thread in which passwords are hashed (password.ts). Plain JavaScript: tests and commands run it without a build.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Below the threads that answer people. On Linux it is a property of the thread. */
const NICENESS = 10;
try {
  setPriority(0, NICENESS);
} catch {
  // Not allowed here: the priority stays.
}

/** @param {{ password: string, stored: string } | { password: string, cost: object }} job */
const run = (job) => ('stored' in job ? verifySync(job.stored, job.password) : hashSync(job.password, job.cost));

parentPort?.on('message', (job) => {
  try {
    parentPort?.postMessage({ result: run(job) });
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
