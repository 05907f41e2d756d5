import type { Measure } from '@airdeck/contract/history/query';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { GRADES } from '@airdeck/domain/grade';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { formatNumber, formatSpan, shownDigits } from '../../../lib/format/number.ts';
import { toneOf } from '../../../ui/grade/tone.ts';
import { WEEK_COLORS } from '../../../ui/theme/tokens.ts';

const NO_FILL = WEEK_COLORS.none;
/** Fills by tone. */
const GRADE_FILLS: readonly string[] = [NO_FILL, ...WEEK_COLORS.grades];
const NEUTRAL_FILLS = WEEK_COLORS.neutral;

/** Ratings, fills and legend of the means of a measure. */
export interface Scale {
  ratingOf: (mean: number) => Rating | null;
  fillOf: (mean: number) => string;
  legend: { fill: string; rating: Rating | null; range: string }[];
}

/** Writes a number of a legend in the viewer's language. */
interface Writer {
  language: Language;
  write: (value: number) => string;
}

/** Grades by the bounds of the period's last day. */
function gradeScale(bounds: WeekAnswer['bounds'], { write, language }: Writer): Scale {
  const rank = (mean: number) => bounds.filter((bound) => mean > bound).length;
  const fill = (rating: Rating) => GRADE_FILLS[toneOf(rating)] ?? NO_FILL;
  const ranges = GRADES.map((_, i) => {
    const [low, high] = [bounds[i - 1], bounds[i]];
    if (low === undefined) return `≤ ${write(high ?? 0)}`;
    return high === undefined ? `> ${write(low)}` : formatSpan(write(low), write(high), language);
  });
  return {
    ratingOf: (mean) => GRADES[rank(mean)] ?? null,
    fillOf: (mean) => fill(GRADES[rank(mean)] ?? 'VERY_BAD'),
    legend: GRADES.map((rating, i) => ({ fill: fill(rating), rating, range: ranges[i] ?? '' })),
  };
}

/** Equal steps from the lowest mean to the highest, for types without grades. */
function neutralScale(means: readonly number[], { write, language }: Writer): Scale {
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const step = (high - low) / NEUTRAL_FILLS.length;
  const place = (mean: number) =>
    step === 0 ? 0 : Math.min(NEUTRAL_FILLS.length - 1, Math.floor((mean - low) / step));
  const fills = step === 0 ? NEUTRAL_FILLS.slice(0, 1) : NEUTRAL_FILLS;
  return {
    ratingOf: () => null,
    fillOf: (mean) => NEUTRAL_FILLS[place(mean)] ?? NEUTRAL_FILLS[0],
    legend:
      means.length === 0
        ? []
        : fills.map((fill, i) => ({
            fill,
            rating: null,
            range: formatSpan(write(low + step * i), write(low + step * (i + 1)), language),
          })),
  };
}

const isNeutral = (measure: Measure): boolean => measure !== 'INDEX' && ratingsOf(measure) !== GRADES;

/** Unit and shown digits of a measure. */
export const unitDigits = (measure: Measure): [unit: string, digits: number] =>
  measure === 'INDEX' ? ['', 0] : [SENSOR_TYPE_INFO[measure].unit, shownDigits(measure)];

/** The scale of some means: grades where the measure has them, else equal steps. */
export function scaleOf(
  { measure, bounds }: Pick<WeekAnswer, 'measure' | 'bounds'>,
  means: readonly (number | null)[],
  language: Language,
): Scale {
  const [, digits] = unitDigits(measure);
  const known = means.filter((value) => value !== null);
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  return isNeutral(measure)
    ? neutralScale(known, { language, write: (value) => formatNumber(value, digits, language) })
    : gradeScale(bounds, { language, write: (value) => short.format(value) });
}

/** Upper ends of the steps of a share, %. */
const STEPS = [0, 10, 25, 50, 100] as const;

/** Fills of shares: the first one is of cells without an hour beyond the limit. */
export const shareScale = (language: Language): Scale => ({
  ratingOf: () => null,
  fillOf: (percent) => WEEK_COLORS.neutral[STEPS.findIndex((step) => percent <= step)] ?? WEEK_COLORS.neutral[4],
  legend: STEPS.map((step, at) => ({
    fill: WEEK_COLORS.neutral[at] ?? WEEK_COLORS.neutral[4],
    rating: null,
    range: at === 0 ? '0 %' : `${formatSpan(at === 1 ? '>0' : String(STEPS[at - 1]), String(step), language)} %`,
  })),
});

export const percentOf = (share: number | null): number | null => (share === null ? null : share * 100);

/** `25 %`; only a share of 0 is written as 0, and only a whole one as 100. */
export const shareText = (percent: number | null): string => {
  if (percent === null) return '–';
  if (percent > 0 && percent < 1) return '<1 %';
  return `${percent === 100 ? 100 : Math.min(99, Math.round(percent))} %`;
};
