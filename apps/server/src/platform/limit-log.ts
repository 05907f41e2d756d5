import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Log } from './log.ts';

/** Writes a line, unless this minute has had its lines. */
export type LimitedLog = (level: 'info' | 'warn' | 'error', fields: object, message: string) => void;

/**
 * For lines that a client can cause: `lines` of them in a minute, and the first one after that says how many
 * were left out.
 */
export const limitLog = (log: Log, options: { lines: number; monotonic(): number }): LimitedLog => {
  let minute = Number.NEGATIVE_INFINITY;
  let written = 0;
  let left = 0;
  return (level, fields, message) => {
    const now = options.monotonic();
    if (now - minute >= MINUTE_MS) {
      minute = now;
      written = 0;
    }
    if (written === options.lines) {
      left += 1;
      return;
    }
    written += 1;
    log[level](left > 0 ? { ...fields, left_out: left } : fields, message);
    left = 0;
  };
};
