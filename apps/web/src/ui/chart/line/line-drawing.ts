import type { EChartsCoreOption } from 'echarts/core';
import { toneOf } from '../../grade/tone.ts';
import { CHART_COLORS, COLORS, FONTS, TONES } from '../../theme/tokens.ts';
import { LABEL, labelWidth, roundTicks, TIME_AXIS, timeAxis } from '../axis/axis-option.ts';
import { patternOf } from '../image/pattern-tile.ts';
import { bandsBetween, type ChartSeries, extentOf, valueRangeOf } from '../model/chart-data.ts';
import type { Drawing, Margins } from '../model/drawing.ts';
import { lineMark, MAINTENANCE_MARK, middleMark } from '../model/mark.ts';
import { isWhole, type TimeRange, timeRangeText } from '../model/time-range.ts';
import { type Extent, gradedExtent } from '../model/value-extent.ts';
import { isInBand, type LineModel, legendOf } from './line-model.ts';
import { lineReadout } from './line-readout.ts';
import { marksOf, sampleLine, sampleShade } from './line-sampling.ts';
import { STRIP_ROOM_PX, type Strip, stripData, stripLabels, stripOf, stripOption } from './line-strip.ts';
import type { Usual } from './usual.ts';

/** A band lower than this share of the plot has no room for its name between the numbers of its bounds. */
const TALL_BAND = 0.12;
/** Bounds nearer to each other than this share of the plot are not both written. */
const BOUND_APART = 0.05;
/** Width of a Hangul letter, in digits. */
const BAND_LETTER = 1.5;
const RIGHT_PX = 24;
const BAND_TEXT = { fontFamily: FONTS.text, fontSize: 11 } as const;

/** Grade bands as a mark area of a series. */
function bandsOf(model: LineModel, extent: Extent) {
  if (model.bands === undefined) return undefined;
  return {
    silent: true,
    animation: false,
    data: bandsBetween(model.bands, extent).map(({ from, to, rating }) => {
      const { soft, ink } = TONES[toneOf(rating)];
      const tall = (to - from) / (extent[1] - extent[0]) > TALL_BAND;
      const label = { show: tall && model.ratingName !== undefined, position: 'right', color: ink, ...BAND_TEXT };
      return [
        { yAxis: from, name: model.ratingName?.(rating), itemStyle: { color: soft, opacity: 0.55 }, label },
        { yAxis: to },
      ];
    }),
  };
}

/** Least width of a range of maintenance, px: a short one in a long period stays visible. */
const MIN_SHADE_PX = 2;

/** The ranges of maintenance in sight as mark areas. ECharts draws an area beyond the plot, so they are clipped. */
export function maintenanceData({ maintenance }: LineModel, { from, to }: TimeRange, px: number) {
  const least = ((to - from) / px) * MIN_SHADE_PX;
  return maintenance
    .filter((range) => range.from < to && range.to > from)
    .map((range) => {
      const start = Math.max(from, range.from);
      return [{ xAxis: start }, { xAxis: Math.min(to, Math.max(range.to, start + least)) }];
    });
}

/** The bounds of the bands in sight, without those that would be written over each other. */
function boundTicks({ bands }: LineModel, [low, high]: Extent): number[] {
  const ticks: number[] = [];
  for (const bound of bands?.bounds ?? []) {
    const last = ticks.at(-1);
    const isApart = last === undefined || bound - last > (high - low) * BOUND_APART;
    if (bound > low && bound <= high && isApart) ticks.push(bound);
  }
  return ticks;
}

/** Room on the right for the bounds and names of the bands, px. */
function rightMargin({ bands, ratingName }: LineModel, boundTexts: readonly string[]): number {
  if (bands === undefined) return RIGHT_PX;
  const names = ratingName === undefined ? 0 : Math.ceil(labelWidth(bands.ratings.map(ratingName)) * BAND_LETTER);
  return Math.max(RIGHT_PX, Math.max(names, labelWidth(boundTexts)) + 14);
}

/** A zoom shows at least this many points. */
const MIN_VISIBLE_POINTS = 8;

/** px. */
const WIDTH = { own: 2, compared: 2.5, earlier: 1.5, dense: 1 } as const;
/**
 * More than this many points are drawn thin: they are clearer so, and without a graphics card a line of 1 px is drawn
 * twenty times as fast as a thicker one (3 × 1,200 points: 1 ms instead of 25).
 */
const MAX_THICK_POINTS = 2_400;

/** The series with a shade from lowest to highest: a single one only, because several shades would be unreadable. */
const shaded = ({ series }: LineModel) => {
  const ranges = series.filter(({ low, high }) => low !== undefined && high !== undefined);
  return ranges.length === 1 ? ranges : [];
};

const FLAT = { silent: true, animation: false, dimensions: ['time', 'value'], encode: { x: 0, y: 1 } } as const;

function lineOf({ hue, earlier }: ChartSeries, i: number) {
  const { color, dash } = lineMark(hue, earlier);
  const type = dash.length === 0 ? ('solid' as const) : [...dash];
  return {
    ...FLAT,
    id: `line${i}`,
    type: 'line',
    showSymbol: false,
    z: earlier === 0 ? 4 : 3,
    lineStyle: { type, color },
  };
}

/** The shade is stacked: an invisible line at the minimum, and a filled area up to the maximum. */
function shadeOf(series: ChartSeries) {
  const line = { ...FLAT, type: 'line', showSymbol: false, stack: 'shade', z: 2, lineStyle: { opacity: 0 } } as const;
  const { color } = lineMark(series.hue, 0);
  return [
    { ...line, id: 'shade-low', stackStrategy: 'all' },
    { ...line, id: 'shade-high', stackStrategy: 'all', areaStyle: { color, opacity: 0.14 } },
  ];
}

/** A band of earlier weeks, stacked as a shade is, its middle, and the period as calm as they are. */
function usualOf({ hue, isCalmer }: Usual) {
  const edge = {
    ...{ ...FLAT, type: 'line', showSymbol: false, stack: `band${hue}`, stackStrategy: 'all', z: 2 },
    lineStyle: { opacity: 0 },
  };
  const { color, dash } = middleMark(hue);
  return [
    { ...edge, id: `band-low${hue}` },
    { ...edge, id: `band-high${hue}`, areaStyle: { color: lineMark(hue, 0).color, opacity: 0.2 } },
    {
      ...{ ...FLAT, id: `middle${hue}`, type: 'line', showSymbol: false, z: 3 },
      lineStyle: { color, width: 1.25, type: [...dash] },
    },
    ...(isCalmer
      ? [
          {
            ...{ ...FLAT, id: `calm${hue}`, type: 'line', showSymbol: false, z: 4 },
            lineStyle: { color: lineMark(hue, 0).color, width: WIDTH.compared },
          },
        ]
      : []),
  ];
}

interface Axes {
  extent: Extent;
  ticks: number[];
  /** The bounds of grades, written on the right. */
  bounds: number[];
  write: (value: number) => string;
  margins: Margins;
}

function valueAxes(model: LineModel, { extent, ticks, bounds, write }: Axes) {
  const [min, max] = extent;
  const axis = { type: 'value', gridIndex: 0, min, max, axisLine: { show: false } };
  const left = {
    ...axis,
    name: model.unit,
    nameGap: 6,
    nameTextStyle: { ...LABEL, align: 'right', padding: [0, 6, 0, 0] },
    // Hidden ticks place the grid lines too.
    axisTick: { show: false, customValues: ticks },
    splitLine: { show: true, lineStyle: { color: model.bands === undefined ? COLORS.line : CHART_COLORS.gridOnBands } },
    axisLabel: { ...LABEL, customValues: ticks, formatter: write },
  };
  if (model.bands === undefined) return [left];
  const right = {
    ...axis,
    position: 'right',
    axisTick: { show: false, customValues: bounds },
    splitLine: { show: false },
    axisLabel: { ...LABEL, color: COLORS['ink-2'], customValues: bounds, formatter: write },
  };
  return [left, right];
}

function baseOption(model: LineModel, axes: Axes, strip: Strip | null) {
  const { margins } = axes;
  // ECharts draws bands only as part of a series.
  const marks = {
    id: 'marks',
    type: 'scatter',
    symbol: 'circle',
    silent: true,
    z: 5,
    markArea: bandsOf(model, axes.extent),
  };
  const shades = {
    ...{ id: 'maintenance', type: 'scatter', silent: true },
    markArea: { silent: true, animation: false, itemStyle: { color: patternOf(MAINTENANCE_MARK), opacity: 0.5 } },
  };
  const lines = model.series.flatMap((series, i) => (isInBand(model, series) ? [] : lineOf(series, i)));
  const drawn = [...model.usuals.flatMap(usualOf), ...shaded(model).flatMap(shadeOf), ...lines, marks, shades];
  const time = { ...TIME_AXIS, min: model.from, max: model.to };
  const plot = { ...margins, outerBoundsMode: 'none' as const };
  if (strip === null) {
    const option = { animation: false, grid: plot, xAxis: time, yAxis: valueAxes(model, axes), series: drawn };
    return option as EChartsCoreOption;
  }
  const below = stripOption(model, strip, margins);
  // The strip's axis follows the value axes, of which bands have two.
  const values = valueAxes(model, axes);
  const bars = below.series.map((each) => ({ ...each, yAxisIndex: values.length }));
  return {
    animation: false,
    grid: [{ ...plot, bottom: margins.bottom + STRIP_ROOM_PX }, below.grid],
    xAxis: [
      { ...time, axisLabel: { ...time.axisLabel, show: false } },
      { ...time, gridIndex: 1 },
    ],
    yAxis: [...values, below.yAxis],
    series: [...drawn, ...bars],
  } as EChartsCoreOption;
}

function shadeData({ times, low, high, values }: ChartSeries, range: TimeRange, px: number) {
  const { edge, height } = sampleShade({ times, low: low ?? values, high: high ?? values }, range, px);
  return [
    { id: 'shade-low', data: edge },
    { id: 'shade-high', data: height },
  ];
}

function usualData({ hue, times, low, middle, high, own, isCalmer }: Usual, range: TimeRange, px: number) {
  const { edge, height } = sampleShade({ times, low, high }, range, px);
  const lineOfMeans = (values: Float64Array) => sampleLine({ times, values }, range.from, range.to, px);
  return [
    { id: `band-low${hue}`, data: edge },
    { id: `band-high${hue}`, data: height },
    { id: `middle${hue}`, data: lineOfMeans(middle) },
    ...(isCalmer ? [{ id: `calm${hue}`, data: lineOfMeans(own) }] : []),
  ];
}

function lineData(model: LineModel, range: TimeRange, px: number) {
  const { series, usuals } = model;
  const lines = series.flatMap((each, i) =>
    isInBand(model, each) ? [] : { id: `line${i}`, each, data: sampleLine(each, range.from, range.to, px) },
  );
  const points = lines.reduce((sum, { data }) => sum + data.length / 2, 0);
  return lines.map(({ id, each: { earlier, hue }, data }) => {
    const usual = usuals.find((each) => each.hue === hue);
    // Readings themselves are faint beside the calm line of their means.
    if (usual?.isCalmer) return { id, data, lineStyle: { width: WIDTH.dense, opacity: 0.35 } };
    const thick = earlier > 0 ? WIDTH.earlier : usual === undefined ? WIDTH.own : WIDTH.compared;
    return { id, data, lineStyle: { width: points > MAX_THICK_POINTS ? WIDTH.dense : thick } };
  });
}

function markData(model: LineModel, range: TimeRange, px: number) {
  const data = model.series.flatMap((each) => {
    if (isInBand(model, each)) return [];
    const { color } = lineMark(each.hue, each.earlier);
    const full = { symbolSize: 6, itemStyle: { color, opacity: 1 } };
    const hollow = {
      symbolSize: 7,
      itemStyle: { color: COLORS.surface, borderColor: color, borderWidth: 1.6, opacity: 1 },
    };
    return marksOf(each, range, px).map(({ time, value, complete }) => ({
      value: [time, value],
      ...(complete ? full : hollow),
    }));
  });
  return { id: 'marks', data };
}

/** The range of the value axis: that of the grades, or of everything that is drawn. null without values. */
function axisExtent(model: LineModel): Extent | null {
  const columns = [
    ...model.series.filter((series) => !isInBand(model, series)).map(({ values }) => values),
    ...model.usuals.flatMap(({ low, high }) => [low, high]),
    ...shaded(model).flatMap(({ low, high }) => [low, high].filter((column) => column !== undefined)),
  ];
  if (model.bands === undefined) return extentOf(columns);
  const range = valueRangeOf(columns);
  return range === null ? null : gradedExtent(range, model.bands);
}

/** Lines over time as ECharts draws them. null when there is no value at all. */
export function lineDrawing(model: LineModel): Drawing | null {
  const shades = shaded(model);
  const extent = axisExtent(model);
  if (extent === null) return null;
  const strip = stripOf(model);
  const ticks = roundTicks(...extent);
  const bounds = boundTicks(model, extent);
  const short = new Intl.NumberFormat(model.language, { maximumSignificantDigits: 4 });
  const write = (value: number) => short.format(value);
  const texts = [...ticks.map(write), model.unit, ...(strip === null ? [] : stripLabels(model, strip))];
  const right = rightMargin(model, bounds.map(write));
  const margins: Margins = { left: labelWidth(texts) + 14, right, top: 20, bottom: 26 };
  const step = Math.min(...model.series.map(({ stepMs }) => stepMs));
  // Means belong to buckets; readings have any time.
  const finest = model.series.some(({ completeness }) => completeness !== undefined) ? step : 0;
  return {
    whole: { from: model.from, to: model.to },
    least: step * MIN_VISIBLE_POINTS,
    step,
    margins,
    below: strip === null ? 0 : STRIP_ROOM_PX,
    base: () => baseOption(model, { extent, ticks, bounds, write, margins }, strip),
    frame: (range, px) => {
      const axis = timeAxis({ ...model, range, px, margins, finest });
      return {
        xAxis: strip === null ? axis : [{ ...axis, axisLabel: { show: false } }, axis],
        series: [
          ...model.usuals.flatMap((usual) => usualData(usual, range, px)),
          ...shades.flatMap((series) => shadeData(series, range, px)),
          ...lineData(model, range, px),
          markData(model, range, px),
          { id: 'maintenance', markArea: { data: maintenanceData(model, range, px) } },
          ...(strip === null ? [] : stripData(strip, range, px)),
        ],
      };
    },
    readout: (time) => lineReadout(model, extent, time),
    legend: legendOf(model),
    rangeText: (range) => timeRangeText(isWhole(range, model) ? (model.period ?? range) : range, model),
  };
}
