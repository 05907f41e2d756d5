import type { Rating } from '@airdeck/contract/monitoring/schema';
import { framePicture } from '../../../ui/chart/image/picture.ts';
import type { Mark } from '../../../ui/chart/model/mark.ts';
import { COLORS } from '../../../ui/theme/tokens.ts';
import { cellCanvas, noDataFill, paintCell, THIN_MARK } from './cell-picture.ts';
import { DAYS, HOURS, NO_DATA_MARK, type WeekCell, type WeekModel, weekdayName } from './week-model.ts';

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
  textOf: (cell: WeekCell) => string;
}

/** Height of the bar below a cell with maintenance. */
const BAR_PX = 3;
const MAINTENANCE_BAR: Mark = { kind: 'line', color: COLORS['ink-2'], dash: [] };

function drawWeek(model: WeekModel, words: WeekPictureWords, ratio: number): HTMLCanvasElement {
  const [canvas, context] = cellCanvas(WIDTH, HEIGHT, ratio);
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
  const hatch = noDataFill(context);
  for (const cell of model.cells) {
    const { weekday, hour, shown, completeness, mark, rating, isThin, hasMaintenance } = cell;
    if (completeness === null) continue;
    const [x, y] = [HEAD.width + hour * CELL.width, HEAD.height + weekday * CELL.height];
    const [width, height] = [CELL.width - CELL.space, CELL.height - CELL.space];
    const fill = shown === null ? hatch : mark.color;
    paintCell(context, {
      ...{ x, y, width, height, fill, rating, isThin },
      text: shown === null ? null : words.textOf(cell),
    });
    if (hasMaintenance) {
      context.fillStyle = COLORS['ink-2'];
      context.fillRect(x, y + height - BAR_PX, width, BAR_PX);
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
