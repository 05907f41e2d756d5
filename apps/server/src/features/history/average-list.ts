import { BOUNDS } from '@airdeck/contract/history/bounds';
import { type Bucket, bucketsOf } from '@airdeck/domain/bucket';
import { Failure } from '../../platform/http/failure.ts';
import { readBuckets } from '../../store/history/read-buckets.ts';
import { type CellOf, type CellQuestion, cellAt, type FilledRef, isReadAtOnce, loadCells } from './average-cells.ts';
import {
  type AverageItem,
  allRefs,
  type BucketRef,
  bucketOf,
  countedChannels,
  countRefs,
  countsIn,
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
  /** Rows of a page; all when there are no pages. */
  size?: number;
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

/** Whether most of the list is asked for, so that its values are best read together with its counts. */
const isWhole = ({
  items,
  size = Number.MAX_SAFE_INTEGER,
  unit,
  startTime,
  endTime,
}: AverageQuestion<AverageItem, string>) => {
  const [first] = items;
  if (!first) return false;
  const buckets = bucketsOf(unit, startTime, endTime, first.meter.organization.timeZone).length;
  return size >= (items.length * buckets) / 2 && isReadAtOnce(new Set(items.map(({ meter }) => meter)).size, buckets);
};

/**
 * A list of averages: which rows there are is told by the counts alone; values are read of those that are shown.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG.
 */
export const openAverages = async <Item extends AverageItem, Field extends string, Row>(
  look: Look,
  question: AverageQuestion<Item, Field>,
  { toRow, keys }: AverageRows<Item, Field, Row>,
): Promise<RowList<Row>> => {
  const { items, unit, sort, startTime: from, endTime: to } = question;
  checkPeriod(question, new Set(items.map(({ meter }) => meter.organization)), look.now);
  checkRollupRows(items.length, question, unit);
  const meters = [...new Set(items.map(({ meter }) => meter))];
  const read = (channels: readonly number[] | null) =>
    look.read((tx) => readBuckets(tx, look.picture, { meters, channels, unit, from, to }));
  const whole = isWhole(question) ? await read(question.channels) : null;
  const counted = countsIn(whole ?? (await read(countedChannels(items))), items, question, unit);
  const fill = async (refs: BucketRef<Item>[]): Promise<FilledRef<Item>[]> => {
    if (!whole) return loadCells(look, question, refs);
    const cellsOf = ({ of, at }: BucketRef<Item>): CellOf => {
      const own = whole.get(of.item.meter.id);
      return (channel) => cellAt(own?.get(channel), at);
    };
    return refs.map((ref) => ({ ref, cellOf: cellsOf(ref) }));
  };
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
    async *chunks(first, last) {
      if (first >= total) return;
      for (const refs of inPieces(await refsFrom(first), ROWS_AT_ONCE, last - first)) {
        for await (const filled of inChunks(await fill(refs))) {
          yield filled.map(({ ref, cellOf }) => toRow(ref, cellOf)).filter((row) => row !== null);
        }
      }
    },
  };
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
