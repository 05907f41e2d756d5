import { setTimeout as sleep } from 'node:timers/promises';

/** Time, handed in so that tests own it. */
export interface Clock {
  /** epoch ms */
  now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts; it never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined),
};
