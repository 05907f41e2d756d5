import type { EChartsCoreOption } from 'echarts/core';
import { toneOf } from '../../grade/tone.ts';
import { COLORS, FONTS, TONES } from '../../theme/tokens.ts';
import { LABEL, labelWidth, roundTicks, TIME_AXIS, timeAxis } from '../axis/axis-option.ts';
import { bandsBetween, type ChartSeries, extentOf } from '../model/chart-data.ts';
import type { Drawing, Margins } from '../model/drawing.ts';
import { lineMark } from '../model/mark.ts';
import { isWhole, type TimeRange, timeRangeText } from '../model/time-range.ts';
import { type LineModel, legendOf } from './line-model.ts';
import { lineReadout } from './line-readout.ts';
import { marksOf, sampleLine, sampleShade } from './line-sampling.ts';

/** A band lower than this share of the plot has no room for its name. */
const TALL_BAND = 0.05;
/** Width of a Hangul letter, in digits. */
const BAND_LETTER = 1.5;
const RIGHT_PX = 24;
const BAND_TEXT = { fontFamily: FONTS.text, fontSize: 11 } as const;

/** Grade bands as a mark area of a series. */
function bandsOf(model: LineModel, extent: readonly [number, number]) {
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

/** Room for the names of the bands, which stand on the right, px. */
function rightMargin({ bands, ratingName }: LineModel): number {
  if (bands === undefined || ratingName === undefined) return RIGHT_PX;
  return Math.ceil(labelWidth(bands.ratings.map(ratingName)) * BAND_LETTER) + 14;
}

/** A zoom shows at least this many points. */
const MIN_VISIBLE_POINTS = 8;

/** px. */
const WIDTH = { own: 2, earlier: 1.5, dense: 1 } as const;
/**
 * More than this many points are drawn thin: they are clearer so, and without a graphics card a line of 1 px is drawn
 * twenty times as fast as a thicker one (3 × 1,200 points: 1 ms instead of 25).
 */
const MAX_THICK_POINTS = 2_400;

type Extent = readonly [number, number];

/** The series with a shade from lowest to highest: a single one only, because several shades would be unreadable. */
const shaded = ({ series }: LineModel) =>
  series.length === 1 ? series.filter(({ low, high }) => low !== undefined && high !== undefined) : [];

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

/** The shade is stacked: an invisible line at the lowest, and what is between it and the highest filled. */
function shadeOf(series: ChartSeries) {
  const line = { ...FLAT, type: 'line', showSymbol: false, stack: 'shade', z: 2, lineStyle: { opacity: 0 } } as const;
  const { color } = lineMark(series.hue, 0);
  return [
    { ...line, id: 'shade-low', stackStrategy: 'all' },
    { ...line, id: 'shade-high', stackStrategy: 'all', areaStyle: { color, opacity: 0.14 } },
  ];
}

/** Ticks of the value axis: the bounds of the bands if at least two are visible, else round numbers. */
function valueTicks({ bands }: LineModel, [low, high]: Extent): number[] {
  const inSight = bands?.bounds.filter((bound) => bound > low && bound < high) ?? [];
  return inSight.length > 1 ? inSight : roundTicks(low, high);
}

function valueAxis(model: LineModel, extent: Extent, ticks: number[], write: (value: number) => string) {
  return {
    type: 'value',
    min: extent[0],
    max: extent[1],
    name: model.unit,
    nameGap: 8,
    nameTextStyle: { ...LABEL, align: 'right', padding: [0, 6, 0, 0] },
    axisLine: { show: false },
    // Hidden ticks place the grid lines too.
    axisTick: { show: false, customValues: ticks },
    splitLine: { show: model.bands === undefined, lineStyle: { color: COLORS.line } },
    axisLabel: { ...LABEL, customValues: ticks, formatter: write },
  };
}

function baseOption(
  model: LineModel,
  extent: Extent,
  ticks: number[],
  margins: Margins,
  write: (value: number) => string,
) {
  // ECharts draws bands only as part of a series.
  const marks = {
    id: 'marks',
    type: 'scatter',
    symbol: 'circle',
    silent: true,
    z: 5,
    markArea: bandsOf(model, extent),
  };
  return {
    animation: false,
    grid: { ...margins, outerBoundsMode: 'none' },
    xAxis: { ...TIME_AXIS, min: model.from, max: model.to },
    yAxis: valueAxis(model, extent, ticks, write),
    series: [...shaded(model).flatMap(shadeOf), ...model.series.map(lineOf), marks],
  } as EChartsCoreOption;
}

function shadeData({ times, low, high, values }: ChartSeries, range: TimeRange, px: number) {
  const { edge, height } = sampleShade({ times, low: low ?? values, high: high ?? values }, range, px);
  return [
    { id: 'shade-low', data: edge },
    { id: 'shade-high', data: height },
  ];
}

function lineData({ series }: LineModel, range: TimeRange, px: number) {
  const samples = series.map((each) => sampleLine(each, range.from, range.to, px));
  const points = samples.reduce((sum, { length }) => sum + length / 2, 0);
  return series.map(({ earlier }, i) => {
    const thick = earlier === 0 ? WIDTH.own : WIDTH.earlier;
    return { id: `line${i}`, data: samples[i], lineStyle: { width: points > MAX_THICK_POINTS ? WIDTH.dense : thick } };
  });
}

function markData({ series }: LineModel, range: TimeRange, px: number) {
  const data = series.flatMap((each) => {
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

/** Lines over time as ECharts draws them. null when there is no value at all. */
export function lineDrawing(model: LineModel): Drawing | null {
  const shades = shaded(model);
  const extent = extentOf([
    ...model.series.map(({ values }) => values),
    ...shades.flatMap(({ low, high }) => [low, high].filter((column) => column !== undefined)),
  ]);
  if (extent === null) return null;
  const ticks = valueTicks(model, extent);
  const short = new Intl.NumberFormat(model.language, { maximumSignificantDigits: 4 });
  const write = (value: number) => short.format(value);
  const left = Math.max(labelWidth(ticks.map(write)), labelWidth([model.unit])) + 14;
  const margins: Margins = { left, right: rightMargin(model), top: 26, bottom: 26 };
  const step = Math.min(...model.series.map(({ stepMs }) => stepMs));
  // Means belong to buckets; readings have any time.
  const finest = model.series.some(({ completeness }) => completeness !== undefined) ? step : 0;
  return {
    whole: { from: model.from, to: model.to },
    least: step * MIN_VISIBLE_POINTS,
    step,
    margins,
    base: () => baseOption(model, extent, ticks, margins, write),
    frame: (range, px) => ({
      xAxis: timeAxis({ ...model, range, px, margins, finest }),
      series: [
        ...shades.flatMap((series) => shadeData(series, range, px)),
        ...lineData(model, range, px),
        markData(model, range, px),
      ],
    }),
    readout: (time) => lineReadout(model, extent, time),
    legend: legendOf(model),
    rangeText: (range) => timeRangeText(isWhole(range, model) ? (model.period ?? range) : range, model),
  };
}
