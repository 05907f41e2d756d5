import type { HourLimit, SeriesAnswer, WeekAnswer } from '@airdeck/contract/history/schema';
import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { isComparable } from '@airdeck/domain/completeness';
import { formatNumber } from '../../../lib/format/number.ts';
import { percentOf, type Scale, scaleOf, shareScale, shareText, unitDigits } from '../week/scale.ts';

interface ModelDay {
  day: string;
  /** The mean, or the share of hours beyond the limit in percent; null where nothing was measured. */
  shown: number | null;
  mean: number | null;
  rating: Rating | null;
  completeness: number;
  fill: string | null;
  isThin: boolean;
}

export interface CalendarModel {
  days: readonly ModelDay[];
  /** The highest day among those with enough data. */
  highest: ModelDay | null;
  thin: number;
  legend: Scale['legend'];
  /** The limit of shares; undefined where means are shown. */
  limit: HourLimit | null | undefined;
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

/** The days of the first line of an answer in days: their means, or with the hours of the same days the shares. */
export function calendarModel(
  answer: SeriesAnswer,
  language: Language,
  hours: Pick<WeekAnswer, 'days' | 'limit'> | null,
): CalendarModel {
  const { measure, time_zone: zone, series } = answer;
  const [line] = series;
  const [unit, digits] = unitDigits(measure);
  const scale = hours === null ? scaleOf(answer, line?.values ?? [], language) : shareScale(language);
  const shares = new Map(hours?.days.map(({ day, beyond }) => [day, percentOf(beyond)]));
  const days = startsOf(line?.times ?? []).map((start, at): ModelDay => {
    const mean = line?.values[at] ?? null;
    const completeness = line?.completeness?.[at] ?? 0;
    const day = localDay(start, zone);
    const shown = hours === null ? mean : (shares.get(day) ?? null);
    return {
      ...{ day, shown, mean, completeness },
      rating: shown === null ? null : scale.ratingOf(shown),
      fill: shown === null ? null : scale.fillOf(shown),
      isThin: shown !== null && !isComparable(completeness),
    };
  });
  const firm = days.filter(({ shown, isThin }) => shown !== null && !isThin);
  const highest = firm.reduce<ModelDay | null>(
    (best, each) => ((each.shown ?? 0) > (best?.shown ?? Number.NEGATIVE_INFINITY) ? each : best),
    null,
  );
  return {
    ...{ days, highest, limit: hours?.limit, unit, digits, language, legend: scale.legend },
    thin: days.filter(({ isThin }) => isThin).length,
  };
}

/** A number of the calendar, without its unit. */
export const dayText = ({ limit, digits, language }: CalendarModel, shown: number): string =>
  limit === undefined ? formatNumber(shown, digits, language) : shareText(shown);
