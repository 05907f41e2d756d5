import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { type DateForm, formatDate } from '../../../lib/format/date.ts';
import { COLORS, FONTS } from '../../theme/tokens.ts';
import type { Margins } from '../model/drawing.ts';
import type { TimeRange } from '../model/time-range.ts';
import { type TimeTicks, timeTicks } from './time-ticks.ts';

/** Approximate width of a label's digit, px. */
const DIGIT_PX = 6.2;
/** Width of a date below the axis, and of a label with the gap beside it, px. */
const DATE_PX = 64;
const LABEL_PX = 92;
/** Enough ticks for a month to show its tens of days, on a phone too. */
const MIN_TICKS = 3.2;

export const LABEL = { color: COLORS['ink-3'], fontFamily: FONTS.number, fontSize: 11 } as const;

const FORM = { minute: 'hourMinute', hour: 'hourMinute', day: 'date', month: 'month', year: 'year' } as const;

/** The forms of ticks: hours as such, but midnights as the day that begins. */
function tickForms({ unit, times }: TimeTicks, range: TimeRange, zone: string): (time: number) => DateForm {
  const isMidnight = (time: number) => localDay(time, zone) !== localDay(time - 1, zone);
  const isClock = unit === 'minute' || unit === 'hour';
  const days = isClock && times.some((time) => time > range.from && time < range.to && isMidnight(time));
  return (time) => (days && isMidnight(time) ? 'date' : FORM[unit]);
}

interface AxisArgs {
  range: TimeRange;
  /** Least distance of ticks, ms. */
  finest: number;
  /** Width of the plot, and how far a label may reach beyond it to the left and to the right. */
  px: number;
  margins: Margins;
  timeZone: string;
  language: Language;
}

/** The axis of times in a zone's own clock. */
export function timeAxis({ range, px, finest, margins, timeZone, language }: AxisArgs) {
  const ticks = timeTicks(range.from, range.to, timeZone, Math.max(MIN_TICKS, px / LABEL_PX), finest);
  const formOf = tickForms(ticks, range, timeZone);
  const pxOf = (ms: number) => (ms / (range.to - range.from)) * px;
  const [first = range.to] = ticks.times;
  const last = ticks.times.at(-1) ?? range.from;
  return {
    min: range.from,
    max: range.to,
    axisTick: { customValues: ticks.times },
    axisLabel: {
      customValues: ticks.times,
      formatter: (time: number) => formatDate(time, formOf(time), { language, timeZone }),
      // A label at an edge is drawn beside its tick, so that it stays on the canvas.
      alignMinLabel: pxOf(first - range.from) + margins.left < DATE_PX / 2 ? 'left' : 'center',
      alignMaxLabel: pxOf(range.to - last) + margins.right < DATE_PX / 2 ? 'right' : 'center',
    },
  };
}

/** The part of the axis that stays the same in every visible range. */
export const TIME_AXIS = {
  type: 'value',
  // Bars at the edges are cut: the cursor would not know of an axis that was widened for them.
  containShape: false,
  axisLine: { lineStyle: { color: COLORS['line-strong'] }, onZero: false },
  axisTick: { show: true, length: 4, lineStyle: { color: COLORS['line-strong'] } },
  splitLine: { show: false },
  axisLabel: { ...LABEL, hideOverlap: true, showMinLabel: true, showMaxLabel: true },
} as const;

/** Three to six round numbers from one value up to, but not including, another. */
export function roundTicks(low: number, high: number): number[] {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 2.5, 5].find((count) => count * power >= raw * 0.75) ?? 10);
  const ticks: number[] = [];
  for (let count = Math.ceil(low / step); count * step < high; count++)
    ticks.push(Number((count * step).toPrecision(12)));
  return ticks;
}

/** Width that labels of an axis need, px. */
export const labelWidth = (labels: readonly string[]) =>
  Math.ceil(Math.max(0, ...labels.map(({ length }) => length)) * DIGIT_PX);
