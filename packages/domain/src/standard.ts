/** Four thresholds of a type, ascending (THRESHOLD_FIELDS names them). */
export type Bounds = readonly number[];

/** A decision about a type's thresholds. `bounds` null: no own thresholds; those of the level above apply again. */
export interface Decision {
  /** First local day ('YYYY-MM-DD') on which it applies. */
  readonly validFrom: string;
  readonly bounds: Bounds | null;
}

/** Thresholds that a user wants from a day on; null: keep the day from which they already apply. */
export interface DecisionWish {
  readonly validFrom: string | null;
  readonly bounds: Bounds | null;
}

/** The decision in force on a day; null before the first one. */
export function decisionOn(decisions: readonly Decision[], day: string): Decision | null {
  const begun = decisions.filter(({ validFrom }) => validFrom <= day);
  return begun.reduce<Decision | null>((last, each) => (last && last.validFrom > each.validFrom ? last : each), null);
}

/** The first future decision; null when none is planned. */
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

/** Whether a wish equals the decision in force today, including its first day. Then nothing changes, and plans stay. */
export function isInForce(decisions: readonly Decision[], wish: DecisionWish, today: string): boolean {
  const now = decisionOn(decisions, today);
  const isItsDay = wish.validFrom === null || wish.validFrom === (now?.validFrom ?? null);
  return isItsDay && isSameBounds(wish.bounds, now?.bounds ?? null);
}

/** The issue with the day of a wish that is not in force; null: none. Past days are never changed. */
export function wishIssue(wish: DecisionWish, today: string): 'REQUIRED' | 'PAST' | null {
  if (wish.validFrom === null) return 'REQUIRED';
  return wish.validFrom < today ? 'PAST' : null;
}

/**
 * The decisions after a wish is applied: those before its day stay, planned ones are dropped, and from its day on the
 * wish applies. A wish equal to the bounds in force adds none, so it only cancels the plans.
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
