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

/** Status of an HTTP answer; null without one. */
export const statusOf = async (url: string): Promise<number | null> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
};
