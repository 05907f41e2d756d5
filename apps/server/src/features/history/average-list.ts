import { BOUNDS } from '@airdeck/contract/history/bounds';
import { Failure } from '../../platform/http/failure.ts';
import { type CellOf, type CellQuestion, loadCells } from './average-cells.ts';
import {
  type AverageItem,
  allRefs,
  type BucketRef,
  bucketOf,
  countBuckets,
  countRefs,
  refsByStart,
} from './average-refs.ts';
import { type SortKeys, sortByKeys } from './average-sort.ts';
import type { Look } from './look.ts';
import { checkPeriod, checkRollupRows } from './period.ts';
import { inPieces } from './pieces.ts';
import { inChunks, type RowList } from './row-list.ts';
import type { SortOrder } from './sort.ts';

export interface AverageQuestion<Item extends AverageItem, Field extends string> extends CellQuestion {
  items: readonly Item[];
  sort: readonly SortOrder<Field | 'start'>[];
}

/** How the rows of a list are made and ordered. */
export interface AverageRows<Item extends AverageItem, Field extends string, Row> {
  /** null when what was counted is gone: what is kept ends while a long list is read. */
  toRow(ref: BucketRef<Item>, cellOf: CellOf): Row | null;
  keys: SortKeys<Item, Field>;
}

/** Rows whose values are read at once. */
const ROWS_AT_ONCE = 20_000;

/**
 * A list of averages: which rows there are is told by the counts alone; values are read of those that are shown.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG.
 */
export const openAverages = async <Item extends AverageItem, Field extends string, Row>(
  look: Look,
  question: AverageQuestion<Item, Field>,
  { toRow, keys }: AverageRows<Item, Field, Row>,
): Promise<RowList<Row>> => {
  const { items, unit, sort } = question;
  checkPeriod(question, new Set(items.map(({ meter }) => meter.organization)), look.now);
  checkRollupRows(items.length, question, unit);
  const counted = await look.read((tx) => countBuckets(tx, look.picture, items, question, unit));
  const total = countRefs(counted);

  const [first = { field: 'start', descending: true }, ...others] = sort;
  const isByStart = first.field === 'start' && others.length === 0;
  if (!isByStart && total > BOUNDS.sortedRows) throw new Failure('QUESTION_TOO_BIG');
  const refsFrom = async (from: number): Promise<Iterable<BucketRef<Item>>> =>
    isByStart
      ? refsByStart(counted, first.descending, from)
      : (await sortByKeys(look, question, [...allRefs(counted)], sort, keys)).slice(from);

  return {
    total,
    async *chunks(from, to) {
      if (from >= total) return;
      for (const refs of inPieces(await refsFrom(from), ROWS_AT_ONCE, to - from)) {
        const made = await loadCells(look, question, refs, toRow);
        const rows = made.filter((row): row is Awaited<Row> => row !== null);
        yield* inChunks(rows);
      }
    },
  };
};

/** The bucket of a row as the answer tells it. */
export const bucketTimes = (ref: BucketRef<unknown>): { start: string; end: string } => {
  const { start, end } = bucketOf(ref);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
};
