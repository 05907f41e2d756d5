import type { EChartsCoreOption } from 'echarts/core';
import { COLORS } from '../theme/tokens.ts';
import { LABEL, labelWidth, roundTicks, TIME_AXIS, timeAxis } from './axis-option.ts';
import { type ChartSeries, extentOf } from './chart-data.ts';
import type { Drawing, Margins } from './drawing.ts';
import { bandsOf, rightMargin } from './line-bands.ts';
import { type LineLook, legendOf } from './line-look.ts';
import { marksOf } from './line-marks.ts';
import { lineReadout } from './line-readout.ts';
import { sampleLine } from './line-sample.ts';
import { sampleShade } from './line-shade.ts';
import { lineMark } from './mark.ts';
import { periodText } from './period-text.ts';
import { isWhole, type View } from './view.ts';

/** A zoom shows at least so many points. */
const LEAST_POINTS = 8;

/** px. */
const WIDTH = { own: 2, earlier: 1.5, dense: 1 } as const;
/**
 * More than this many points are drawn thin: they are clearer so, and without a graphics card a line of 1 px is drawn
 * twenty times as fast as a thicker one (3 × 1,200 points: 1 ms instead of 25).
 */
const MOST_THICK_POINTS = 2_400;

type Extent = readonly [number, number];

/** Lowest to highest of a mean are shaded when there is one line only: of several it would be a muddle. */
const shaded = ({ series }: LineLook) =>
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

/** The bounds of the bands say more than round numbers, as soon as there are two of them. */
function valueTicks({ bands }: LineLook, [low, high]: Extent): number[] {
  const inSight = bands?.bounds.filter((bound) => bound > low && bound < high) ?? [];
  return inSight.length > 1 ? inSight : roundTicks(low, high);
}

function valueAxis(look: LineLook, extent: Extent, ticks: number[], write: (value: number) => string) {
  return {
    type: 'value',
    min: extent[0],
    max: extent[1],
    name: look.unit,
    nameGap: 8,
    nameTextStyle: { ...LABEL, align: 'right', padding: [0, 6, 0, 0] },
    axisLine: { show: false },
    // They place the lines across too.
    axisTick: { show: false, customValues: ticks },
    splitLine: { show: look.bands === undefined, lineStyle: { color: COLORS.line } },
    axisLabel: { ...LABEL, customValues: ticks, formatter: write },
  };
}

function baseOption(
  look: LineLook,
  extent: Extent,
  ticks: number[],
  margins: Margins,
  write: (value: number) => string,
) {
  // The bands need a series to belong to.
  const marks = { id: 'marks', type: 'scatter', symbol: 'circle', silent: true, z: 5, markArea: bandsOf(look, extent) };
  return {
    animation: false,
    grid: { ...margins, outerBoundsMode: 'none' },
    xAxis: { ...TIME_AXIS, min: look.from, max: look.to },
    yAxis: valueAxis(look, extent, ticks, write),
    series: [...shaded(look).flatMap(shadeOf), ...look.series.map(lineOf), marks],
  } as EChartsCoreOption;
}

function shadeData({ times, low, high, values }: ChartSeries, view: View, px: number) {
  const { edge, height } = sampleShade({ times, low: low ?? values, high: high ?? values }, view, px);
  return [
    { id: 'shade-low', data: edge },
    { id: 'shade-high', data: height },
  ];
}

function lineData({ series }: LineLook, view: View, px: number) {
  const samples = series.map((each) => sampleLine(each, view.from, view.to, px));
  const points = samples.reduce((sum, { length }) => sum + length / 2, 0);
  return series.map(({ earlier }, i) => {
    const thick = earlier === 0 ? WIDTH.own : WIDTH.earlier;
    return { id: `line${i}`, data: samples[i], lineStyle: { width: points > MOST_THICK_POINTS ? WIDTH.dense : thick } };
  });
}

function markData({ series }: LineLook, view: View, px: number) {
  const data = series.flatMap((each) => {
    const { color } = lineMark(each.hue, each.earlier);
    const full = { symbolSize: 6, itemStyle: { color, opacity: 1 } };
    const hollow = {
      symbolSize: 7,
      itemStyle: { color: COLORS.surface, borderColor: color, borderWidth: 1.6, opacity: 1 },
    };
    return marksOf(each, view, px).map(({ time, value, complete }) => ({
      value: [time, value],
      ...(complete ? full : hollow),
    }));
  });
  return { id: 'marks', data };
}

/** Lines over time as ECharts draws them. null when there is no value at all. */
export function lineDrawing(look: LineLook): Drawing | null {
  const shades = shaded(look);
  const extent = extentOf([
    ...look.series.map(({ values }) => values),
    ...shades.flatMap(({ low, high }) => [low, high].filter((column) => column !== undefined)),
  ]);
  if (extent === null) return null;
  const ticks = valueTicks(look, extent);
  const short = new Intl.NumberFormat(look.language, { maximumSignificantDigits: 4 });
  const write = (value: number) => short.format(value);
  const left = Math.max(labelWidth(ticks.map(write)), labelWidth([look.unit])) + 14;
  const margins: Margins = { left, right: rightMargin(look), top: 26, bottom: 26 };
  const step = Math.min(...look.series.map(({ stepMs }) => stepMs));
  // Means are of buckets, readings at any time.
  const finest = look.series.some(({ completeness }) => completeness !== undefined) ? step : 0;
  return {
    whole: { from: look.from, to: look.to },
    least: step * LEAST_POINTS,
    step,
    margins,
    base: () => baseOption(look, extent, ticks, margins, write),
    frame: (view, px) => ({
      xAxis: timeAxis({ ...look, view, px, margins, finest }),
      series: [
        ...shades.flatMap((series) => shadeData(series, view, px)),
        ...lineData(look, view, px),
        markData(look, view, px),
      ],
    }),
    readout: (time) => lineReadout(look, extent, time),
    legend: legendOf(look),
    periodText: (view) => periodText(isWhole(view, look) ? (look.period ?? view) : view, look),
  };
}
