import { setImmediate } from 'node:timers/promises';
import type { Look } from '../request/look.ts';

/** Rows of a chunk at most. */
export const CHUNK_ROWS = 1_000;
/** Rows whose text is made at once: long strings are costly to get rid of again. */
export const TEXT_ROWS = 100;

/** A list that was asked for: how many rows it has, and any stretch of them. */
export interface RowList<Row> {
  total: number;
  /**
   * Rows `from` (included) to `to` (outside) of the list's order, in chunks of at most CHUNK_ROWS, read a piece at a
   * time. While a long list is read, rows may come in: where `to` is `total` or more, nothing of the rest is left out.
   */
  chunks(from: number, to: number): AsyncIterable<Row[]>;
  /** The same rows as JSON, some in one text, with commas between them: where that is much quicker to make. */
  texts?(from: number, to: number): AsyncIterable<string>;
}

/**
 * Opens a list: counts its rows and reads none yet. A page of it and an export of all of it are both made of this.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG.
 */
export type OpenList<Query, Row> = (look: Look, query: Query & { sort: string[] }) => Promise<RowList<Row>>;

/** Cuts what was read at once into chunks, and lets others have their turn before each. */
export async function* inChunks<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length; at += CHUNK_ROWS) {
    await setImmediate();
    yield items.slice(at, at + CHUNK_ROWS);
  }
}
