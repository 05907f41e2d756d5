import { formatNumber } from '../../../lib/format/number.ts';
import { CHART_COLORS, COLORS } from '../../theme/tokens.ts';
import { LABEL } from '../axis/axis-option.ts';
import type { Margins } from '../model/drawing.ts';
import type { TimeRange } from '../model/time-range.ts';
import type { LineModel } from './line-model.ts';
import { stripBars, stripLimit, type Usual } from './usual.ts';

/** The strip below the plot: its height, and the room for its name above it, px. */
const STRIP_PX = 56;
const NAME_PX = 30;
/** Height that the strip takes from the plot, px. */
export const STRIP_ROOM_PX = STRIP_PX + NAME_PX;

const BAR_SHARE = 0.8;

/** The strip of a single series that is compared with several weeks. */
export interface Strip {
  usual: Usual;
  difference: NonNullable<LineModel['difference']>;
  limit: number;
}

/** null where nothing, or more than one series, is compared: strips of several would be read as one. */
export function stripOf({ difference, usuals }: LineModel): Strip | null {
  const [usual, second] = usuals;
  if (usual === undefined || second !== undefined || difference === undefined) return null;
  return { usual, difference, limit: stripLimit(usual, difference) };
}

const isShare = ({ difference }: LineModel) => difference === 'share';

/** A difference with its sign: `+27 %`, `−1.4 °C`. */
export function differenceText(model: LineModel, difference: number): string {
  const size = isShare(model) ? Math.abs(difference) * 100 : Math.abs(difference);
  const text = formatNumber(size, isShare(model) ? 0 : Math.min(1, model.digits), model.language);
  const unit = isShare(model) ? '%' : model.unit;
  const sign = Number(text) === 0 ? '±' : difference < 0 ? '−' : '+';
  return `${sign}${text} ${unit}`;
}

/** Texts of the strip's axis. */
export const stripLabels = (model: LineModel, { limit }: Strip): string[] =>
  [limit, -limit].map((value) => differenceText(model, value));

export function stripOption(model: LineModel, strip: Strip, { left, right, bottom }: Margins) {
  const { limit } = strip;
  const series = (id: 'above' | 'below') => ({
    ...{ id: `strip-${id}`, type: 'bar', stack: 'strip', xAxisIndex: 1, yAxisIndex: 1, clip: true },
    ...{ silent: true, animation: false, dimensions: ['time', 'value'], encode: { x: 0, y: 1 } },
    itemStyle: { color: CHART_COLORS[id] },
  });
  return {
    grid: { left, right, bottom, height: STRIP_PX, outerBoundsMode: 'none' as const },
    yAxis: {
      type: 'value',
      gridIndex: 1,
      min: -limit,
      max: limit,
      name: model.differenceName,
      nameGap: 8,
      nameTextStyle: { ...LABEL, color: COLORS['ink-2'], align: 'left' },
      axisLine: { show: false },
      axisTick: { show: false, customValues: [-limit, 0, limit] },
      splitLine: { show: true, lineStyle: { color: COLORS.line } },
      axisLabel: {
        ...LABEL,
        customValues: [-limit, 0, limit],
        formatter: (value: number) => (value === 0 ? '0' : differenceText(model, value)),
      },
    },
    series: [series('above'), series('below')],
  };
}

export function stripData({ usual, difference }: Strip, range: TimeRange, px: number) {
  const { above, below, barPx } = stripBars(usual, difference, range, px);
  const barWidth = Math.max(1, barPx * BAR_SHARE);
  return [
    { id: 'strip-above', data: above, barWidth },
    { id: 'strip-below', data: below, barWidth },
  ];
}
