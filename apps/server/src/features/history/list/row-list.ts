import { createGiveWay } from '../../../platform/give-way.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

export const MAX_CHUNK_ROWS = 1_000;
/** Rows that are serialized at once. Small, because long strings are expensive to collect. */
export const MAX_TEXT_ROWS = 100;

/** An opened list: its number of rows, and access to any part of them. */
export interface RowList<Row> {
  total: number;
  /**
   * Rows `from` (inclusive) to `to` (exclusive) of the list's order, in chunks of at most MAX_CHUNK_ROWS. Rows may be
   * added while a long list is read: with `to` at `total` or more, they are included.
   */
  chunks(from: number, to: number): AsyncIterable<Row[]>;
  /** The same rows as JSON, several in one piece, separated by commas. Defined where that is much faster. */
  texts?(from: number, to: number): AsyncIterable<Buffer>;
}

/**
 * Opens a list: counts its rows and reads none yet. Pages and exports both use it.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG
 */
export type OpenList<Query, Row> = (context: RequestContext, query: Query) => Promise<RowList<Row>>;

/** The first `max` items, `size` at a time. */
export function* batchesOf<T>(items: Iterable<T>, size: number, max: number): Generator<T[]> {
  let batch: T[] = [];
  let left = max;
  for (const item of items) {
    if (left-- <= 0) break;
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Cuts items that were read at once into chunks, and lets other requests run before each. */
export async function* chunksOf<T>(items: readonly T[]): AsyncGenerator<T[]> {
  const giveWay = createGiveWay();
  for (let at = 0; at < items.length; at += MAX_CHUNK_ROWS) {
    await giveWay();
    yield items.slice(at, at + MAX_CHUNK_ROWS);
  }
}
