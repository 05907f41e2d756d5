import { type FillMark, type Mark, TILE } from '../model/mark.ts';

/** Device px for each px: fine enough for dense screens and for print. */
export const TILE_SCALE = 2;

/** The tile of a mark's pattern, to be repeated at 1 / TILE_SCALE. null for a plain fill and for lines. */
export function tileOf(mark: Mark): HTMLCanvasElement | null {
  if (mark.kind === 'line' || mark.pattern === undefined) return null;
  const tile = document.createElement('canvas');
  tile.width = TILE * TILE_SCALE;
  tile.height = TILE * TILE_SCALE;
  const context = tile.getContext('2d');
  if (context === null) return null;
  context.scale(TILE_SCALE, TILE_SCALE);
  context.fillStyle = mark.color;
  context.fillRect(0, 0, TILE, TILE);
  context.strokeStyle = mark.pattern.ink;
  context.lineWidth = 1.6;
  context.stroke(new Path2D(mark.pattern.path));
  return tile;
}

/** The fill of a mark for ECharts. */
export function patternOf(mark: FillMark) {
  const tile = tileOf(mark);
  const scale = 1 / TILE_SCALE;
  return tile === null ? mark.color : { image: tile, repeat: 'repeat', scaleX: scale, scaleY: scale };
}
