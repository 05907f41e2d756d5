import { GRADES, gradeRank } from '@airdeck/domain/grade';
import type { GradeRun, LastGrades, RunBegin, RunStart } from '@airdeck/domain/grade-run';
import { sharedChannels } from './shared-channels.ts';

/** Key of the run of all graded sensors of a meter together; channels are above it. */
export const WHOLE_METER = 0;

/** How long the air of a sensor, or of a whole meter, has been in its current grade. */
export interface AirRun {
  /** The sensors that it follows: one, or all graded ones of the meter. */
  readonly channels: readonly number[];
  readonly last: LastGrades;
  run: GradeRun;
  /** The run before its last time, to which another frame of that time is added. */
  before: GradeRun;
  /** Readings since a rebuild from the store began; null when none is in progress. */
  next: GradeRun | null;
  /** First reading since the air is better than bad; null while it is bad, and where it was not. */
  betterSince: number | null;
  /** A reading came late or the rules changed: the run has to be rebuilt from the store. */
  isOld: boolean;
  /** It waits for a search in the store. */
  isQueued: boolean;
  /** A search of the store goes on. */
  isSearched: boolean;
}

/** Runs of a meter by channel, or under WHOLE_METER. The run of its only graded sensor is there twice. */
export type Runs = Map<number, AirRun>;

// The runs of a meter are a hundred objects. Packed they are one text: arrays of numbers as JSON, with each time once.

const BEGINS: readonly RunBegin[] = ['CHANGE', 'GAP', 'OPEN'];
const NONE = -1;

/** Times by their places in a list, where each is kept once. */
const createTimes = () => {
  const times: number[] = [];
  return {
    times,
    placeOf(time: number | null): number {
      if (time === null) return NONE;
      const found = times.indexOf(time);
      return found >= 0 ? found : times.push(time) - 1;
    },
  };
};
type PlaceOf = (time: number | null) => number;

/** From, last, and time and beginning of each start up to that of the worst grade. */
const packRun = ({ from, last, starts }: GradeRun, placeOf: PlaceOf): number[] => [
  placeOf(from),
  placeOf(last),
  ...starts
    .slice(0, starts.findLastIndex((start) => start !== null) + 1)
    .flatMap((start) => (start ? [placeOf(start.time), BEGINS.indexOf(start.begins)] : [NONE, NONE])),
];

const unpackRun = ([from, last, ...starts]: readonly number[], times: readonly number[]): GradeRun => ({
  from: times[from as number] as number,
  last: times[last as number] ?? null,
  starts: GRADES.map((_, rank): RunStart | null => {
    const time = times[starts[2 * rank] ?? NONE];
    return time === undefined ? null : { time, begins: BEGINS[starts[2 * rank + 1] as number] as RunBegin };
  }),
});

type PackedRun = [
  key: number,
  /** Whether it is old (1) and queued (2). */
  flags: number,
  betterSince: number,
  /** 0: the key. */
  channels: readonly number[] | 0,
  last: number[],
  run: number[],
  /** A number: the same run with this last time. */
  before: number[] | number,
];
/** Times, runs, and the key of the run that is that of the whole meter, or NONE. */
type Packed = [times: number[], runs: PackedRun[], whole: number];

const packBefore = ({ run, before }: AirRun, placeOf: PlaceOf): number[] | number => {
  const isSame = before.starts === run.starts && before.from === run.from;
  return isSame ? placeOf(before.last) : packRun(before, placeOf);
};

/** null: a run is being searched, and has to stay the same object. */
export const packRuns = (runs: Runs): string | null => {
  const { times, placeOf } = createTimes();
  const packed: PackedRun[] = [];
  let whole = NONE;
  const wholeRun = runs.get(WHOLE_METER);
  for (const [key, each] of runs) {
    const { channels, last, run, betterSince, isOld, isQueued, isSearched, next } = each;
    if (isSearched || next !== null) return null;
    const [only = NONE] = channels.length === 1 ? channels : [];
    if (key === WHOLE_METER && runs.get(only) === each) continue;
    if (each === wholeRun && key !== WHOLE_METER) whole = key;
    packed.push([
      key,
      (isOld ? 1 : 0) + (isQueued ? 2 : 0),
      placeOf(betterSince),
      only === key ? 0 : channels,
      [...last].flatMap(([channel, { time, grade }]) => [channel, placeOf(time), gradeRank(grade)]),
      packRun(run, placeOf),
      packBefore(each, placeOf),
    ]);
  }
  return JSON.stringify([times, packed, whole] satisfies Packed);
};

const unpackLast = (last: readonly number[], times: readonly number[]): LastGrades => {
  const grades: LastGrades = new Map();
  for (let i = 0; i < last.length; i += 3) {
    const grade = GRADES[last[i + 2] as number] as (typeof GRADES)[number];
    grades.set(last[i] as number, { time: times[last[i + 1] as number] as number, grade });
  }
  return grades;
};

export const unpackRuns = (text: string): Runs => {
  const [times, packed, whole] = JSON.parse(text) as Packed;
  const runs: Runs = new Map();
  for (const [key, flags, betterSince, channels, last, packedRun, before] of packed) {
    const run = unpackRun(packedRun, times);
    const unpacked: AirRun = {
      channels: sharedChannels(channels === 0 ? [key] : channels),
      last: unpackLast(last, times),
      run,
      before: typeof before === 'number' ? { ...run, last: times[before] ?? null } : unpackRun(before, times),
      next: null,
      betterSince: times[betterSince] ?? null,
      isOld: (flags & 1) !== 0,
      isQueued: (flags & 2) !== 0,
      isSearched: false,
    };
    runs.set(key, unpacked);
    if (key === whole) runs.set(WHOLE_METER, unpacked);
  }
  return runs;
};
