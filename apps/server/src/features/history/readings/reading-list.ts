import type { Step } from '@airdeck/contract/history/query';
import type { DayRange, TimeRange } from '@airdeck/domain/range';
import type { RequestContext } from '../../../resource/request-context.ts';
import { chunksOf, type RowList } from '../list/row-list.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { countHours, type MeterChannels, type MeterHours } from './hour-counts.ts';
import { type CountedRange, type HourRows, planRanges, rangeIndexOf, splitRange } from './range-plan.ts';
import { type RefQuestion, type RowRef, readRefs } from './reading-refs.ts';

export interface ReadingQuestion {
  days: DayRange;
  items: readonly MeterChannels[];
  /** Channels to read of each frame; null reads all. */
  channels: readonly number[] | null;
  step: Step;
  newestFirst: boolean;
}

/** Rows that are read at once: few enough for the memory, many enough to unpack each day only a few times. */
const MAX_ROWS_AT_ONCE = 20_000;
const MIN_ROWS_AT_ONCE = 1_000;

/** The rows of all meters of a zone together. */
const addUp = (meters: readonly MeterHours[]): HourRows[] => {
  const zones = new Map<HourRows['hours'], Float64Array>();
  for (const { hours, rows } of meters) {
    const sum = zones.get(hours) ?? new Float64Array(hours.length);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (rows[i] ?? 0);
    zones.set(hours, sum);
  }
  return [...zones].map(([hours, rows]) => ({ hours, rows }));
};

/** The list's own order: by time, then meter, then channel. */
const inOrder = (refs: RowRef[], newestFirst: boolean): RowRef[] => {
  const sign = newestFirst ? -1 : 1;
  return refs.sort((a, b) => sign * (a.time - b.time) || a.rank - b.rank || a.channel - b.channel);
};

/** The ranges to read from number `first` of the plan on; `needed` returns how many rows are still missing. */
function* rangesToRead(
  { now }: RequestContext,
  plan: readonly CountedRange[],
  first: number,
  newestFirst: boolean,
  needed: () => number,
): Generator<TimeRange> {
  for (let i = first; i < plan.length; ) {
    const max = Math.min(MAX_ROWS_AT_ONCE, Math.max(MIN_ROWS_AT_ONCE, needed()));
    const planned = plan[i++] as CountedRange;
    let { start, end, rows } = planned;
    if (rows > max) {
      const parts = splitRange(planned, Math.ceil(rows / max), now);
      yield* newestFirst ? parts.reverse() : parts;
      continue;
    }
    for (let next = plan[i]; next && rows + next.rows <= max; next = plan[++i]) {
      start = Math.min(start, next.start);
      end = Math.max(end, next.end);
      rows += next.rows;
    }
    yield { start, end };
  }
}

/** Number of rows before a range. Reads some of them only where hours straddle its edge. */
const countBefore = async (
  context: RequestContext,
  question: RefQuestion,
  { start, end, minBefore, maxBefore }: CountedRange,
  newestFirst: boolean,
): Promise<number> => {
  if (maxBefore === minBefore) return minBefore;
  const edge = newestFirst ? end : start;
  const before = newestFirst
    ? { start: edge, end: Number.POSITIVE_INFINITY }
    : { start: Number.NEGATIVE_INFINITY, end: edge };
  const refs = await context.read((tx) => readRefs(tx, question, before, edge));
  return minBefore + refs.length;
};

/**
 * Rows `from` to `to` of a list, range by range. The row counts of hours determine where to begin; earlier rows are not
 * read.
 */
async function* readRows(
  context: RequestContext,
  meters: readonly MeterHours[],
  { channels, newestFirst }: ReadingQuestion,
  from: number,
  to: number,
): AsyncGenerator<RowRef[]> {
  const question = { meters, channels };
  const plan = planRanges(addUp(meters), newestFirst);
  const first = rangeIndexOf(plan, from);
  const begin = plan[first];
  if (!begin) return;
  let skipped = from - (await countBefore(context, question, begin, newestFirst));
  let left = to - from;
  for (const range of rangesToRead(context, plan, first, newestFirst, () => skipped + left)) {
    const refs = inOrder(await context.read((tx) => readRefs(tx, question, range)), newestFirst);
    const wanted = refs.slice(skipped, skipped + left);
    yield* chunksOf(wanted);
    left -= wanted.length;
    skipped = Math.max(0, skipped - refs.length);
    if (left <= 0) return;
  }
}

/** Opens a list of readings with rows built by `toRow`. @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG */
export const openReadings = async <Row>(
  context: RequestContext,
  question: ReadingQuestion,
  toRow: (ref: RowRef) => Row,
): Promise<RowList<Row>> => {
  const { days, items, step } = question;
  checkDays(days, new Set(items.map(({ meter }) => meter.organization)), context.now);
  const size = items.reduce((sum, { channels }) => sum + channels.length, 0);
  checkRollupRows(context, size, days, 'hour');
  const unit = step === 'each' ? null : step;
  const meters = await context.read((tx) => countHours(tx, context.snapshot, items, days, unit));
  const total = meters.reduce((sum, { rows }) => sum + Array.from(rows).reduce((a, b) => a + b, 0), 0);
  return {
    total,
    async *chunks(from, to) {
      if (from >= total) return;
      const end = to >= total ? Number.POSITIVE_INFINITY : to;
      for await (const refs of readRows(context, meters, question, from, end)) yield refs.map(toRow);
    },
  };
};
