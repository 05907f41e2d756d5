import type { Rating } from '@airdeck/contract/monitoring/schema';
import { TILE_SCALE, tileOf } from '../../../ui/chart/image/pattern-tile.ts';
import type { Mark } from '../../../ui/chart/model/mark.ts';
import { COLORS, FONTS } from '../../../ui/theme/tokens.ts';
import { CELL_INK, NO_DATA_MARK } from './week-model.ts';

/** Legend of cells with little data. */
export const THIN_MARK: Mark = { kind: 'line', color: COLORS['ink-2'], dash: [3, 2] };

/** Marks in the corner of cells with one of the two bad grades. */
const CORNERS: Partial<Record<Rating, string>> = {
  BAD: 'M4,0L8,7H0Z',
  VERY_BAD: 'M2.5,0H5.5L8,2.5V5.5L5.5,8H2.5L0,5.5V2.5Z',
};

/** A canvas for cells with numbers; `ratio`: device px for each px. */
export function cellCanvas(
  width: number,
  height: number,
  ratio: number,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.font = `12px ${FONTS.number}`;
  context.fillStyle = COLORS['ink-2'];
  return [canvas, context];
}

/** The fill of cells without data. */
export function noDataFill(context: CanvasRenderingContext2D): CanvasPattern | string {
  const tile = tileOf(NO_DATA_MARK);
  const hatch = tile === null ? null : context.createPattern(tile, 'repeat');
  hatch?.setTransform(new DOMMatrix().scale(1 / TILE_SCALE));
  return hatch ?? COLORS.hatch;
}

interface PaintedCell {
  x: number;
  y: number;
  width: number;
  height: number;
  fill: CanvasPattern | string;
  /** null: no data. */
  text: string | null;
  rating: Rating | null;
  isThin: boolean;
}

/** A cell as the tables show it: number, mark of a bad grade, dashed where data are missing. */
export function paintCell(context: CanvasRenderingContext2D, cell: PaintedCell): void {
  const { x, y, width, height, fill, text, rating, isThin } = cell;
  context.fillStyle = fill;
  context.fillRect(x, y, width, height);
  if (text === null) return;
  context.fillStyle = CELL_INK;
  context.fillText(text, x + width / 2, y + height / 2 + 1);
  const corner = rating === null ? undefined : CORNERS[rating];
  if (corner !== undefined) {
    context.save();
    context.translate(x + width - 8, y + 2);
    context.scale(0.75, 0.75);
    context.fill(new Path2D(corner));
    context.restore();
  }
  if (isThin) {
    context.strokeStyle = COLORS['ink-2'];
    context.setLineDash([3, 2]);
    context.strokeRect(x + 1.5, y + 1.5, width - 3, height - 3);
    context.setLineDash([]);
  }
}
