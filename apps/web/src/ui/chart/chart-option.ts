import type { Language } from '@airdeck/contract/user/schema';
import { spanAt } from '@airdeck/domain/zone-clock';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDate } from '../../lib/format/date.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { toneOf } from '../grade/tone.ts';
import { COLORS, FONTS, TONES } from '../theme/tokens.ts';
import { bandsBetween, type ChartBands, type ChartPoint, type ChartSeries, extentOf } from './chart-data.ts';

export interface ChartLook {
  series: readonly ChartSeries[];
  unit: string;
  digits: number;
  language: Language;
  timeZone: string | undefined;
  /** Epoch ms: where the axis begins and ends, whatever was measured. */
  from: number;
  to: number;
  bands: ChartBands | undefined;
}

/** Told apart by hue and by brightness. */
const LINE_COLORS = [COLORS.primary, '#0f8a80', '#b4479b'];
/** What ECharts hands to a tooltip, as far as it is used here. */
interface TooltipItem {
  seriesName: string;
  color: string;
  value: ChartPoint;
}

const DAY_MS = 86_400_000;

export const lineColor = ({ compare }: ChartSeries, index: number) =>
  compare ? COLORS.compare : (LINE_COLORS[index] ?? COLORS.ink);

/**
 * ECharts puts its ticks on full hours of UTC or of the browser, never of another zone. So it is given, as UTC, what the
 * zone's clock shows; every time it hands back is read as UTC again.
 */
function zoneShift(timeZone: string | undefined): (time: number) => number {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (time) => time + spanAt(time, zone).offset;
}

function lineOf(series: ChartSeries, index: number, shift: (time: number) => number) {
  return {
    type: 'line' as const,
    name: series.name,
    data: series.points.map(([time, value]): ChartPoint => [shift(time), value]),
    showSymbol: false,
    connectNulls: false,
    sampling: 'lttb' as const,
    z: series.compare ? 2 : 3,
    lineStyle: { width: series.compare ? 1.5 : 2.2, type: series.compare ? ('dashed' as const) : ('solid' as const) },
    itemStyle: { color: lineColor(series, index) },
    emphasis: { disabled: true },
  };
}

function bandsOf(bands: ChartBands | undefined, extent: readonly [number, number]) {
  if (bands === undefined) return undefined;
  return {
    silent: true,
    animation: false,
    data: bandsBetween(bands, extent).map(({ from, to, rating }) => [
      { yAxis: from, itemStyle: { color: TONES[toneOf(rating)].soft, opacity: 0.55 } },
      { yAxis: to },
    ]),
  };
}

/** One line per series below the time. Built of nodes, so that a name can never be markup. */
function tooltipContent(look: ChartLook, items: readonly TooltipItem[]): HTMLElement {
  const { unit, digits, language } = look;
  const box = document.createElement('div');
  const time = document.createElement('div');
  time.textContent = formatDate(items[0]?.value[0] ?? 0, 'minute', { language, timeZone: 'UTC' });
  time.style.color = COLORS['ink-2'];
  box.append(time);
  for (const { seriesName, color, value } of items) {
    const line = document.createElement('div');
    const number = document.createElement('b');
    const reading = value[1];
    number.textContent = reading === null ? '–' : `${formatNumber(reading, digits, language)} ${unit}`;
    number.style.color = color === COLORS.compare ? COLORS['ink-2'] : color;
    line.append(`${seriesName} `, number);
    box.append(line);
  }
  return box;
}

function tooltipOf(look: ChartLook) {
  return {
    trigger: 'axis' as const,
    confine: true,
    transitionDuration: 0,
    axisPointer: { type: 'line' as const, lineStyle: { color: COLORS['ink-3'], type: 'dashed' as const } },
    textStyle: { fontFamily: FONTS.text, fontSize: 13, color: COLORS.ink },
    formatter: (items: unknown) => tooltipContent(look, items as TooltipItem[]),
  };
}

function timeAxisOf({ from, to, language }: ChartLook, shift: (time: number) => number) {
  const form = to - from <= DAY_MS * 1.5 ? 'hourMinute' : 'date';
  return {
    type: 'time' as const,
    min: shift(from),
    max: shift(to),
    axisLine: { lineStyle: { color: COLORS['line-strong'] } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      color: COLORS['ink-3'],
      fontFamily: FONTS.number,
      fontSize: 11,
      hideOverlap: true,
      showMinLabel: true,
      showMaxLabel: true,
      alignMinLabel: 'left' as const,
      alignMaxLabel: 'right' as const,
      formatter: (time: number) => formatDate(time, form, { language, timeZone: 'UTC' }),
    },
  };
}

function valueAxisOf({ bands, language }: ChartLook, extent: readonly [number, number]) {
  const inSight = bands?.bounds.filter((bound) => bound > extent[0] && bound < extent[1]) ?? [];
  const short = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 });
  return {
    type: 'value' as const,
    min: extent[0],
    max: extent[1],
    splitNumber: 4,
    splitLine: { show: bands === undefined, lineStyle: { color: COLORS.line } },
    axisLabel: {
      color: COLORS['ink-3'],
      fontFamily: FONTS.number,
      fontSize: 11,
      formatter: (value: number) => short.format(value),
      // The bounds of the bands say more than round numbers, as soon as there are two of them.
      ...(inSight.length > 1 ? { customValues: inSight } : { showMinLabel: false, showMaxLabel: false }),
    },
  };
}

/** Everything that ECharts draws, from what is to be seen. null when there is no value at all. */
export function chartOption(look: ChartLook): EChartsCoreOption | null {
  const extent = extentOf(look.series);
  if (extent === null) return null;
  const shift = zoneShift(look.timeZone);
  const lines = look.series.map((series, i) => lineOf(series, i, shift));
  return {
    useUTC: true,
    animation: false,
    grid: { left: 8, right: 10, top: 14, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: tooltipOf(look),
    xAxis: timeAxisOf(look, shift),
    yAxis: valueAxisOf(look, extent),
    dataZoom: [{ type: 'inside', zoomOnMouseWheel: false, moveOnMouseMove: false, moveOnMouseWheel: false }],
    toolbox: { show: true, itemSize: 0, feature: { dataZoom: { yAxisIndex: 'none', show: true } } },
    series: lines.map((line, i) => (i === 0 ? { ...line, markArea: bandsOf(look.bands, extent) } : line)),
  };
}
