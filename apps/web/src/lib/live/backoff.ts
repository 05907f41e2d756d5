const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

/**
 * Wait before try number `attempt` (0 is the first one after a loss): doubling up to 15 s, half of it random, so that
 * consoles do not come back all at once after a restart of the server. `random` is 0 ≤ r < 1.
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random;
}
