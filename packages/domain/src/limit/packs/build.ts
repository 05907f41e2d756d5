import type { LimitPack, LimitRule } from '../rule.ts';

/** First day of a rule whose source gives none. A source that gives only a year counts from its first day. */
export const ALWAYS = '2000-01-01';

/** The day on which all shipped rules were compared with their sources. */
export const CHECKED_ON = '2026-11-26';

const USUAL = {
  kinds: null,
  region: null,
  ventilations: null,
  direction: 'AT_MOST',
  basis: 'ABSOLUTE',
  averaging: 'HOUR',
  statistic: { kind: 'EACH' },
  hours: 'ALL',
  minCompleteness: 0.75,
  level: null,
  isRecommended: false,
  validTo: null,
  checkedOn: CHECKED_ON,
} as const satisfies Partial<LimitRule>;

type Given = Pick<LimitRule, 'quantity' | 'value' | 'unit'> & Partial<LimitRule>;

const codeOf = (group: string | undefined, rule: Omit<LimitRule, 'code'>): string =>
  [group, rule.quantity, rule.averaging, rule.level, rule.region, rule.validFrom].filter(Boolean).join('/');

/**
 * Rules that are written with what they differ in. `group` begins the codes of rules that would otherwise have the same.
 * @throws Error for a rule without source, certainty or first day
 */
export const rulesOf = (
  { group, ...shared }: Partial<LimitRule> & { group?: string },
  given: readonly Given[],
): LimitRule[] =>
  given.map((each) => {
    const rule = { ...USUAL, ...shared, ...each };
    const { source, certainty, validFrom } = rule;
    if (source === undefined || certainty === undefined || validFrom === undefined) {
      throw new Error(`a limit of ${rule.quantity} has no source, certainty or first day`);
    }
    const averagingCertainty = rule.averagingCertainty ?? certainty;
    const complete = { ...rule, source, certainty, validFrom, averagingCertainty };
    return { ...complete, code: rule.code ?? codeOf(group, complete) };
  });

export const packOf = (pack: Omit<LimitPack, 'isKoreanAct'>): LimitPack => ({ ...pack, isKoreanAct: false });
