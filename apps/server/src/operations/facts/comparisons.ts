import { isDeepStrictEqual } from 'node:util';

/** Further contradictions are counted but not listed. */
const MAX_LISTED = 100;

export interface FactsReport {
  comparisons: number;
  contradictions: number;
  /** Messages of the first contradictions. */
  listed: string[];
}

/** Counts comparisons of the same fact in two places. */
export interface Comparisons {
  /** Both say the same. */
  same(fact: string, one: unknown, other: unknown): void;
  /** A rule that facts keep among themselves. */
  holds(fact: string, isTrue: boolean): void;
  /** Adds those of a report. */
  add(report: FactsReport): void;
  report(): FactsReport;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? String(value);

export const createComparisons = (): Comparisons => {
  const report: FactsReport = { comparisons: 0, contradictions: 0, listed: [] };
  const count = (isTrue: boolean, text: () => string): void => {
    report.comparisons++;
    if (isTrue) return;
    report.contradictions++;
    if (report.listed.length < MAX_LISTED) report.listed.push(text());
  };
  return {
    same: (fact, one, other) =>
      count(isDeepStrictEqual(one, other), () => `${fact}: ${textOf(one)} and ${textOf(other)}`),
    holds: (fact, isTrue) => count(isTrue, () => fact),
    add({ comparisons, contradictions, listed }) {
      report.comparisons += comparisons;
      report.contradictions += contradictions;
      report.listed.push(...listed.slice(0, MAX_LISTED - report.listed.length));
    },
    report: () => report,
  };
};

/** Times that everything is asked again while it contradicts itself: readings may have arrived between two questions. */
const MAX_TRIES = 5;

/** Compares facts that late readings may change meanwhile. Facts that still differ at the last try are contradictions. */
export const compareSettled = async (
  compare: Comparisons,
  run: (trial: Comparisons) => Promise<void>,
): Promise<void> => {
  for (let i = 1; ; i++) {
    const trial = createComparisons();
    await run(trial);
    const report = trial.report();
    if (report.contradictions > 0 && i < MAX_TRIES) continue;
    return compare.add(report);
  }
};
