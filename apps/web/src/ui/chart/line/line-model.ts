import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { DateForm } from '../../../lib/format/date.ts';
import type { ChartBands, ChartSeries } from '../model/chart-data.ts';
import { lineMark, type Mark, periodMark } from '../model/mark.ts';
import type { TimeRange } from '../model/time-range.ts';

/** Everything that a line chart draws. */
export interface LineModel {
  series: readonly ChartSeries[];
  /** Names of the period itself and of those 1, 2, 3 earlier; empty when only it is drawn. */
  periods: readonly string[];
  unit: string;
  digits: number;
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The form of a point's time. */
  timeForm: DateForm;
  /** Ends of the axis, whatever was measured, epoch ms. */
  from: number;
  to: number;
  /** The requested range, where the axis is a little longer. */
  period: TimeRange | undefined;
  bands: ChartBands | undefined;
  /** Names of the bands, beside them; undefined where there is no room. */
  ratingName: ((rating: Rating) => string) | undefined;
}

/** The series themselves, without their earlier periods. */
export const ownSeries = ({ series }: LineModel) =>
  series.filter(({ hue }, i) => series.findIndex((other) => other.hue === hue) === i);

/** The periods that are drawn, the period itself first. */
export const drawnPeriods = ({ series, periods }: LineModel) =>
  periods.flatMap((name, earlier) => (series.some((line) => line.earlier === earlier) ? { name, earlier } : []));

/** Name of a line: the period of a single series; with several series the series and, if it is earlier, the period. */
export function lineName(model: LineModel, { name, earlier }: ChartSeries): string {
  const period = model.periods[earlier] ?? '';
  if (model.periods.length < 2) return name;
  if (ownSeries(model).length < 2) return period;
  return earlier === 0 ? name : `${name} · ${period}`;
}

/** Series by their colour, then periods by their dashes. */
export function legendOf(model: LineModel): { mark: Mark; name: string }[] {
  const own = ownSeries(model);
  const periods = drawnPeriods(model).map(({ name, earlier }) => ({
    name,
    mark: own.length > 1 ? periodMark(earlier) : lineMark(own[0]?.hue ?? 0, earlier),
  }));
  if (periods.length < 2) return own.map(({ name, hue }) => ({ name, mark: lineMark(hue, 0) }));
  if (own.length < 2) return periods;
  return [...own.map(({ name, hue }) => ({ name, mark: lineMark(hue, 0) })), ...periods.slice(1)];
}
