import type { Rating } from '@airdeck/contract/monitoring/schema';
import { TILE_SCALE, tileOf } from '../../../ui/chart/image/pattern-tile.ts';
import { framePicture } from '../../../ui/chart/image/picture.ts';
import type { Mark } from '../../../ui/chart/model/mark.ts';
import { COLORS, FONTS } from '../../../ui/theme/tokens.ts';
import { CELL_INK, DAYS, HOURS, NO_DATA_MARK, type WeekModel, weekdayName } from './week-model.ts';

const CELL = { width: 46, height: 34, space: 2 } as const;
const HEAD = { width: 52, height: 26 } as const;
const WIDTH = HEAD.width + HOURS * CELL.width;
const HEIGHT = HEAD.height + DAYS * CELL.height;

interface WeekPictureWords {
  title: string;
  subtitle: string;
  nameOf: (rating: Rating | null) => string;
  none: string;
  thin: string;
  maintenance: string;
  textOf: (mean: number) => string;
}

/** Height of the bar below a cell with maintenance. */
const BAR_PX = 3;
const MAINTENANCE_BAR: Mark = { kind: 'line', color: COLORS['ink-2'], dash: [] };
const THIN_MARK: Mark = { kind: 'line', color: COLORS['ink-2'], dash: [3, 2] };

/** Marks in the corner of cells with one of the two bad grades. */
const CORNERS: Partial<Record<Rating, string>> = {
  BAD: 'M4,0L8,7H0Z',
  VERY_BAD: 'M2.5,0H5.5L8,2.5V5.5L5.5,8H2.5L0,5.5V2.5Z',
};

function drawWeek(model: WeekModel, words: WeekPictureWords, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * ratio;
  canvas.height = HEIGHT * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.font = `12px ${FONTS.number}`;
  context.fillStyle = COLORS['ink-2'];
  for (let hour = 0; hour < HOURS; hour++) {
    context.fillText(String(hour), HEAD.width + (hour + 0.5) * CELL.width, HEAD.height / 2);
  }
  for (let day = 0; day < DAYS; day++) {
    context.fillText(
      weekdayName(day, 'short', model.language),
      HEAD.width / 2,
      HEAD.height + (day + 0.5) * CELL.height,
    );
  }
  const tile = tileOf(NO_DATA_MARK);
  const hatch = tile === null ? null : context.createPattern(tile, 'repeat');
  hatch?.setTransform(new DOMMatrix().scale(1 / TILE_SCALE));
  for (const { weekday, hour, mean, completeness, mark, rating, isThin, hasMaintenance } of model.cells) {
    if (completeness === null) continue;
    const [x, y] = [HEAD.width + hour * CELL.width, HEAD.height + weekday * CELL.height];
    const [width, height] = [CELL.width - CELL.space, CELL.height - CELL.space];
    context.fillStyle = mean === null ? (hatch ?? mark.color) : mark.color;
    context.fillRect(x, y, width, height);
    if (mean === null) continue;
    context.fillStyle = CELL_INK;
    context.fillText(words.textOf(mean), x + width / 2, y + height / 2 + 1);
    const corner = rating === null ? undefined : CORNERS[rating];
    if (corner !== undefined) {
      context.save();
      context.translate(x + width - 8, y + 2);
      context.scale(0.75, 0.75);
      context.fill(new Path2D(corner));
      context.restore();
    }
    if (hasMaintenance) {
      context.fillStyle = COLORS['ink-2'];
      context.fillRect(x, y + height - BAR_PX, width, BAR_PX);
    }
    if (isThin) {
      context.strokeStyle = COLORS['ink-2'];
      context.setLineDash([3, 2]);
      context.strokeRect(x + 1.5, y + 1.5, width - 3, height - 3);
      context.setLineDash([]);
    }
  }
  return canvas;
}

/** A week as a picture: title, period and legend above the same numbers on the same colours. */
export function weekPicture(model: WeekModel, words: WeekPictureWords): Promise<Blob> {
  const { title, subtitle, nameOf, none, thin, maintenance } = words;
  const legend = [
    ...model.legend.map(({ mark, rating, range }) => ({ mark, name: `${nameOf(rating)} ${range}`.trim() })),
    { mark: NO_DATA_MARK, name: none },
    ...(model.thin === 0 ? [] : [{ mark: THIN_MARK, name: thin }]),
    ...(model.hasMaintenance ? [{ mark: MAINTENANCE_BAR, name: maintenance }] : []),
  ];
  return framePicture({ title, subtitle, legend, draw: (ratio) => drawWeek(model, words, ratio) });
}
