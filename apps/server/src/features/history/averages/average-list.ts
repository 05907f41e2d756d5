import { MAX_SORTED_ROWS } from '@airdeck/contract/history/bounds';
import type { Bucket } from '@airdeck/domain/bucket';
import { Failure } from '../../../platform/http/failure.ts';
import { inPieces } from '../list/pieces.ts';
import { inChunks, type RowList, TEXT_ROWS } from '../list/row-list.ts';
import type { Look } from '../request/look.ts';
import { checkPeriod, checkRollupRows } from '../request/period.ts';
import type { SortOrder } from '../request/sort.ts';
import type { CellOf, FilledRef } from './average-cells.ts';
import { type AverageItem, allRefs, type BucketRef, bucketOf, countRefs, refsByStart } from './average-refs.ts';
import { type SortKeys, sortByKeys } from './average-sort.ts';
import { openSource, type SourceQuestion } from './average-source.ts';

export interface AverageQuestion<Item extends AverageItem, Field extends string> extends SourceQuestion<Item> {
  sort: readonly SortOrder<Field | 'start'>[];
}

/** How the rows of a list are made and ordered; null when what was counted is gone: what is kept ends meanwhile. */
export interface AverageRows<Item extends AverageItem, Field extends string, Row> {
  toRow(ref: BucketRef<Item>, cellOf: CellOf): Row | null;
  /** The row as JSON, where that is quicker to make than the row. */
  toText?(ref: BucketRef<Item>, cellOf: CellOf): string | null;
  keys: SortKeys<Item, Field>;
}

/** Rows whose values are read at once. */
const ROWS_AT_ONCE = 20_000;

const makeAll = <Item extends AverageItem, Made>(
  filled: readonly FilledRef<Item>[],
  make: (ref: BucketRef<Item>, cellOf: CellOf) => Made | null,
): Made[] => filled.map(({ ref, cellOf }) => make(ref, cellOf)).filter((made) => made !== null);

/**
 * A list of averages: which rows there are is told by the counts alone; values are read of those that are shown.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG.
 */
export const openAverages = async <Item extends AverageItem, Field extends string, Row>(
  look: Look,
  question: AverageQuestion<Item, Field>,
  rows: AverageRows<Item, Field, Row>,
): Promise<RowList<Row>> => {
  const { toRow, toText, keys } = rows;
  const { items, unit, sort } = question;
  checkPeriod(question, new Set(items.map(({ meter }) => meter.organization)), look.now);
  checkRollupRows(items.length, question, unit);
  const { counted, fill } = await openSource(look, question);
  const total = countRefs(counted);

  const [first = { field: 'start', descending: true }, ...others] = sort;
  const isByStart = first.field === 'start' && others.length === 0;
  if (!isByStart && total > MAX_SORTED_ROWS) throw new Failure('QUESTION_TOO_BIG');
  const refsFrom = async (from: number): Promise<Iterable<BucketRef<Item>>> =>
    isByStart
      ? refsByStart(counted, first.descending, from)
      : (await sortByKeys(look, question, [...allRefs(counted)], sort, keys)).slice(from);

  async function* filledRefs(from: number, to: number): AsyncGenerator<FilledRef<Item>[]> {
    if (from >= total) return;
    for (const refs of inPieces(await refsFrom(from), ROWS_AT_ONCE, to - from)) yield* inChunks(await fill(refs));
  }
  async function* chunks(from: number, to: number): AsyncGenerator<Row[]> {
    for await (const filled of filledRefs(from, to)) yield makeAll(filled, toRow);
  }
  if (!toText) return { total, chunks };
  const texts = async function* (from: number, to: number): AsyncGenerator<string> {
    for await (const filled of filledRefs(from, to)) {
      for (const some of inPieces(filled, TEXT_ROWS, filled.length)) yield makeAll(some, toText).join();
    }
  };
  return { total, chunks, texts };
};

const timesOfBuckets = new WeakMap<Bucket, { start: string; end: string }>();

/** The bucket of a row as the answer tells it; many rows have the same one. */
export const bucketTimes = (ref: BucketRef<unknown>): { start: string; end: string } => {
  const bucket = bucketOf(ref);
  const known = timesOfBuckets.get(bucket);
  if (known) return known;
  const times = { start: new Date(bucket.start).toISOString(), end: new Date(bucket.end).toISOString() };
  timesOfBuckets.set(bucket, times);
  return times;
};
