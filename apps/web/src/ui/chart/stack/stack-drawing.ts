import type { EChartsCoreOption } from 'echarts/core';
import { COLORS, FONTS } from '../../theme/tokens.ts';
import { LABEL, labelWidth, TIME_AXIS, timeAxis } from '../axis/axis-option.ts';
import { patternOf } from '../image/pattern-tile.ts';
import { firstIndexFrom } from '../model/chart-data.ts';
import type { Drawing, Margins } from '../model/drawing.ts';
import { isWhole, type TimeRange, timeRangeText } from '../model/time-range.ts';
import type { StackModel, StackPanel } from './stack-model.ts';
import { stackReadout } from './stack-readout.ts';

/** A bar narrower than this is joined with its neighbours, px. */
const MIN_BAR_PX = 4;

/** Bars of a range: for each panel and part `[time, share, time, share, …]`. */
interface StackBars {
  /** Number of buckets in a bar. */
  joined: number;
  panels: Float64Array[][];
}

function joinedBars(
  { starts, lengths }: StackModel,
  { parts }: StackPanel,
  first: number,
  last: number,
  joined: number,
) {
  return parts.map((amounts) => {
    const bars: number[] = [];
    for (let i = first; i < last; i += joined) {
      const end = Math.min(i + joined, last);
      let amount = 0;
      let length = 0;
      for (let k = i; k < end; k++) {
        const known = amounts[k] ?? Number.NaN;
        if (Number.isNaN(known)) continue;
        amount += known;
        length += lengths[k] ?? 0;
      }
      const middle = ((starts[i] ?? 0) + (starts[end - 1] ?? 0)) / 2;
      bars.push(middle, length === 0 ? Number.NaN : amount / length);
    }
    return Float64Array.from(bars);
  });
}

/** The bars of a range on a plot of `px` width. Joined buckets are always the same ones, so that nothing flickers. */
export function stackBars(model: StackModel, range: TimeRange, px: number): StackBars {
  const { starts, stepMs } = model;
  const perBar = (stepMs / (range.to - range.from)) * px;
  const joined = Math.max(1, Math.ceil(MIN_BAR_PX / perBar));
  const first = Math.max(0, firstIndexFrom(starts, range.from - stepMs) - 1);
  const last = Math.min(starts.length, firstIndexFrom(starts, range.to + stepMs) + 1);
  const begin = first - (first % joined);
  return { joined, panels: model.panels.map((panel) => joinedBars(model, panel, begin, last, joined)) };
}

/** A panel and the name above it, px. */
const PANEL_PX = 116;
const NAME_PX = 34;
const BOTTOM_PX = 26;
/** Share of a bucket's width that a bar takes, and its greatest width, px. */
const BAR_SHARE = 0.78;
const MAX_BAR_PX = 56;
const MIN_VISIBLE_BUCKETS = 6;

export const stackHeight = ({ panels }: StackModel) => panels.length * (PANEL_PX + NAME_PX) + BOTTOM_PX;

const idOf = (panel: number, part: number) => `bar${panel}-${part}`;

function panelAxis({ ticks, panels }: StackModel, panel: number) {
  const shares = ticks.map(({ share }) => share);
  return {
    type: 'value',
    gridIndex: panel,
    min: 0,
    max: 1,
    name: panels[panel]?.name,
    nameGap: 10,
    nameTextStyle: { color: COLORS.ink, fontFamily: FONTS.text, fontSize: 13, fontWeight: 600, align: 'left' },
    axisLine: { show: false },
    axisTick: { show: false, customValues: shares },
    splitLine: { lineStyle: { color: COLORS.line } },
    axisLabel: {
      ...LABEL,
      customValues: shares,
      formatter: (value: number) => ticks.find(({ share }) => share === value)?.text ?? '',
    },
  };
}

function baseOption(model: StackModel, margins: Margins): EChartsCoreOption {
  const { left, right } = margins;
  const isLast = (panel: number) => panel === model.panels.length - 1;
  const fills = model.parts.map(({ mark }) => patternOf(mark));
  return {
    animation: false,
    grid: model.panels.map((_, panel) => ({
      ...{ left, right, top: panel * (PANEL_PX + NAME_PX) + NAME_PX, height: PANEL_PX },
      outerBoundsMode: 'none',
    })),
    xAxis: model.panels.map((_, panel) => ({
      ...TIME_AXIS,
      gridIndex: panel,
      axisLabel: { ...TIME_AXIS.axisLabel, show: isLast(panel) },
    })),
    yAxis: model.panels.map((_, panel) => panelAxis(model, panel)),
    series: model.panels.flatMap((_, panel) =>
      fills.map((color, part) => ({
        ...{ id: idOf(panel, part), type: 'bar', stack: `panel${panel}`, xAxisIndex: panel, yAxisIndex: panel },
        ...{ silent: true, animation: false, dimensions: ['time', 'share'], encode: { x: 0, y: 1 } },
        itemStyle: { color },
      })),
    ),
  };
}

function barData({ joined, panels }: StackBars, placePx: number) {
  const barWidth = Math.min(MAX_BAR_PX, placePx * joined * BAR_SHARE);
  return panels.flatMap((parts, panel) => parts.map((data, part) => ({ id: idOf(panel, part), data, barWidth })));
}

/** Stacked bars as ECharts draws them: a panel for each thing, and one time axis below all. */
export function stackDrawing(model: StackModel): Drawing {
  const { whole } = model;
  const left = labelWidth(model.ticks.map(({ text }) => text)) + 14;
  const margins: Margins = { left, right: 24, top: NAME_PX, bottom: BOTTOM_PX };
  const frame = (range: TimeRange, px: number): EChartsCoreOption => {
    const axis = timeAxis({ ...model, range, px, margins, finest: model.stepMs });
    const placePx = (model.stepMs / (range.to - range.from)) * px;
    return { xAxis: model.panels.map(() => axis), series: barData(stackBars(model, range, px), placePx) };
  };
  return {
    whole,
    least: model.stepMs * MIN_VISIBLE_BUCKETS,
    step: model.stepMs,
    margins,
    below: 0,
    base: () => baseOption(model, margins),
    frame,
    readout: (time) => stackReadout(model, time),
    legend: model.parts,
    rangeText: (range) => timeRangeText(isWhole(range, whole) ? model.period : range, model),
  };
}
