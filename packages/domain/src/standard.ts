/** Four thresholds of a type, ascending (THRESHOLD_FIELDS names them). */
export type Bounds = readonly number[];

/** What was decided of a type's thresholds. `bounds` null: none of one's own, what lies above holds again. */
export interface Decision {
  /** First local day ('YYYY-MM-DD') on which it holds. */
  readonly validFrom: string;
  readonly bounds: Bounds | null;
}

/** What somebody wants to hold from a day on; null: no other day than the one from which it holds already. */
export interface DecisionWish {
  readonly validFrom: string | null;
  readonly bounds: Bounds | null;
}

/** The decision in force on a day; null before the first one. */
export function decisionOn(decisions: readonly Decision[], day: string): Decision | null {
  const begun = decisions.filter(({ validFrom }) => validFrom <= day);
  return begun.reduce<Decision | null>((last, each) => (last && last.validFrom > each.validFrom ? last : each), null);
}

/** The first decision that has yet to begin; null when none is planned. */
export function plannedAfter(decisions: readonly Decision[], today: string): Decision | null {
  const planned = decisions.filter(({ validFrom }) => validFrom > today);
  return planned.reduce<Decision | null>(
    (first, each) => (first && first.validFrom < each.validFrom ? first : each),
    null,
  );
}

export function isSameBounds(a: Bounds | null, b: Bounds | null): boolean {
  return a === b || (a?.length === b?.length && (a ?? []).every((bound, i) => bound === b?.[i]));
}

/** Whether a wish is what holds today, and since when it does: then nothing is to be decided, and plans stay. */
export function isInForce(decisions: readonly Decision[], wish: DecisionWish, today: string): boolean {
  const now = decisionOn(decisions, today);
  const isItsDay = wish.validFrom === null || wish.validFrom === (now?.validFrom ?? null);
  return isItsDay && isSameBounds(wish.bounds, now?.bounds ?? null);
}

/** What is wrong with the day of a wish that is not in force; null when nothing is. History is never decided anew. */
export function wishIssue(wish: DecisionWish, today: string): 'REQUIRED' | 'PAST' | null {
  if (wish.validFrom === null) return 'REQUIRED';
  return wish.validFrom < today ? 'PAST' : null;
}

/**
 * The decisions when a wish has been taken: what holds until its day stays, what was planned goes, and from its day on the
 * wish holds. One that says what holds anyway leaves none, so that it takes back what was planned.
 */
export function decide(
  decisions: readonly Decision[],
  validFrom: string,
  bounds: Bounds | null,
  today: string,
): Decision[] {
  const kept = decisions.filter((each) => each.validFrom <= today && each.validFrom < validFrom);
  const before = decisionOn(kept, validFrom)?.bounds ?? null;
  return isSameBounds(before, bounds) ? kept : [...kept, { validFrom, bounds }];
}
