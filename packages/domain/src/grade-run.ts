import { MISSED_INTERVALS } from './freshness.ts';
import { GRADES, type Grade, gradeRank } from './grade.ts';

/**
 * What lies before a run. CHANGE: a reading in a better grade. GAP: nothing for more than 3 intervals, so nobody knows.
 * OPEN: nothing that has been looked at; the run may be longer.
 */
export type RunBegin = 'CHANGE' | 'GAP' | 'OPEN';

export interface RunStart {
  /** Of its first reading, epoch ms. */
  readonly time: number;
  readonly begins: RunBegin;
}

/**
 * The readings of one sensor from `from` on, folded to what tells since when its air has been at least so bad. Of each
 * grade (from best to worst) the start of the unbroken run of readings in it or a worse one that reaches up to the last
 * reading; null where the last reading is better.
 */
export interface GradeRun {
  /** Nothing before it was looked at, epoch ms. */
  readonly from: number;
  /** Of the last reading, epoch ms; null before the first. */
  readonly last: number | null;
  readonly starts: readonly (RunStart | null)[];
}

/** How long a meter may be silent before its runs are broken, ms. */
export const runPatience = (intervalS: number): number => MISSED_INTERVALS * intervalS * 1000;

/** No reading yet. */
export const emptyRun = (from: number): GradeRun => ({ from, last: null, starts: GRADES.map(() => null) });

const beginOf = ({ from, last }: GradeRun, time: number, patienceMs: number): RunBegin => {
  if (time - (last ?? from) > patienceMs) return 'GAP';
  return last === null ? 'OPEN' : 'CHANGE';
};

/** A run with one more reading, which is later than its last one. */
export function addToRun(run: GradeRun, time: number, grade: Grade, patienceMs: number): GradeRun {
  const begins = beginOf(run, time, patienceMs);
  const rank = gradeRank(grade);
  const keeps = (start: RunStart | null | undefined, of: number): boolean =>
    of > rank ? start === null : begins !== 'GAP' && start !== null;
  // Mostly nothing changes but the time.
  if (run.starts.every(keeps)) return { from: run.from, last: time, starts: run.starts };
  const starts = run.starts.map((start, of) => {
    if (of > rank) return null;
    return begins !== 'GAP' && start !== null ? start : { time, begins };
  });
  return { from: run.from, last: time, starts };
}

/**
 * What one fold over both would be: of the readings of `earlier`, and of those of `later`, which was begun where
 * `earlier` ends. So a run may be looked back at step by step.
 */
export function joinRuns(earlier: GradeRun, later: GradeRun, patienceMs: number): GradeRun {
  const { from } = earlier;
  if (later.last === null) return earlier;
  const starts = later.starts.map((start, of): RunStart | null => {
    if (start?.begins !== 'OPEN') return start;
    const begins = beginOf(earlier, start.time, patienceMs);
    return begins === 'CHANGE' ? (earlier.starts[of] ?? { time: start.time, begins }) : { time: start.time, begins };
  });
  return { from, last: later.last, starts };
}

/** Since when the air has been at least as bad as a grade; null when it is better. */
export const runStart = (run: GradeRun, grade: Grade): RunStart | null => run.starts[gradeRank(grade)] ?? null;
