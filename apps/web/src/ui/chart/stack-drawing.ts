import type { EChartsCoreOption } from 'echarts/core';
import { COLORS, FONTS } from '../theme/tokens.ts';
import { LABEL, labelWidth, TIME_AXIS, timeAxis } from './axis-option.ts';
import type { Drawing, Margins } from './drawing.ts';
import type { FillMark } from './mark.ts';
import { periodText } from './period-text.ts';
import { type StackBars, stackBars } from './stack-bars.ts';
import type { StackLook } from './stack-look.ts';
import { stackReadout } from './stack-readout.ts';
import { TILE_SCALE, tileOf } from './tile.ts';
import { isWhole, type View } from './view.ts';

/** A panel and the name above it, px. */
const PANEL_PX = 116;
const NAME_PX = 34;
const BOTTOM_PX = 26;
/** How much of its place a bar takes, and its widest, px. */
const BAR_SHARE = 0.78;
const WIDEST_BAR_PX = 56;
const LEAST_BUCKETS = 6;

export const stackHeight = ({ panels }: StackLook) => panels.length * (PANEL_PX + NAME_PX) + BOTTOM_PX;

const idOf = (panel: number, part: number) => `bar${panel}-${part}`;

function fillOf(mark: FillMark) {
  const tile = tileOf(mark);
  const scale = 1 / TILE_SCALE;
  return tile === null ? mark.color : { image: tile, repeat: 'repeat', scaleX: scale, scaleY: scale };
}

function panelAxis({ ticks, panels }: StackLook, panel: number) {
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

function baseOption(look: StackLook, margins: Margins): EChartsCoreOption {
  const { left, right } = margins;
  const isLast = (panel: number) => panel === look.panels.length - 1;
  const fills = look.parts.map(({ mark }) => fillOf(mark));
  return {
    animation: false,
    grid: look.panels.map((_, panel) => ({
      ...{ left, right, top: panel * (PANEL_PX + NAME_PX) + NAME_PX, height: PANEL_PX },
      outerBoundsMode: 'none',
    })),
    xAxis: look.panels.map((_, panel) => ({
      ...TIME_AXIS,
      gridIndex: panel,
      axisLabel: { ...TIME_AXIS.axisLabel, show: isLast(panel) },
    })),
    yAxis: look.panels.map((_, panel) => panelAxis(look, panel)),
    series: look.panels.flatMap((_, panel) =>
      fills.map((color, part) => ({
        ...{ id: idOf(panel, part), type: 'bar', stack: `panel${panel}`, xAxisIndex: panel, yAxisIndex: panel },
        ...{ silent: true, animation: false, dimensions: ['time', 'share'], encode: { x: 0, y: 1 } },
        itemStyle: { color },
      })),
    ),
  };
}

function barData({ joined, panels }: StackBars, placePx: number) {
  const barWidth = Math.min(WIDEST_BAR_PX, placePx * joined * BAR_SHARE);
  return panels.flatMap((parts, panel) => parts.map((data, part) => ({ id: idOf(panel, part), data, barWidth })));
}

/** Bars of buckets over time as ECharts draws them, a panel for each thing, one axis of times below all. */
export function stackDrawing(look: StackLook): Drawing {
  const { whole } = look;
  const left = labelWidth(look.ticks.map(({ text }) => text)) + 14;
  const margins: Margins = { left, right: 24, top: NAME_PX, bottom: BOTTOM_PX };
  const frame = (view: View, px: number): EChartsCoreOption => {
    const axis = timeAxis({ ...look, view, px, margins, finest: look.stepMs });
    const placePx = (look.stepMs / (view.to - view.from)) * px;
    return { xAxis: look.panels.map(() => axis), series: barData(stackBars(look, view, px), placePx) };
  };
  return {
    whole,
    least: look.stepMs * LEAST_BUCKETS,
    step: look.stepMs,
    margins,
    base: () => baseOption(look, margins),
    frame,
    readout: (time) => stackReadout(look, time),
    legend: look.parts,
    periodText: (view) => periodText(isWhole(view, whole) ? look.period : view, look),
  };
}
