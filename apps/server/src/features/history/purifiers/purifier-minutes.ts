import type { purifierMinutesQuery } from '@airdeck/contract/history/query';
import { type PurifierMinutes, SHOWN_WORK_MODES } from '@airdeck/contract/history/schema';
import { bucketsOf } from '@airdeck/domain/bucket';
import { MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { type ShownWorkMode, workMode } from '@airdeck/domain/purifier-state';
import type { z } from 'zod';
import type { Purifier } from '../../../site/picture.ts';
import { bucketTimes } from '../averages/average-list.ts';
import { type BucketRef, bucketOf, countRefs, type ItemBuckets, refsByStart } from '../averages/average-refs.ts';
import { perKey } from '../list/per-key.ts';
import { inPieces } from '../list/pieces.ts';
import { CHUNK_ROWS, type OpenList } from '../list/row-list.ts';
import { createRowPurifiers } from '../list/row-meter.ts';
import { checkPeriod, checkRollupRows } from '../request/period.ts';
import { purifiersOf } from '../request/scope.ts';
import { isNewestFirst } from '../request/sort.ts';
import { type StateSeconds, sumStates } from './purifier-state-queries.ts';

/** A hundredth of a minute is less than a device's second. */
const minutesOf = (seconds: number): number => Math.round((seconds / 60) * 100) / 100;

/** The part of a row's bucket that has passed. */
const passedOf = (ref: BucketRef<Purifier>, now: number): { start: number; end: number } => {
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

/** How long purifiers were in each state: a row for each purifier and bucket that has begun, reported of or not. */
export const openPurifierMinutes: OpenList<z.output<typeof purifierMinutesQuery>, PurifierMinutes> = async (
  look,
  query,
) => {
  const { unit, startTime, endTime } = query;
  const purifiers = purifiersOf(look, query);
  const newestFirst = isNewestFirst(query.sort, 'start');
  checkPeriod(query, new Set(purifiers.map(({ meter }) => meter.organization)), look.now);
  checkRollupRows(purifiers.length, query, unit);
  const bucketsIn = perKey((zone: string) =>
    bucketsOf(unit, startTime, endTime, zone).filter(({ start }) => start < look.now),
  );
  const all = purifiers.map((item, place): ItemBuckets<Purifier> => {
    const buckets = bucketsIn(item.meter.organization.timeZone);
    return { item, place, buckets, count: new Uint8Array(buckets.length).fill(1) };
  });
  const rowPurifier = createRowPurifiers(look.language);

  const loadRows = async (refs: readonly BucketRef<Purifier>[]): Promise<PurifierMinutes[]> => {
    const stretches = refs.map((ref) => {
      const { id, meter } = ref.of.item;
      return { purifierId: id, patienceS: MISSED_INTERVALS * meter.intervalS, ...passedOf(ref, look.now) };
    });
    const states = refs.map((): StateSeconds[] => []);
    for (const state of await look.read((tx) => sumStates(tx, stretches))) states[state.at]?.push(state);
    return refs.map((ref, i) => {
      const { start, end } = passedOf(ref, look.now);
      return { ...rowPurifier(ref.of.item), ...bucketTimes(ref), ...share((end - start) / 1000, states[i] ?? []) };
    });
  };

  return {
    total: countRefs(all),
    async *chunks(from, to) {
      for (const refs of inPieces(refsByStart(all, newestFirst, from), CHUNK_ROWS, to - from))
        yield await loadRows(refs);
    },
  };
};
