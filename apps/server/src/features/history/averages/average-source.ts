import { bucketsOf } from '@airdeck/domain/bucket';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import type { Look } from '../request/look.ts';
import { type CellOf, type CellQuestion, cellAt, type FilledRef, isReadAtOnce, loadCells } from './average-cells.ts';
import { type AverageItem, type BucketRef, countedChannels, countsIn, type ItemBuckets } from './average-refs.ts';

export interface SourceQuestion<Item extends AverageItem> extends CellQuestion {
  items: readonly Item[];
  /** Rows of a page; all when there are no pages. */
  size?: number;
}

/** Which rows a list has, and what they are made of. */
export interface AverageSource<Item extends AverageItem> {
  counted: ItemBuckets<Item>[];
  fill(refs: readonly BucketRef<Item>[]): Promise<FilledRef<Item>[]>;
}

/** Whether most of the list is asked for, so that its values are best read together with its counts. */
const isWhole = <Item extends AverageItem>(question: SourceQuestion<Item>, meters: number): boolean => {
  const { items, size = Number.MAX_SAFE_INTEGER, unit, startTime, endTime } = question;
  const zone = items[0]?.meter.organization.timeZone;
  const buckets = zone ? bucketsOf(unit, startTime, endTime, zone).length : 0;
  return size >= (items.length * buckets) / 2 && isReadAtOnce(meters, buckets);
};

/** Reads counts alone, and values of those rows that are shown; or both at once. */
export const openSource = async <Item extends AverageItem>(
  look: Look,
  question: SourceQuestion<Item>,
): Promise<AverageSource<Item>> => {
  const { items, channels, unit, startTime: from, endTime: to } = question;
  const meters = [...new Set(items.map(({ meter }) => meter))];
  const read = (only: readonly number[] | null) =>
    look.read((tx) => readBuckets(tx, look.picture, { meters, channels: only, unit, from, to }));
  if (!isWhole(question, meters.length)) {
    const counted = countsIn(await read(countedChannels(items)), items, question, unit);
    return { counted, fill: (refs) => loadCells(look, question, refs) };
  }
  const whole = await read(channels);
  const cellsOf = ({ of, at }: BucketRef<Item>): CellOf => {
    const own = whole.get(of.item.meter.id);
    return (channel) => cellAt(own?.get(channel), at);
  };
  return {
    counted: countsIn(whole, items, question, unit),
    fill: async (refs) => refs.map((ref) => ({ ref, cellOf: cellsOf(ref) })),
  };
};
