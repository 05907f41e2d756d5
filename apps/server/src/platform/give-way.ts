import { setImmediate } from 'node:timers/promises';

/** Longest time for which a long computation keeps the event loop, ms; its steps are checked in between. */
const MAX_RUN_MS = 15;

/**
 * For loops that compute for long: `await giveWay()` in each step lets other requests run when this loop has kept the event
 * loop for long enough. Fails when `cancel` has aborted.
 */
export const createGiveWay = (cancel?: AbortSignal): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_RUN_MS) return;
    await setImmediate();
    cancel?.throwIfAborted();
    since = performance.now();
  };
};
