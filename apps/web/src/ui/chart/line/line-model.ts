import type { Rating } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { DateForm } from '../../../lib/format/date.ts';
import type { ChartBands, ChartSeries } from '../model/chart-data.ts';
import { bandMark, lineMark, MAINTENANCE_MARK, type Mark, middleMark, periodMark } from '../model/mark.ts';
import { type TimeRange, timeRangeText, weeksEarlier } from '../model/time-range.ts';
import type { Difference, Usual } from './usual.ts';

/** Everything that a line chart draws. */
export interface LineModel {
  series: readonly ChartSeries[];
  /** Names of the period itself and of those 1, 2, 3 earlier; empty when only it is drawn. */
  periods: readonly string[];
  /** The usual values of the earlier weeks, for series that are compared with several. */
  usuals: readonly Usual[];
  /** How the distance from the usual is written; undefined where it is not. */
  difference: Difference | undefined;
  /** Name of the strip of differences, of the band and of its middle. */
  differenceName: string;
  bandName: string;
  middleName: string;
  unit: string;
  digits: number;
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The form of a point's time. */
  timeForm: DateForm;
  /** Ends of the axis, independent of the readings, epoch ms. */
  from: number;
  to: number;
  /** The requested range, where the axis is a little longer. */
  period: TimeRange | undefined;
  bands: ChartBands | undefined;
  /** Ranges of maintenance, and their name. */
  maintenance: readonly TimeRange[];
  maintenanceName: string;
  /** Names of the bands, beside them; undefined where there is no room. */
  ratingName: ((rating: Rating) => string) | undefined;
}

/** The series themselves, without their earlier periods. */
export const ownSeries = ({ series }: LineModel) =>
  series.filter(({ hue }, i) => series.findIndex((other) => other.hue === hue) === i);

/** The periods that are drawn, the period itself first. */
export const drawnPeriods = ({ series, periods }: LineModel) =>
  periods.flatMap((name, earlier) => (series.some((line) => line.earlier === earlier) ? { name, earlier } : []));

/** The days of an earlier period as a text; empty for the period itself, whose days are in the title. */
function daysText({ period, from, to, language, timeZone }: LineModel, earlier: number): string {
  if (earlier === 0) return '';
  const range = period ?? { from, to };
  const [first, end] = [range.from, range.to].map((time) => weeksEarlier(time, earlier, timeZone));
  return ` (${timeRangeText({ from: first ?? 0, to: end ?? 0 }, { language, timeZone })})`;
}

/** Name of a line with the days that it is of: `1 wk ago (2025-07-07)`. */
export const lineName = (model: LineModel, series: ChartSeries): string =>
  `${shortName(model, series)}${daysText(model, series.earlier)}`;

/** Name of a line: the period of a single series; with several series the series and, if it is earlier, the period. */
export function shortName(model: LineModel, { name, earlier }: ChartSeries): string {
  const period = model.periods[earlier] ?? '';
  if (model.periods.length < 2) return name;
  if (ownSeries(model).length < 2) return period;
  return earlier === 0 ? name : `${name} · ${period}`;
}

/** Whether an earlier week is part of a band, and not a separate line. */
export const isInBand = ({ usuals }: Pick<LineModel, 'usuals'>, { hue, earlier }: ChartSeries): boolean =>
  earlier > 0 && usuals.some((usual) => usual.hue === hue);

type LegendEntry = { mark: Mark; name: string };

/** The name of the shaded ranges, if any are drawn. */
export const maintenanceEntries = ({ maintenance, maintenanceName: name }: LineModel): LegendEntry[] =>
  maintenance.length === 0 ? [] : [{ name, mark: MAINTENANCE_MARK }];

/** The lines, and the shaded ranges behind them. */
export const legendOf = (model: LineModel): LegendEntry[] => [...linesOf(model), ...maintenanceEntries(model)];

/** Series by colour, followed by their comparison: the band of the weeks, or periods by dashes. */
function linesOf(model: LineModel): LegendEntry[] {
  const own = ownSeries(model);
  const lines = own.map(({ name, hue }) => ({ name, mark: lineMark(hue, 0) }));
  const [now, ...earlier] = drawnPeriods(model).map(({ name, earlier: weeks }) => ({
    name: `${name}${daysText(model, weeks)}`,
    mark: own.length > 1 ? periodMark(weeks) : lineMark(own[0]?.hue ?? 0, weeks),
  }));
  if (now === undefined || earlier.length === 0) return lines;
  const hue = own.length > 1 ? null : (own[0]?.hue ?? 0);
  const compared =
    model.usuals.length === 0
      ? earlier
      : [
          { name: model.bandName, mark: bandMark(hue) },
          { name: model.middleName, mark: middleMark(hue) },
        ];
  return [...(own.length > 1 ? lines : [now]), ...compared];
}
