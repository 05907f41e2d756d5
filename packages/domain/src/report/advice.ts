import type { Verdict } from '../limit/rule-counts.ts';
import type { SensorType } from '../sensor-type.ts';

/** The verdict of a month in one sentence. */
export const MONTH_VERDICTS = ['GOOD', 'ATTENTION', 'BAD', 'NO_DATA'] as const;
export type MonthVerdict = (typeof MONTH_VERDICTS)[number];

/** Acts that improve the air of a room. */
export const ACTS = [
  'AIR_MORE',
  'RUN_PURIFIER',
  'PLACE_PURIFIER',
  'FIND_SOURCE',
  'CHECK_HEATING',
  'CHECK_HUMIDITY',
] as const;
export type Act = (typeof ACTS)[number];

/** Below this share of a room's time a limit was not kept to seriously. */
const SERIOUS_SHARE = 0.9;

interface Judged {
  verdict: Verdict;
  shareOfValid: number | null;
  isRecommended: boolean;
}

/** The verdict of a month by the verdicts of its rules. Recommendations only ask for attention. */
export const monthVerdict = (rules: readonly Judged[]): MonthVerdict => {
  const decided = rules.filter(({ verdict }) => verdict === 'MET' || verdict === 'EXCEEDED');
  if (decided.length === 0) return 'NO_DATA';
  const exceeded = decided.filter(({ verdict }) => verdict === 'EXCEEDED');
  if (exceeded.some(({ shareOfValid, isRecommended }) => !isRecommended && (shareOfValid ?? 0) < SERIOUS_SHARE)) {
    return 'BAD';
  }
  return exceeded.length > 0 ? 'ATTENTION' : 'GOOD';
};

/** The suggested act for a room where a type is worst. */
export const actFor = (type: SensorType, hasPurifier: boolean): Act => {
  switch (type) {
    case 'CO2':
      return 'AIR_MORE';
    case 'PM1.0':
    case 'PM2.5':
    case 'PM10':
      return hasPurifier ? 'RUN_PURIFIER' : 'PLACE_PURIFIER';
    case 'HCHO':
      return 'FIND_SOURCE';
    case 'TEMPERATURE':
      return 'CHECK_HEATING';
    case 'HUMIDITY':
      return 'CHECK_HUMIDITY';
  }
};
