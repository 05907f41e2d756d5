import type { Step } from '@airdeck/contract/history/query';
import { inChunks, type RowList } from '../list/row-list.ts';
import type { Look } from '../request/look.ts';
import { checkPeriod, checkRollupRows, type Period } from '../request/period.ts';
import { countHours, type MeterChannels, type MeterHours } from './reading-hours.ts';
import { type RefQuestion, type RowRef, readRefs } from './reading-refs.ts';
import { cutStretch, type HourRows, type Leg, legAt, planWalk, type Stretch } from './reading-walk.ts';

export interface ReadingQuestion extends Period {
  items: readonly MeterChannels[];
  /** What is read of each frame for its row; null is all. */
  channels: readonly number[] | null;
  step: Step;
  newestFirst: boolean;
}

/** Rows that are read at once: few enough for the memory, many enough to unpack a day only a few times. */
const MOST_AT_ONCE = 20_000;
const LEAST_AT_ONCE = 1_000;

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

/** A list's own order: by time, at one time by meter, of one meter by channel. */
const inOrder = (refs: RowRef[], newestFirst: boolean): RowRef[] => {
  const sign = newestFirst ? -1 : 1;
  return refs.sort((a, b) => sign * (a.time - b.time) || a.place - b.place || a.channel - b.channel);
};

/** The stretches to read from leg `first` on; `needed` answers how many rows are still to come. */
function* stretches(
  { now }: Look,
  legs: readonly Leg[],
  first: number,
  newestFirst: boolean,
  needed: () => number,
): Generator<Stretch> {
  for (let i = first; i < legs.length; ) {
    const most = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, needed()));
    const leg = legs[i++] as Leg;
    let { start, end, rows } = leg;
    if (rows > most) {
      const parts = cutStretch(leg, Math.ceil(rows / most), now);
      yield* newestFirst ? parts.reverse() : parts;
      continue;
    }
    for (let next = legs[i]; next && rows + next.rows <= most; next = legs[++i]) {
      start = Math.min(start, next.start);
      end = Math.max(end, next.end);
      rows += next.rows;
    }
    yield { start, end };
  }
}

/** How many rows come before a leg. Only where hours lie across its edge some have to be read for it. */
const countBefore = async (look: Look, question: RefQuestion, leg: Leg, newestFirst: boolean): Promise<number> => {
  if (leg.maybe === leg.sure) return leg.sure;
  const edge = newestFirst ? leg.end : leg.start;
  const before = newestFirst
    ? { start: edge, end: Number.POSITIVE_INFINITY }
    : { start: Number.NEGATIVE_INFINITY, end: edge };
  const refs = await look.read((tx) => readRefs(tx, question, before, edge));
  return leg.sure + refs.length;
};

/**
 * Rows `from` to `to` of a list, a piece of time after the other. Hours with their numbers of rows tell where to
 * begin; nothing before that is read.
 */
async function* readPieces(
  look: Look,
  meters: readonly MeterHours[],
  { channels, newestFirst }: ReadingQuestion,
  from: number,
  to: number,
): AsyncGenerator<RowRef[]> {
  const question = { meters, channels };
  const legs = planWalk(addUp(meters), newestFirst);
  const first = legAt(legs, from);
  const leg = legs[first];
  if (!leg) return;
  let skipped = from - (await countBefore(look, question, leg, newestFirst));
  let left = to - from;
  for (const stretch of stretches(look, legs, first, newestFirst, () => skipped + left)) {
    const refs = inOrder(await look.read((tx) => readRefs(tx, question, stretch)), newestFirst);
    const wanted = refs.slice(skipped, skipped + left);
    yield* inChunks(wanted);
    left -= wanted.length;
    skipped = Math.max(0, skipped - refs.length);
    if (left <= 0) return;
  }
}

/** A list of readings whose rows are made by `toRow`. @throws Failure INVALID_PARAMETER, QUESTION_TOO_BIG. */
export const openReadings = async <Row>(
  look: Look,
  question: ReadingQuestion,
  toRow: (ref: RowRef) => Row,
): Promise<RowList<Row>> => {
  const { items, step } = question;
  checkPeriod(question, new Set(items.map(({ meter }) => meter.organization)), look.now);
  const size = items.reduce((sum, { channels }) => sum + channels.length, 0);
  checkRollupRows(size, question, 'hour');
  const meters = await look.read((tx) => countHours(tx, look.picture, items, question, step === 'each' ? null : step));
  const total = meters.reduce((sum, { rows }) => sum + Array.from(rows).reduce((a, b) => a + b, 0), 0);
  return {
    total,
    async *chunks(from, to) {
      if (from >= total) return;
      const end = to >= total ? Number.POSITIVE_INFINITY : to;
      for await (const refs of readPieces(look, meters, question, from, end)) yield refs.map(toRow);
    },
  };
};
