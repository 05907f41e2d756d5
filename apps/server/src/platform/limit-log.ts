import { MINUTE_MS } from '@airdeck/domain/duration';
import type { Log } from './log.ts';

/** Writes a line unless this minute's limit is reached. */
export type LimitedLog = (level: 'info' | 'warn' | 'error', fields: object, message: string) => void;

/**
 * For lines that a client can cause: at most `lines` a minute; the first one afterwards gives the number of suppressed
 * lines.
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
