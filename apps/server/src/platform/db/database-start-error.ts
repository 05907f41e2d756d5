import { saysFullDisk } from './embedded/log-line.ts';

/** The database cannot be used. The message is for the person who starts the server and is shown without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** Adds the remedy if the error means a full disk; otherwise returns the error unchanged. */
export function explainFullDisk(error: unknown, dataDir: string): unknown {
  // Node's messages contain the C library's text too.
  if (!(error instanceof Error && saysFullDisk(error.message))) return error;
  return new DatabaseStartError(
    `The disk of ${dataDir} is full. Free at least 200 MB there (nothing of the data directory itself), or make it ` +
      `larger, and start again. Acknowledged data is kept. (${error.message})`,
    { cause: error },
  );
}
