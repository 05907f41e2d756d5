const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether a lock_timeout expired. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether all connections of the pool were in use for too long (it reports no code). */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('timeout exceeded when trying to connect');

/** Whether the pool gave no connection in time (it reports no code): the database is up and busy. */
export const isConnectTimeout = (error: unknown): boolean =>
  isPoolBusy(error) || (error instanceof Error && error.message.includes('due to connection timeout'));

/**
 * Whether the connection leads to a server that is no longer the one to use: read-only (25006), or shutting down (57P01,
 * 57P02).
 */
export const isWrongServer = (error: unknown): boolean => ['25006', '57P01', '57P02'].includes(codeOf(error) ?? '');

const awayErrors = new WeakSet<object>();

/** Marks the error of a connection that could not be opened, or was lost; returns it. */
export const noteAway = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null) awayErrors.add(error);
  return error;
};

/** Whether the database could not be reached, or was lost while it was used. */
export const isDatabaseAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && awayErrors.has(error);

const NETWORK_ERRORS: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/**
 * Whether a read failed because of the standby that it ran on, so that the primary may answer it: a conflict with
 * recovery (40), a lost connection (08, 57P, no SQLSTATE), a server in trouble (53, 58, XX), an older schema (42), or
 * something that no standby does (0A, 25, 55). Not a statement that took too long (57014), which would take as long there.
 */
export const isStandbyTrouble = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== null) return /^(08|0A|25|40|42|53|55|58|XX)[0-9A-Z]{3}$|^57P0\d$/.test(code) || NETWORK_ERRORS.has(code);
  // pg reports no code for a connection that ended.
  return (
    isConnectTimeout(error) || (error instanceof Error && /^Connection terminated|not queryable$/.test(error.message))
  );
};

/** Whether a table does not exist. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/** Whether a frame has no partition: SQLSTATE 23514 like a check, but without the name of a constraint. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' && error instanceof Error && !('constraint' in error && error.constraint);

/**
 * Whether the database refused the data, so that a retry would not help: SQLSTATE classes 22 (data), 23 (constraints),
 * 54 (a limit of PostgreSQL) and P0 (raised by a rule in the database), and values that cannot be written as a
 * parameter. All other errors (no connection, no space, shutting down) can pass.
 */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (/^(22|23|54|P0)[0-9A-Z]{3}(?![\s\S])/.test(codeOf(error) ?? '') && !isMissingPartition(error));
