import { coverageOf, type Facility } from './facility.ts';
import type { LimitPack, LimitRule } from './rule.ts';

/** The subject in which a regional rule replaces others of its pack. */
const subjectOf = ({ quantity, averaging, level, isRecommended }: LimitRule): string =>
  [quantity, averaging, level, isRecommended].join('/');

const holds = (rule: LimitRule, { kind, region, ventilation }: Facility, day: string): boolean =>
  rule.validFrom <= day &&
  (rule.validTo === null || day <= rule.validTo) &&
  (rule.kinds === null || (kind !== null && rule.kinds.includes(kind))) &&
  (rule.ventilations === null || rule.ventilations.includes(ventilation)) &&
  (rule.region === null || rule.region === region);

/**
 * The rules of a pack that hold for a facility on a local day. A size that is unknown counts as large enough, an unknown
 * ventilation as what the rule says of it, an unknown region as one without rules of its own.
 */
export const rulesOn = <Rule extends LimitRule>(
  { isKoreanAct, rules }: Omit<LimitPack, 'rules'> & { readonly rules: readonly Rule[] },
  facility: Facility,
  day: string,
): Rule[] => {
  if (isKoreanAct && coverageOf(facility, day) === 'NOT_COVERED') return [];
  const holding = rules.filter((rule) => holds(rule, facility, day));
  const regional = new Set(holding.filter(({ region }) => region !== null).map(subjectOf));
  return holding.filter((rule) => rule.region !== null || !regional.has(subjectOf(rule)));
};
