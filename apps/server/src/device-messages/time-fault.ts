/** Device times further ahead of the server's clock than this, or before 2020, are rejected. */
const FUTURE_MS = 5 * 60_000;
const EARLIEST = Date.UTC(2020, 0, 1);

/** Validates a measured time (epoch ms); null: valid. */
export const timeFault = (time: number, now: number): 'FUTURE' | 'BEFORE_2020' | null => {
  if (time > now + FUTURE_MS) return 'FUTURE';
  return time < EARLIEST ? 'BEFORE_2020' : null;
};
