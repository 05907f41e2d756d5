const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether it waited for a lock for longer than its lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether the database gave no connection in time, which the pool says without a code: it is there, and busy. */
export const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect|due to connection timeout/.test(error.message);

/** Whether a table is not there. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/** Whether a frame's partition is not there; it has SQLSTATE 23514 as a check has, but names no constraint. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && error instanceof Error && !('constraint' in error && error.constraint);

/**
 * Whether the data was refused, so that trying again would not help: SQLSTATE classes 22 (data), 23 (constraints),
 * 54 (beyond a limit of PostgreSQL) and P0 (raised by a rule in the database), and what could not even be written as
 * a parameter. Anything else (no connection, no space, shutting down) can pass.
 */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (/^(22|23|54|P0)[0-9A-Z]{3}(?![\s\S])/.test(codeOf(error) ?? '') && !isMissingPartition(error));
