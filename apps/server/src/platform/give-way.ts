import { setImmediate } from 'node:timers/promises';

/**
 * Longest time for which a long computation keeps the event loop, ms; its steps are checked in between. A turn also parses
 * what the database has sent, and collects garbage.
 */
const MAX_RUN_MS = 5;

/** The last of the turns for which computations wait. */
let turns = Promise.resolve();

/**
 * For loops that compute for long: `await giveWay()` in each step lets other requests run when this loop has kept the event
 * loop for long enough. Of all that wait, one goes on in each turn: together they would keep the event loop for as
 * long as all of them. Fails when `cancel` has aborted.
 */
export const createGiveWay = (cancel?: AbortSignal): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_RUN_MS) return;
    turns = turns.then(() => setImmediate());
    await turns;
    cancel?.throwIfAborted();
    since = performance.now();
  };
};
