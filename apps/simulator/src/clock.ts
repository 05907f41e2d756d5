import { setTimeout as sleep } from 'node:timers/promises';

/** A clock, passed in so that tests control it. */
export interface Clock {
  /** epoch ms */
  now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined),
};
