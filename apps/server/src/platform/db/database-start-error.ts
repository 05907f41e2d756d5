import { saysFullDisk } from './embedded/log-line.ts';

/** The database cannot be used, in words for the person who starts the server: the message is shown without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The remedy, when it is a full disk that an error is about; else the error as it is. */
export function explainFullDisk(error: unknown, dataDir: string): unknown {
  // Node's messages have the C library's words too.
  if (!(error instanceof Error && saysFullDisk(error.message))) return error;
  return new DatabaseStartError(
    `The disk of ${dataDir} is full. Free at least 200 MB there (nothing of the data directory itself), or make it ` +
      `larger, and start again. Acknowledged data is kept. (${error.message})`,
    { cause: error },
  );
}
