import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 50;

/** Waits for a condition. @throws Error with what did not happen in time */
export const waitFor = async (what: string, patienceMs: number, isTrue: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
    await setTimeout(LOOK_MS);
  }
};

const ANSWER_MS = 2_000;

/** Status of an answer, with any certificate of the server; null without an answer. */
export const statusOf = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const options = { agent: false, timeout: ANSWER_MS, rejectUnauthorized: false } as const;
    const get = url.startsWith('https:') ? getTls : getPlain;
    const request = get(url, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? null);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(null));
  });
