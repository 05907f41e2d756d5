import { MISSED_INTERVALS } from './freshness.ts';
import { GRADES, type Grade, gradeRank, worseGrade } from './grade.ts';

/**
 * The event before a run. CHANGE: a reading in a better grade. GAP: no reading for more than 3 intervals, so the grade
 * is unknown. OPEN: the start of the examined time; the run may be longer.
 */
export type RunBegin = 'CHANGE' | 'GAP' | 'OPEN';

export interface RunStart {
  /** Time of its first reading, epoch ms. */
  readonly time: number;
  readonly begins: RunBegin;
}

/**
 * The readings of one sensor since `from`, folded into the times since when its air has been at least that bad. For
 * each grade (best to worst): the start of the unbroken run of readings in it or a worse grade that reaches the last
 * reading; null if the last reading is better.
 */
export interface GradeRun {
  /** Start of the examined time, epoch ms. */
  readonly from: number;
  /** Time of the last reading, epoch ms; null without readings. */
  readonly last: number | null;
  readonly starts: readonly (RunStart | null)[];
}

/** How long a meter may be silent before its runs break, ms. */
export const runPatience = (intervalS: number): number => MISSED_INTERVALS * intervalS * 1000;

/** A run without readings. */
export const emptyRun = (from: number): GradeRun => ({ from, last: null, starts: GRADES.map(() => null) });

const beginOf = ({ from, last }: GradeRun, time: number, patienceMs: number): RunBegin => {
  if (time - (last ?? from) > patienceMs) return 'GAP';
  return last === null ? 'OPEN' : 'CHANGE';
};

/** Adds a reading, which must be later than the last one. */
export function addToRun(run: GradeRun, time: number, grade: Grade, patienceMs: number): GradeRun {
  const begins = beginOf(run, time, patienceMs);
  const rank = gradeRank(grade);
  const keeps = (start: RunStart | null | undefined, of: number): boolean =>
    of > rank ? start === null : begins !== 'GAP' && start !== null;
  // Usually only the time changes.
  if (run.starts.every(keeps)) return { from: run.from, last: time, starts: run.starts };
  const starts = run.starts.map((start, of) => {
    if (of > rank) return null;
    return begins !== 'GAP' && start !== null ? start : { time, begins };
  });
  return { from: run.from, last: time, starts };
}

/**
 * Joins a run and the run that starts where it ends; the same as one fold over the readings of both. This allows
 * looking back step by step.
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

/** The grades of the sensors of a place, by channel, each at its last reading. */
export type LastGrades = Map<number, { time: number; grade: Grade }>;

/** Keeps a sensor's grade; an earlier reading than its last one changes nothing. */
export const keepGrade = (last: LastGrades, channel: number, time: number, grade: Grade): void => {
  const known = last.get(channel);
  if (!known || time >= known.time) last.set(channel, { time, grade });
};

/** The worst grade at `time`; a sensor that has been silent for more than `patienceMs` does not count. */
export function worstAt(last: LastGrades, time: number, patienceMs: number): Grade | null {
  let worst: Grade | null = null;
  for (const { time: measured, grade } of last.values()) {
    if (time - measured <= patienceMs) worst = worst === null ? grade : worseGrade(worst, grade);
  }
  return worst;
}
