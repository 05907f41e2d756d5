import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '../../../registry/request-context.ts';

export const MAX_CHUNK_ROWS = 1_000;
/** Rows whose text is made at once: long strings are costly to get rid of again. */
export const MAX_TEXT_ROWS = 100;

/** A list that was asked for: how many rows it has, and any part of them. */
export interface RowList<Row> {
  total: number;
  /**
   * Rows `from` (included) to `to` (outside) of the list's order, in chunks of at most MAX_CHUNK_ROWS. Rows may come in
   * while a long list is read: where `to` is `total` or more, nothing of the rest is left out.
   */
  chunks(from: number, to: number): AsyncIterable<Row[]>;
  /** The same rows as JSON, some in one text, with commas between them: where that is much quicker to make. */
  texts?(from: number, to: number): AsyncIterable<string>;
}

/**
 * Opens a list: counts its rows and reads none yet. A page of it and an export of all of it are both made of this.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG.
 */
export type OpenList<Query, Row> = (context: RequestContext, query: Query) => Promise<RowList<Row>>;

/** The first `max` of items, `size` at a time. */
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

/** Cuts what was read at once into chunks, and lets other requests have their turn before each. */
export async function* chunksOf<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length; at += MAX_CHUNK_ROWS) {
    await setImmediate();
    yield items.slice(at, at + MAX_CHUNK_ROWS);
  }
}
