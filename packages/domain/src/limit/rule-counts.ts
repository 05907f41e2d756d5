import type { TimeRange } from '../range.ts';
import type { Direction, LimitRule } from './rule.ts';

export const VERDICTS = ['MET', 'EXCEEDED', 'NOT_ENOUGH_DATA', 'NOT_APPLICABLE'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The value farthest on the wrong side. `isReading`: no mean is known there, so it is a single reading of that time. */
export interface Worst extends Readonly<TimeRange> {
  readonly ticks: number;
  readonly limit: number;
  readonly isReading: boolean;
}

/** Counts of a rule's averaging periods. */
export interface RuleCounts {
  /** Periods in which a meter was expected to measure; those with enough data; those of them that complied. */
  expected: number;
  valid: number;
  complied: number;
  /** Readings that arrived and that were expected, in the hours of the rule. */
  received: number;
  due: number;
  worst: Worst | null;
}

export const emptyCounts = (): RuleCounts => ({ expected: 0, valid: 0, complied: 0, received: 0, due: 0, worst: null });

/** How far a value lies on the wrong side of a limit. */
export const excessOf = (ticks: number, limit: number, direction: Direction): number =>
  direction === 'AT_LEAST' ? limit - ticks : ticks - limit;

/** Whether a value is worse than the worst one. A reading counts like a mean: no mean of its time is worse. */
export const isWorse = (worst: Worst | null, ticks: number, limit: number, direction: Direction): boolean =>
  worst === null || excessOf(ticks, limit, direction) > excessOf(worst.ticks, worst.limit, direction);

/** The worse of two. */
export const worse = (a: Worst | null, b: Worst | null, direction: Direction): Worst | null =>
  b !== null && isWorse(a, b.ticks, b.limit, direction) ? b : a;

export const addCounts = (to: RuleCounts, counts: RuleCounts, direction: Direction): void => {
  to.expected += counts.expected;
  to.valid += counts.valid;
  to.complied += counts.complied;
  to.received += counts.received;
  to.due += counts.due;
  to.worst = worse(to.worst, counts.worst, direction);
};

/** Binary error of a share of whole numbers. */
const TIE = 1e-9;

/** The verdict of a rule over a period. An exceedance counts however much is missing. */
export const verdictOf = (
  { statistic, minCompleteness }: Pick<LimitRule, 'statistic' | 'minCompleteness'>,
  { expected, valid, complied }: Pick<RuleCounts, 'expected' | 'valid' | 'complied'>,
): Verdict => {
  if (expected === 0) return 'NOT_APPLICABLE';
  const failed = valid - complied;
  const isComplete = valid > 0 && valid / expected >= minCompleteness - TIE;
  switch (statistic.kind) {
    case 'EACH':
      return failed > 0 ? 'EXCEEDED' : isComplete ? 'MET' : 'NOT_ENOUGH_DATA';
    case 'PERCENTILE': {
      const allowed = Math.floor(((100 - statistic.percentile) / 100) * expected + TIE);
      return failed > allowed ? 'EXCEEDED' : isComplete ? 'MET' : 'NOT_ENOUGH_DATA';
    }
    case 'SHARE': {
      const { share, missingFails } = statistic;
      if (missingFails) {
        if (complied / expected >= share - TIE) return 'MET';
        return failed / expected > 1 - share + TIE ? 'EXCEEDED' : 'NOT_ENOUGH_DATA';
      }
      if (!isComplete) return 'NOT_ENOUGH_DATA';
      return complied / valid >= share - TIE ? 'MET' : 'EXCEEDED';
    }
  }
};

const SEVERITY: readonly Verdict[] = ['NOT_APPLICABLE', 'MET', 'NOT_ENOUGH_DATA', 'EXCEEDED'];

/** The verdict of a place: that of its worst meter. */
export const worstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  SEVERITY[Math.max(0, ...verdicts.map((verdict) => SEVERITY.indexOf(verdict)))] ?? 'NOT_APPLICABLE';
