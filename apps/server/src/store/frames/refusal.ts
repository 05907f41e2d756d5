/**
 * Whether the database refused the data, so that trying again would not help: SQLSTATE classes 22 (data), 23
 * (constraints) and P0 (raised by a rule in the database). Anything else (no connection, no space, shutting
 * down) can pass.
 */
export const isRefusal = (error: unknown): error is Error & { code: string } => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(22|23|P0)[0-9A-Z]{3}(?![\s\S])/.test(error.code);
};
