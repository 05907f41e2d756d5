import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { isComparable } from '@airdeck/domain/completeness';
import { formatNumber } from '../../../lib/format/number.ts';
import { type Scale, scaleOf, unitDigits } from '../week/week-model.ts';

interface ModelDay {
  day: string;
  mean: number | null;
  rating: Rating | null;
  completeness: number;
  fill: string | null;
  isThin: boolean;
}

export interface CalendarModel {
  days: readonly ModelDay[];
  /** The day with the highest mean among those with enough data. */
  highest: ModelDay | null;
  thin: number;
  legend: Scale['legend'];
  unit: string;
  digits: number;
  language: Language;
}

/** Starts of the buckets, epoch ms: the first in seconds, then the steps between them. */
function startsOf(times: readonly number[]): number[] {
  let at = 0;
  return times.map((step) => {
    at += step;
    return at * 1000;
  });
}

/** The days of the first line of an answer in days. */
export function calendarModel(answer: SeriesAnswer, language: Language): CalendarModel {
  const { measure, time_zone: zone, series } = answer;
  const [line] = series;
  const [unit, digits] = unitDigits(measure);
  const scale = scaleOf(answer, line?.values ?? [], language);
  const days = startsOf(line?.times ?? []).map((start, at): ModelDay => {
    const mean = line?.values[at] ?? null;
    const completeness = line?.completeness?.[at] ?? 0;
    return {
      ...{ day: localDay(start, zone), mean, completeness },
      rating: mean === null ? null : scale.ratingOf(mean),
      fill: mean === null ? null : scale.fillOf(mean),
      isThin: mean !== null && !isComparable(completeness),
    };
  });
  const firm = days.filter(({ mean, isThin }) => mean !== null && !isThin);
  const highest = firm.reduce<ModelDay | null>(
    (best, each) => ((each.mean ?? 0) > (best?.mean ?? Number.NEGATIVE_INFINITY) ? each : best),
    null,
  );
  return {
    ...{ days, highest, unit, digits, language, legend: scale.legend },
    thin: days.filter(({ isThin }) => isThin).length,
  };
}

export const calendarValue = ({ digits, language }: CalendarModel, mean: number): string =>
  formatNumber(mean, digits, language);
