import { isComparable } from '@airdeck/domain/completeness';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber, formatSpan } from '../../../lib/format/number.ts';
import { type ChartSeries, nearestIndex } from '../model/chart-data.ts';
import type { Readout, ReadoutRow } from '../model/drawing.ts';
import { bandMark, lineMark, middleMark } from '../model/mark.ts';
import { weeksEarlier } from '../model/time-range.ts';
import { drawnPeriods, isInBand, type LineModel, maintenanceEntries, ownSeries, shortName } from './line-model.ts';
import { differenceText, stripOf } from './line-strip.ts';
import { differenceAt } from './usual.ts';

/** A point is read at times up to this many steps away, because meters do not measure at the same instants. */
const REACH = 0.75;

const indexAt = ({ times, values, stepMs }: ChartSeries, time: number) =>
  nearestIndex(times, values, time, stepMs * REACH);

/** The time of the nearest point of any line; the time itself where there is none near. */
function snap({ series }: LineModel, time: number): number {
  let best = time;
  let distance = Number.POSITIVE_INFINITY;
  for (const each of series) {
    const found = each.times[indexAt(each, time) ?? -1];
    if (found === undefined || Math.abs(found - time) >= distance) continue;
    best = found;
    distance = Math.abs(found - time);
  }
  return best;
}

/** A value as text. An incomplete mean has ≈ and its completeness; a mean alone also has its lowest and highest. */
function cellOf({ digits, language }: LineModel, series: ChartSeries, index: number | null, alone: boolean) {
  if (index === null) return { text: '–' };
  const text = (value: number | undefined) => formatNumber(value ?? 0, digits, language);
  const share = series.completeness?.[index];
  const complete = share === undefined || isComparable(share);
  const notes = [
    ...(alone && series.low !== undefined
      ? [formatSpan(text(series.low[index]), text(series.high?.[index]), language)]
      : []),
    ...(complete ? [] : [`${Math.floor((share ?? 0) * 100)} %`]),
  ];
  return {
    text: `${complete ? '' : '≈ '}${text(series.values[index])}`,
    ...(notes.length === 0 ? {} : { note: notes.join(' · ') }),
  };
}

/** The usual value at a time, and the distance from it: for a series with a strip. */
function usualRow(model: LineModel, time: number): ReadoutRow[] {
  const strip = stripOf(model);
  if (strip === null) return [];
  const { usual, difference } = strip;
  const at = nearestIndex(usual.times, usual.middle, time, usual.stepMs * REACH);
  if (at === null) return [];
  const far = differenceAt(usual, difference, at);
  const about = usual.thin[at] === 1 ? '≈ ' : '';
  const text = `${about}${formatNumber(usual.middle[at] ?? 0, model.digits, model.language)}`;
  const note = Number.isNaN(far) ? {} : { note: `${about}${differenceText(model, far)}` };
  return [{ name: model.middleName, mark: middleMark(usual.hue), cells: [{ text, ...note }] }];
}

/** The day of an earlier week that lies under a time: `1 wk ago · 2025-07-07`. */
function datedPeriod(model: LineModel, name: string, earlier: number, time: number): string {
  if (earlier === 0) return name;
  return `${name} · ${formatDate(weeksEarlier(time, earlier, model.timeZone), 'date', model)}`;
}

/** The mark of maintenance, if a time is within it. */
const maintenanceAt = (model: LineModel, time: number): Readout['shades'] =>
  model.maintenance.some(({ from, to }) => from <= time && time < to) ? maintenanceEntries(model) : [];

/** The values of all lines at a time. `extent` is the range of the vertical axis. */
export function lineReadout(model: LineModel, extent: readonly [number, number], time: number): Readout {
  const at = snap(model, time);
  const own = ownSeries(model);
  const periods = drawnPeriods(model);
  const grid = own.length > 1 && periods.length > 1;
  const found = model.series.map((series) => ({ series, index: indexAt(series, at) }));
  const cell = (hue: number, earlier: number) => {
    const line = found.find(({ series }) => series.hue === hue && series.earlier === earlier);
    return line === undefined ? { text: '–' } : cellOf(model, line.series, line.index, !grid);
  };
  const markOf = (series: ChartSeries) =>
    isInBand(model, series) ? bandMark(series.hue) : lineMark(series.hue, series.earlier);
  const rows = grid
    ? own.map(
        ({ name, hue }): ReadoutRow => ({
          name,
          mark: lineMark(hue, 0),
          cells: periods.map(({ earlier }) => cell(hue, earlier)),
        }),
      )
    : [
        ...model.series.map(
          (series): ReadoutRow => ({
            name: datedPeriod(model, shortName(model, series), series.earlier, at),
            mark: markOf(series),
            cells: [cell(series.hue, series.earlier)],
          }),
        ),
        ...usualRow(model, at),
      ];
  const [low, high] = extent;
  return {
    time: at,
    title: formatDate(at, model.timeForm, model),
    unit: model.unit,
    columns: grid ? periods.map(({ name, earlier }) => datedPeriod(model, name, earlier, at)) : [],
    rows,
    shades: maintenanceAt(model, at),
    dots: found.flatMap(({ series, index }) =>
      index === null || isInBand(model, series)
        ? []
        : {
            time: series.times[index] ?? at,
            top: (high - (series.values[index] ?? 0)) / (high - low),
            color: lineMark(series.hue, series.earlier).color,
          },
    ),
  };
}
