import { dayRangeOf, type purifierMinutesQuery } from '@airdeck/contract/history/query';
import type { PurifierMinutes } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { SHOWN_WORK_MODES, type ShownWorkMode, workMode } from '@airdeck/domain/purifier-state';
import type { TimeRange } from '@airdeck/domain/range';
import type { z } from 'zod';
import type { Purifier } from '../../../registry/snapshot.ts';
import { type BucketRef, bucketOf, bucketTimes, countRefs, type ItemBuckets, refsByStart } from '../averages/cells.ts';
import { memoize } from '../list/memoize.ts';
import { batchesOf, MAX_CHUNK_ROWS, type OpenList } from '../list/row-list.ts';
import { createRowPurifiers } from '../list/row-meter.ts';
import { checkDays, checkRollupRows } from '../request/bounds.ts';
import { endOfUse, purifiersOf } from '../request/filter.ts';
import { isNewestFirst } from '../request/sort.ts';
import { type StateSeconds, sumStates } from './purifier-state-queries.ts';

/** A hundredth of a minute is finer than a device's resolution of a second. */
const minutesOf = (seconds: number): number => Math.round((seconds / 60) * 100) / 100;

/** The part of a row's bucket that has passed. */
const passedOf = (ref: BucketRef<Purifier>, now: number): TimeRange => {
  const { start, end } = bucketOf(ref);
  return { start, end: Math.min(end, now) };
};

const share = (passedS: number, states: readonly StateSeconds[]): Pick<PurifierMinutes, 'minutes' | 'unknown'> => {
  const seconds = Object.fromEntries(SHOWN_WORK_MODES.map((mode) => [mode, 0])) as Record<ShownWorkMode, number>;
  let known = 0;
  for (const state of states) {
    seconds[workMode(state)] += state.seconds;
    known += state.seconds;
  }
  const minutes = Object.fromEntries(SHOWN_WORK_MODES.map((mode) => [mode, minutesOf(seconds[mode])]));
  return { minutes: minutes as Record<ShownWorkMode, number>, unknown: minutesOf(Math.max(0, passedS - known)) };
};

/** Minutes of purifiers in each state: a row for each purifier and bucket that has begun, with or without reports. */
export const openPurifierMinutes: OpenList<z.output<typeof purifierMinutesQuery>, PurifierMinutes> = async (
  context,
  query,
) => {
  const { unit } = query;
  const days = dayRangeOf(query);
  const purifiers = purifiersOf(context, query);
  const newestFirst = isNewestFirst(query.sort);
  checkDays(days, new Set(purifiers.map(({ meter }) => meter.organization)), context.now);
  checkRollupRows(context, purifiers.length, days, unit);
  const bucketsIn = memoize((zone: string) =>
    bucketsOf(unit, days.from, days.to, zone).filter(({ start }) => start < context.now),
  );
  const all = purifiers.map((item, rank): ItemBuckets<Purifier> => {
    // A purifier without its meter reports nothing.
    const until = endOfUse(item.meter);
    const buckets = bucketsIn(item.meter.organization.timeZone).filter(({ start }) => start < until);
    return { item, rank, buckets, count: new Uint8Array(buckets.length).fill(1) };
  });
  const rowPurifier = createRowPurifiers(context.language);

  const loadRows = async (refs: readonly BucketRef<Purifier>[]): Promise<PurifierMinutes[]> => {
    const ranges = refs.map((ref) => {
      const { id, meter } = ref.of.item;
      return { purifierId: id, patienceS: MISSED_INTERVALS * meter.intervalS, ...passedOf(ref, context.now) };
    });
    const states = refs.map((): StateSeconds[] => []);
    for (const state of await context.read((tx) => sumStates(tx, ranges))) states[state.at]?.push(state);
    return refs.map((ref, i) => {
      const { start, end } = passedOf(ref, context.now);
      return {
        ...rowPurifier(ref.of.item),
        ...bucketTimes(bucketOf(ref)),
        ...share((end - start) / 1000, states[i] ?? []),
      };
    });
  };

  return {
    total: countRefs(all),
    async *chunks(from, to) {
      for (const refs of batchesOf(refsByStart(all, newestFirst, from), MAX_CHUNK_ROWS, to - from))
        yield await loadRows(refs);
    },
  };
};
