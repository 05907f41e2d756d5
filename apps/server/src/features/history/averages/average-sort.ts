import type { SortOrder } from '@airdeck/contract/paging';
import type { Language } from '@airdeck/contract/user/schema';
import { createGiveWay } from '../../../platform/give-way.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import {
  type AverageItem,
  type BucketRef,
  bucketOf,
  type CellOf,
  type CellQuestion,
  cellsOf,
  loadCells,
} from './cells.ts';

/** Sort keys of a list besides the time. */
export interface SortKeys<Item, Field extends string> {
  /** The name that a field sorts by; null when it sorts by a value. */
  nameOf(field: Field): ((item: Item) => string) | null;
  /** The values that a field sorts by. */
  valuesOf(field: Field, refs: readonly BucketRef<Item>[]): Promise<Column>;
}

/** A number for each row, in the order of the rows; NaN for a missing value. */
export type Column = ArrayLike<number>;

const startColumn = (refs: readonly BucketRef<unknown>[]): Column =>
  Float64Array.from(refs, (ref) => bucketOf(ref).start);

const nameColumn = <Item>(
  language: Language,
  refs: readonly BucketRef<Item>[],
  nameOf: (item: Item) => string,
): Column => {
  const names = new Map<Item, string>();
  for (const { of } of refs) if (!names.has(of.item)) names.set(of.item, nameOf(of.item));
  const collator = new Intl.Collator(language, { numeric: true });
  const sorted = [...new Set(names.values())].sort(collator.compare);
  const ranks = new Map(sorted.map((name, rank) => [name, rank]));
  return Float64Array.from(refs, ({ of }) => ranks.get(names.get(of.item) ?? '') ?? 0);
};

/** A sort value computed from each row's own cells; `channels` are those it needs. */
export const cellColumn = async <Item extends AverageItem>(
  context: RequestContext,
  question: CellQuestion,
  refs: readonly BucketRef<Item>[],
  value: (ref: BucketRef<Item>, cellOf: CellOf) => number | null,
): Promise<Column> =>
  Float64Array.from(await loadCells(context, question, refs), (row) => value(row.ref, cellsOf(row)) ?? NaN);

const compareIn = (column: Column, descending: boolean, a: number, b: number): number => {
  const [x = NaN, y = NaN] = [column[a], column[b]];
  // Missing values come last in both directions.
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  return descending ? y - x : x - y;
};

/** Numbers that are sorted in a few milliseconds. */
const RUN_LENGTH = 5_000;

/** A stable sort that lets other requests run: it sorts runs, and merges neighbours until one is left. */
export const sortInRuns = async (
  numbers: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array> => {
  const giveWay = createGiveWay();
  let [from, to] = [numbers, new Uint32Array(numbers.length)];
  for (let start = 0; start < numbers.length; start += RUN_LENGTH) {
    from.subarray(start, start + RUN_LENGTH).sort(compare);
    await giveWay();
  }
  for (let length = RUN_LENGTH; length < numbers.length; length *= 2) {
    for (let start = 0; start < numbers.length; start += 2 * length) {
      const middle = Math.min(start + length, numbers.length);
      const end = Math.min(middle + length, numbers.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        if (at % RUN_LENGTH === 0) await giveWay();
        const isLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
        to[at] = from[isLeft ? left++ : right++] ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  return from;
};

/** Orders rows by several fields. Equal rows are newest first, and rows of the same time keep the items' order. */
export const sortByKeys = async <Item, Field extends string>(
  language: Language,
  refs: readonly BucketRef<Item>[],
  sort: readonly SortOrder<Field | 'start'>[],
  keys: SortKeys<Item, Field>,
): Promise<BucketRef<Item>[]> => {
  const columns: { column: Column; descending: boolean }[] = [];
  for (const { field, descending } of sort) {
    if (field === 'start') {
      columns.push({ column: startColumn(refs), descending });
      continue;
    }
    const nameOf = keys.nameOf(field as Field);
    const column = nameOf ? nameColumn(language, refs, nameOf) : await keys.valuesOf(field as Field, refs);
    columns.push({ column, descending });
  }
  columns.push({ column: startColumn(refs), descending: true });
  columns.push({ column: Float64Array.from(refs, ({ of }) => of.rank), descending: false });
  const order = await sortInRuns(
    Uint32Array.from(refs, (_, i) => i),
    (a, b) => {
      for (const { column, descending } of columns) {
        const sign = compareIn(column, descending, a, b);
        if (sign !== 0) return sign;
      }
      return 0;
    },
  );
  return Array.from(order, (i) => refs[i] as BucketRef<Item>);
};
