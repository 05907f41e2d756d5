import { CHART_COLORS, COLORS } from '../../theme/tokens.ts';

/** The style of a line or a bar, shared by drawing, legend, tooltip and picture. */
export type Mark = LineMark | FillMark;

interface LineMark {
  kind: 'line';
  color: string;
  /** Lengths of dashes and gaps in px; none is solid. */
  dash: readonly number[];
}

export interface FillMark {
  kind: 'fill';
  color: string;
  /** SVG path of the ink on a tile of 8 × 8 px that is repeated; none is plain. */
  pattern?: { path: string; ink: string };
}

/** Side of a pattern's tile, px. */
export const TILE = 8;

/** One, two and three periods ago. */
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]] as const;

export function lineMark(hue: number, earlier: number): LineMark {
  const { series } = CHART_COLORS;
  const colors = series[hue] ?? series[0];
  return { kind: 'line', color: earlier === 0 ? colors.now : colors.earlier, dash: DASHES[earlier] ?? DASHES[1] };
}

/** Time of maintenance, behind the lines. */
export const MAINTENANCE_MARK: FillMark = {
  kind: 'fill',
  color: COLORS.hatch,
  pattern: { path: 'M-2,2L2,-2M0,8L8,0M6,10L10,6', ink: COLORS['ink-3'] },
};

/** A period without its series: in the legend of several series. */
export const periodMark = (earlier: number): LineMark => ({ ...lineMark(0, earlier), color: COLORS['ink-3'] });

/** The band of several earlier weeks; null is any series'. */
export const bandMark = (hue: number | null): FillMark => ({
  kind: 'fill',
  color: hue === null ? COLORS['line-strong'] : (CHART_COLORS.bands[hue] ?? CHART_COLORS.bands[0]),
});

/** The middle of a band. */
export const middleMark = (hue: number | null): LineMark => ({
  kind: 'line',
  color: hue === null ? COLORS['ink-3'] : lineMark(hue, 1).color,
  dash: [4, 3],
});
