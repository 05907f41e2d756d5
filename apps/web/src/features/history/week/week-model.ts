import type { Measure } from '@airdeck/contract/history/query';
import type { WeekAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { GRADES } from '@airdeck/domain/grade';
import { ratingsOf } from '@airdeck/domain/rating';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { formatNumber, formatSpan, shownDigits } from '../../../lib/format/number.ts';
import type { FillMark } from '../../../ui/chart/model/mark.ts';
import { toneOf } from '../../../ui/grade/tone.ts';
import { COLORS, WEEK_COLORS } from '../../../ui/theme/tokens.ts';
import { peakOf, type WeekPeak } from './week-peak.ts';

export const HOURS = 24;
export const DAYS = 7;

const NO_FILL = WEEK_COLORS.none;
/** Fills by tone. */
const GRADE_FILLS: readonly string[] = [NO_FILL, ...WEEK_COLORS.grades];
const NEUTRAL_FILLS = WEEK_COLORS.neutral;

const HATCH: FillMark = {
  kind: 'fill',
  color: COLORS.hatch,
  pattern: { path: 'M-2,2L2,-2M0,8L8,0M6,10L10,6', ink: WEEK_COLORS.hatchInk },
};

export interface WeekCell {
  /** Monday is 0. */
  weekday: number;
  hour: number;
  mean: number | null;
  max: number | null;
  /** Received ÷ expected; null if no such hour has begun. */
  completeness: number | null;
  /** Rating of the mean; null without a mean or for an unrated type. */
  rating: Rating | null;
  mark: FillMark;
  /** Whether the mean is no basis for a comparison. */
  isThin: boolean;
  /** Whether a maintenance window touches such an hour of the period. */
  hasMaintenance: boolean;
}

export interface WeekModel {
  cells: readonly WeekCell[];
  legend: readonly { mark: FillMark; rating: Rating | null; range: string }[];
  peak: WeekPeak | null;
  /** The cell with the highest mean, named by the text about the peak. */
  highest: WeekCell | null;
  thin: number;
  /** Whether any cell has maintenance. */
  hasMaintenance: boolean;
  unit: string;
  digits: number;
  language: Language;
}

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

/** Model of a week's table and picture. */
export function weekModel(answer: WeekAnswer, language: Language): WeekModel {
  const { measure, mean, max, completeness, maintenance } = answer;
  const [unit, digits] = unitDigits(measure);
  const scale = scaleOf(answer, mean, language);
  const cells = mean.map((value, at): WeekCell => {
    const share = completeness[at] ?? null;
    return {
      weekday: Math.floor(at / HOURS),
      hour: at % HOURS,
      mean: value,
      max: max[at] ?? null,
      completeness: share,
      rating: value === null ? null : scale.ratingOf(value),
      mark: value === null ? HATCH : { kind: 'fill', color: scale.fillOf(value) },
      isThin: value !== null && !isComparable(share ?? 0),
      hasMaintenance: value !== null && maintenance[at] === true,
    };
  });
  const firm = cells.filter(({ mean: value, isThin }) => value !== null && !isThin);
  const compared = cells.map((cell) => (firm.length > 0 && cell.isThin ? null : cell.mean));
  const peak = peakOf(compared);
  const top = compared.reduce<number>(
    (best, value, at) => ((value ?? -Infinity) > (compared[best] ?? -Infinity) ? at : best),
    0,
  );
  return {
    ...{ cells, peak, unit, digits, language },
    highest: peak === null ? null : (cells[top] ?? null),
    thin: cells.filter(({ isThin }) => isThin).length,
    hasMaintenance: cells.some((cell) => cell.hasMaintenance),
    legend: scale.legend.map(({ fill, rating, range }) => ({ mark: { kind: 'fill', color: fill }, rating, range })),
  };
}

/** No data, as the legend shows it. */
export const NO_DATA_MARK = HATCH;

export const meanText = ({ digits, language }: WeekModel, value: number | null): string =>
  value === null ? '–' : formatNumber(value, digits, language);

export const valueText = (model: WeekModel, value: number | null): string =>
  `${meanText(model, value)} ${model.unit}`.trimEnd();

/** The name of a weekday, Monday being 0. */
export function weekdayName(weekday: number, form: 'long' | 'short', language: Language): string {
  // 5 January 1970 was a Monday.
  const format = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' });
  return format.format(Date.UTC(1970, 0, 5 + weekday));
}

/** Ink of numbers on every fill. */
export const CELL_INK = COLORS.ink;
