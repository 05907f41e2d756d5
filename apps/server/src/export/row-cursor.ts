import { createGiveWay } from '../platform/give-way.ts';

/** Few enough to format in some milliseconds: other requests wait no longer for an export. */
const MAX_PORTION_ROWS = 500;

/** The rows of a list, in batches. */
export interface RowCursor<Row> {
  /** Whether rows are left. */
  hasMore(): Promise<boolean>;
  /** The next rows, at most `max`; none at the end. Other requests get their turn in between. */
  take(max: number): Promise<Row[]>;
  /** Stops reading. */
  close(): Promise<void>;
}

export const createRowCursor = <Row>(chunks: AsyncIterable<Row[]>, onRows: (count: number) => void): RowCursor<Row> => {
  const source = chunks[Symbol.asyncIterator]();
  const giveWay = createGiveWay();
  let chunk: Row[] = [];
  let at = 0;

  const hasMore = async (): Promise<boolean> => {
    while (at >= chunk.length) {
      const next = await source.next();
      if (next.done) return false;
      chunk = next.value;
      at = 0;
    }
    return true;
  };

  return {
    hasMore,
    async take(max) {
      if (!(await hasMore())) return [];
      await giveWay();
      const rows = chunk.slice(at, at + Math.min(max, MAX_PORTION_ROWS));
      at += rows.length;
      onRows(rows.length);
      return rows;
    },
    async close() {
      await source.return?.();
    },
  };
};
