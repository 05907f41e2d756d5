import { COLORS, FONTS } from '../../theme/tokens.ts';
import type { Drawing } from '../model/drawing.ts';
import type { Mark } from '../model/mark.ts';
import { TILE_SCALE, tileOf } from './pattern-tile.ts';

/** Fine enough for print. */
const PIXEL_RATIO = 2;
const PADDING = 24;
const LINE = 26;
const KEY = { width: 22, space: 8, between: 22 } as const;
const TITLE = `600 18px ${FONTS.text}`;
const TEXT = `13px ${FONTS.text}`;

interface PictureArgs {
  /** The place, if it has one; otherwise the subject. */
  title: string;
  /** The drawn series, and the period. */
  subtitle: string;
  legend: Drawing['legend'];
  /** Draws the plot itself, with this many device px per px. */
  draw: (pixelRatio: number) => HTMLCanvasElement;
}

function paintKey(context: CanvasRenderingContext2D, mark: Mark, x: number, y: number): void {
  context.save();
  if (mark.kind === 'line') {
    context.strokeStyle = mark.color;
    context.lineWidth = 2.5;
    context.setLineDash([...mark.dash]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + KEY.width, y);
    context.stroke();
  } else {
    const tile = tileOf(mark);
    const pattern = tile === null ? null : context.createPattern(tile, 'repeat');
    pattern?.setTransform(new DOMMatrix().scale(1 / TILE_SCALE));
    context.fillStyle = pattern ?? mark.color;
    context.fillRect(x, y - 6, KEY.width, 12);
  }
  context.restore();
}

/** Lays keys and names out from left to right, and calls `put` with each. Returns the number of lines. */
function layLegend(
  context: CanvasRenderingContext2D,
  legend: Drawing['legend'],
  width: number,
  put: (entry: Drawing['legend'][number], x: number, line: number) => void,
): number {
  let x = PADDING;
  let line = 0;
  for (const entry of legend) {
    const wide = KEY.width + KEY.space + context.measureText(entry.name).width;
    if (x > PADDING && x + wide > width - PADDING) {
      x = PADDING;
      line++;
    }
    put(entry, x, line);
    x += wide + KEY.between;
  }
  return line + 1;
}

/** A text that ends with … where it is wider than there is room. */
function fitting(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

/** A picture: title, subtitle and legend above the plot, on white. Waits for the fonts. */
export async function framePicture({ title, subtitle, legend, draw }: PictureArgs): Promise<Blob> {
  const words = [title, subtitle, ...legend.map(({ name }) => name)].join('');
  await Promise.all([document.fonts.load(TITLE, words), document.fonts.load(TEXT, words)]);
  const plot = draw(PIXEL_RATIO);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const width = plot.width / PIXEL_RATIO + PADDING * 2;
  context.font = TEXT;
  const lines = layLegend(context, legend, width, () => undefined);
  const head = PADDING + LINE * (2 + lines) + 6;
  canvas.width = width * PIXEL_RATIO;
  canvas.height = (head + plot.height / PIXEL_RATIO + PADDING) * PIXEL_RATIO;
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  context.fillStyle = COLORS.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.font = TITLE;
  context.fillStyle = COLORS.ink;
  context.fillText(fitting(context, title, width - PADDING * 2), PADDING, PADDING + LINE / 2);
  context.font = TEXT;
  context.fillStyle = COLORS['ink-2'];
  context.fillText(fitting(context, subtitle, width - PADDING * 2), PADDING, PADDING + LINE * 1.5);
  layLegend(context, legend, width, ({ mark, name }, x, line) => {
    const y = PADDING + LINE * (2.6 + line);
    paintKey(context, mark, x, y);
    context.fillStyle = COLORS.ink;
    context.fillText(name, x + KEY.width + KEY.space, y);
  });
  context.drawImage(plot, PADDING, head, plot.width / PIXEL_RATIO, plot.height / PIXEL_RATIO);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob))),
  );
}
