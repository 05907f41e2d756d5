import type { Log } from '../platform/log.ts';
import { decodeEntry } from './codec.ts';
import type { FeedEntry } from './entry.ts';
import type { FeedRow } from './feed-queries.ts';

/** Decodes rows into entries. */
export interface RowReader {
  log: Log;
  /** Skips rows that cannot be decoded; they are logged and counted. */
  entriesOf(rows: readonly FeedRow[]): FeedEntry[];
  /** Number of undecodable rows since the process started. */
  unreadable(): number;
}

export const createRowReader = (log: Log): RowReader => {
  let unreadable = 0;
  return {
    log,
    entriesOf: (rows) =>
      rows.flatMap(({ partition, xid, seq, kind, data }) => {
        try {
          return [decodeEntry(kind, data)];
        } catch (error) {
          unreadable += 1;
          log.error({ err: error, partition, xid, seq, kind, bytes: data.length }, 'a feed row cannot be decoded');
          return [];
        }
      }),
    unreadable: () => unreadable,
  };
};
