import type { EChartsCoreOption } from 'echarts/core';
import type { Mark } from './mark.ts';
import type { TimeRange } from './time-range.ts';

/** The values at the time under the cursor. */
export interface Readout {
  /** The cursor's time, which is that of the nearest point. */
  time: number;
  title: string;
  unit: string;
  /** Heads of the columns of `rows`; empty for a single column. */
  columns: readonly string[];
  rows: readonly ReadoutRow[];
  /** The shaded ranges under the cursor. */
  shades: Drawing['legend'];
  /** Points of lines at the cursor: time, and the height as a share of the plot from its top. */
  dots: readonly { time: number; top: number; color: string }[];
}

export interface ReadoutRow {
  mark: Mark;
  name: string;
  cells: readonly { text: string; note?: string }[];
}

/** Space around the plot, px. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Lines or bars over time, which ECharts can draw and a cursor can read. Stable between changes. */
export interface Drawing {
  /** All of it. */
  whole: TimeRange;
  /** Width of the narrowest visible range, ms. */
  least: number;
  /** Distance of points, by which an arrow key moves the cursor, ms. */
  step: number;
  margins: Margins;
  /** Height of the area below the plot of the lines that shares its time axis, px. */
  below: number;
  /** Options that no zoom changes. */
  base: () => EChartsCoreOption;
  /** Options that depend on the visible range, on a plot of `px` width. */
  frame: (range: TimeRange, px: number) => EChartsCoreOption;
  readout: (time: number) => Readout;
  legend: readonly { mark: Mark; name: string }[];
  /** The first and the last local day of a range, as a text. */
  rangeText: (range: TimeRange) => string;
}
