import type { Log } from '../platform/log.ts';
import { decodeEntry } from './codec.ts';
import type { FeedEntry } from './entry.ts';
import type { FeedRow } from './feed-queries.ts';

/** Makes entries of rows. */
export interface RowReader {
  log: Log;
  /** Leaves out rows that cannot be read: they are logged and counted. */
  entriesOf(rows: readonly FeedRow[]): FeedEntry[];
  /** Rows that could not be read, since the process began. */
  unreadable(): number;
}

export const createRowReader = (log: Log): RowReader => {
  let unreadable = 0;
  return {
    log,
    entriesOf: (rows) =>
      rows.flatMap(({ lane, xid, seq, kind, data }) => {
        try {
          return [decodeEntry(kind, data)];
        } catch (error) {
          unreadable += 1;
          log.error({ err: error, lane, xid, seq, kind, bytes: data.length }, 'a row of the feed cannot be read');
          return [];
        }
      }),
    unreadable: () => unreadable,
  };
};
