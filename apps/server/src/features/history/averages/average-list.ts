import { MAX_SORTED_ROWS } from '@airdeck/contract/history/bounds';
import type { SortOrder } from '@airdeck/contract/paging';
import type { Language } from '@airdeck/contract/user/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { Failure } from '../../../platform/http/failure.ts';
import { createJsonBytes, type JsonBytes } from '../../../platform/json-bytes.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { BucketTable, MeterTable } from '../../../store/history/bucket-table.ts';
import { batchesOf, chunksOf, type RowList } from '../list/row-list.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { type SortKeys, sortByKeys } from './average-sort.ts';
import {
  type AverageItem,
  allRefs,
  type BucketRef,
  type CellOf,
  type CellQuestion,
  cellsOf,
  countRefs,
  countsIn,
  type FilledRef,
  type ItemBuckets,
  isReadAtOnce,
  loadCells,
  refsByStart,
} from './cells.ts';
import { readTables } from './read-tables.ts';

export interface AverageQuestion<Item extends AverageItem, Field extends string> extends CellQuestion {
  items: readonly Item[];
  sort: readonly SortOrder<Field | 'start'>[];
  /** Rows of a page; undefined reads the list without pages. */
  size?: number;
}

/** How the rows of a list are built and ordered. A row is null when its data expired between counting and reading. */
export interface AverageRows<Item extends AverageItem, Field extends string, Row> {
  toRow(ref: BucketRef<Item>, cellOf: CellOf): Row | null;
  /** Writes the row as JSON, where that is faster than to build the row; false without one. */
  write?(json: JsonBytes, row: FilledRef<Item>): boolean;
  keys: SortKeys<Item, Field>;
}

/** Rows whose values are read at once. */
export const MAX_ROWS_AT_ONCE = 20_000;

/** Rows of one piece of JSON: of some hundred kilobytes, so that compression has few pieces to wait for. */
const MAX_WRITTEN_ROWS = 500;

/** The items of a list and the buckets to read. */
interface Source<Item extends AverageItem> {
  counted: ItemBuckets<Item>[];
  /** Rows whose values are read at once. */
  atOnce: number;
  fill(refs: readonly BucketRef<Item>[]): Promise<FilledRef<Item>[]>;
}

/** Whether most of the list is requested, so that values are best read together with the counts. */
const isWhole = <Item extends AverageItem>(question: AverageQuestion<Item, string>, meters: number): boolean => {
  const { items, size = Number.MAX_SAFE_INTEGER, unit, days } = question;
  const zone = items[0]?.meter.organization.timeZone;
  const buckets = zone ? bucketsOf(unit, days.from, days.to, zone).length : 0;
  return size >= (items.length * buckets) / 2 && isReadAtOnce(meters, buckets);
};

/** Reads the counts, and later the values of the requested rows only; or both at once. */
const openSource = async <Item extends AverageItem>(
  context: RequestContext,
  question: AverageQuestion<Item, string>,
): Promise<Source<Item>> => {
  const { items, channels, unit, days } = question;
  const meters = [...new Set(items.map(({ meter }) => meter))];
  const read = async (only: readonly number[] | null): Promise<BucketTable> => {
    const all = new Map<number, MeterTable>();
    for await (const { table } of readTables(context, meters, { channels: only, unit, days })) {
      for (const [meterId, own] of table) all.set(meterId, own);
    }
    return all;
  };
  if (!isWhole(question, meters.length)) {
    const counting = [...new Set(items.map(({ channel }) => channel))];
    const counted = countsIn(await read(counting), items, days, unit);
    return { counted, atOnce: MAX_ROWS_AT_ONCE, fill: (refs) => loadCells(context, question, refs) };
  }
  const whole = await read(channels);
  return {
    counted: countsIn(whole, items, days, unit),
    // Nothing is left to be read, and few rows at a time stay in V8's memory of young objects.
    atOnce: MAX_WRITTEN_ROWS,
    fill: async (refs) => refs.map((ref) => ({ ref, own: whole.get(ref.of.item.meter.id), at: ref.at })),
  };
};

/** Rows as JSON, separated by commas. */
const writeAll = <Item extends AverageItem>(
  json: JsonBytes,
  filled: readonly FilledRef<Item>[],
  write: (json: JsonBytes, row: FilledRef<Item>) => boolean,
): Buffer => {
  let comma = '';
  for (const row of filled) {
    json.text(comma);
    comma = write(json, row) ? ',' : '';
  }
  return json.take();
};

const makeAll = <Item extends AverageItem, Made>(
  filled: readonly FilledRef<Item>[],
  make: (ref: BucketRef<Item>, cellOf: CellOf) => Made | null,
): Made[] => filled.map((row) => make(row.ref, cellsOf(row))).filter((made) => made !== null);

/** Rows that were counted, but whose values are not read yet. */
interface CountedRows<Item, Field extends string, Filled> {
  counted: readonly ItemBuckets<Item>[];
  sort: readonly SortOrder<Field | 'start'>[];
  language: Language;
  keys: SortKeys<Item, Field>;
  /** Rows whose values are read at once. */
  atOnce: number;
  /** Cost of ordering one row by a value, in rows of meters. */
  rowCost?: number;
  fill(refs: readonly BucketRef<Item>[]): Promise<Filled[]>;
}

/**
 * Orders counted rows as requested and fills them in chunks.
 * @throws Failure QUESTION_TOO_BIG
 */
export const orderCounted = <Item, Field extends string, Filled>(rows: CountedRows<Item, Field, Filled>) => {
  const { counted, sort, language, keys, atOnce, rowCost = 1, fill } = rows;
  const total = countRefs(counted);
  const [first = { field: 'start', descending: true }, ...others] = sort;
  const isByStart = first.field === 'start' && others.length === 0;
  if (!isByStart && total * rowCost > MAX_SORTED_ROWS) throw new Failure('QUESTION_TOO_BIG');
  const refsFrom = async (from: number): Promise<Iterable<BucketRef<Item>>> =>
    isByStart
      ? refsByStart(counted, first.descending, from)
      : (await sortByKeys(language, [...allRefs(counted)], sort, keys)).slice(from);

  async function* filled(from: number, to: number): AsyncGenerator<Filled[]> {
    if (from >= total) return;
    for (const refs of batchesOf(await refsFrom(from), atOnce, to - from)) yield* chunksOf(await fill(refs));
  }
  return { total, filled };
};

/**
 * Opens a list of averages. The counts determine the rows; values are read only of the rows that are returned.
 * @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG
 */
export const openAverages = async <Item extends AverageItem, Field extends string, Row>(
  context: RequestContext,
  question: AverageQuestion<Item, Field>,
  { toRow, write, keys }: AverageRows<Item, Field, Row>,
): Promise<RowList<Row>> => {
  const { items, days, unit, sort } = question;
  checkDays(days, new Set(items.map(({ meter }) => meter.organization)), context.now);
  checkRollupRows(context, items.length, days, unit);
  const source = await openSource(context, question);
  const { language } = context;
  const { total, filled } = orderCounted({ ...source, sort, language, keys });
  async function* chunks(from: number, to: number): AsyncGenerator<Row[]> {
    for await (const rows of filled(from, to)) yield makeAll(rows, toRow);
  }
  if (!write) return { total, chunks };
  const texts = async function* (from: number, to: number): AsyncGenerator<Buffer> {
    const json = createJsonBytes();
    for await (const rows of filled(from, to)) {
      for (const batch of batchesOf(rows, MAX_WRITTEN_ROWS, rows.length)) yield writeAll(json, batch, write);
    }
  };
  return { total, chunks, texts };
};
