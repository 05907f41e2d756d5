import type { Clock } from './clock.ts';

/** A clock for tests that stands still until it is advanced. */
export function createManualClock(start: number): Clock & { advance(ms: number): void } {
  let now = start;
  let waiting: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (ms <= 0 || signal.aborted) return resolve();
        const wake = () => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.push({ at: now + ms, wake });
        signal.addEventListener('abort', wake);
      }),
    advance(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
    },
  };
}
