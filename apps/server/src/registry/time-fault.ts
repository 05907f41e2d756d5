/** What a device says of a time later than this ahead of us, or before 2020, cannot be right. */
const FUTURE_MS = 5 * 60_000;
const EARLIEST = Date.UTC(2020, 0, 1);

/** What is wrong with a measured time (epoch ms); null when nothing is. */
export const timeFault = (time: number, now: number): 'FUTURE' | 'BEFORE_2020' | null => {
  if (time > now + FUTURE_MS) return 'FUTURE';
  return time < EARLIEST ? 'BEFORE_2020' : null;
};
