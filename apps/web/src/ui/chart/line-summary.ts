import type { TFunction } from 'i18next';
import { formatDate } from '../../lib/format/date.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { type ChartSeries, rangeOf } from './chart-data.ts';
import { type LineLook, lineName } from './line-look.ts';

function sentence(look: LineLook, series: ChartSeries, t: TFunction): string {
  const name = lineName(look, series);
  const { times, values } = series;
  const range = rangeOf([values]);
  if (range === null) return `${name}: ${t('common.trendEmpty')}`;
  const isKnown = (value: number) => !Number.isNaN(value);
  const last = values.findLastIndex(isKnown);
  const number = (value: number | undefined) =>
    `${formatNumber(value ?? 0, look.digits, look.language)} ${look.unit}`.trimEnd();
  const date = (i: number) => formatDate(times[i] ?? 0, look.timeForm, look);
  const [min, max] = range;
  return `${name}: ${t('common.trend', {
    from: date(values.findIndex(isKnown)),
    to: date(last),
    min: number(min),
    max: number(max),
    last: number(values[last]),
  })}`;
}

/** What the lines show, a sentence for each: from when to when, lowest, highest, last. */
export const lineSummary = (look: LineLook, t: TFunction): string[] =>
  look.series.map((series) => sentence(look, series, t));
