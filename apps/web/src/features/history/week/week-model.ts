import type { HourLimit, WeekAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { formatNumber } from '../../../lib/format/number.ts';
import type { FillMark } from '../../../ui/chart/model/mark.ts';
import { COLORS, WEEK_COLORS } from '../../../ui/theme/tokens.ts';
import type { Heat } from '../model/search.ts';
import { percentOf, scaleOf, shareScale, shareText, unitDigits } from './scale.ts';
import { peakOf, type WeekPeak } from './week-peak.ts';

export const HOURS = 24;
export const DAYS = 7;

const HATCH: FillMark = {
  kind: 'fill',
  color: COLORS.hatch,
  pattern: { path: 'M-2,2L2,-2M0,8L8,0M6,10L10,6', ink: WEEK_COLORS.hatchInk },
};

export interface WeekCell {
  /** Monday is 0. */
  weekday: number;
  hour: number;
  /** The shown value: the mean, or the share beyond the limit in percent; null where nothing was measured. */
  shown: number | null;
  mean: number | null;
  max: number | null;
  /** Received ÷ expected; null if no such hour has begun. */
  completeness: number | null;
  /** Rating of the mean; null without a mean, for an unrated type, and where shares are shown. */
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
  /** The values of the cells, and the limit of their shares. */
  heat: Heat;
  limit: HourLimit | null;
  /** The highest cell, named by the text about the peak. */
  highest: WeekCell | null;
  thin: number;
  /** Whether any cell has maintenance. */
  hasMaintenance: boolean;
  unit: string;
  digits: number;
  language: Language;
}

/** Model of a week's table and picture. */
export function weekModel(answer: WeekAnswer, language: Language, heat: Heat): WeekModel {
  const { measure, mean, max, completeness, maintenance } = answer;
  const shown = heat === 'mean' ? mean : answer.beyond.map(percentOf);
  const [unit, digits] = unitDigits(measure);
  const scale = heat === 'mean' ? scaleOf(answer, mean, language) : shareScale(language);
  const cells = shown.map((value, at): WeekCell => {
    const share = completeness[at] ?? null;
    return {
      weekday: Math.floor(at / HOURS),
      hour: at % HOURS,
      shown: value,
      mean: mean[at] ?? null,
      max: max[at] ?? null,
      completeness: share,
      rating: value === null ? null : scale.ratingOf(value),
      mark: value === null ? HATCH : { kind: 'fill', color: scale.fillOf(value) },
      isThin: value !== null && !isComparable(share ?? 0),
      hasMaintenance: value !== null && maintenance[at] === true,
    };
  });
  const firm = cells.filter(({ shown: value, isThin }) => value !== null && !isThin);
  const compared = cells.map((cell) => (firm.length > 0 && cell.isThin ? null : cell.shown));
  const peak = peakOf(compared);
  const top = compared.reduce<number>(
    (best, value, at) => ((value ?? -Infinity) > (compared[best] ?? -Infinity) ? at : best),
    0,
  );
  return {
    ...{ cells, peak, unit, digits, language, heat, limit: heat === 'mean' ? null : answer.limit },
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

/** The number of a cell. */
export const cellText = (model: WeekModel, { shown }: WeekCell): string =>
  model.heat === 'mean' ? meanText(model, shown) : shareText(shown);

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
