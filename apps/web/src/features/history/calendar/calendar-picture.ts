import type { Language } from '@airdeck/contract/user/schema';
import { weekdayOf } from '@airdeck/domain/calendar';
import { framePicture } from '../../../ui/chart/image/picture.ts';
import type { Mark } from '../../../ui/chart/model/mark.ts';
import { COLORS, FONTS } from '../../../ui/theme/tokens.ts';
import { cellCanvas, noDataFill, paintCell, THIN_MARK } from '../week/cell-picture.ts';
import { NO_DATA_MARK, weekdayName } from '../week/week-model.ts';
import type { CalendarDay } from './calendar-grid.tsx';

const WEEK = 7;
const CELL = { width: 52, height: 44, space: 2 } as const;
/** Title and weekdays of a month. */
const HEAD = 48;
/** A month has parts of six weeks at most. */
const MONTH = { width: WEEK * CELL.width + 24, height: HEAD + 6 * CELL.height + 16 } as const;
const MONTHS_IN_ROW = 3;

interface CalendarPictureWords {
  title: string;
  subtitle: string;
  language: Language;
  legend: { mark: Mark; name: string }[];
  none: string;
  /** null: every day has enough data. */
  thin: string | null;
}

function drawCalendar(days: readonly CalendarDay[], language: Language, ratio: number): HTMLCanvasElement {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))];
  const columns = Math.min(MONTHS_IN_ROW, months.length);
  const rows = Math.ceil(months.length / columns);
  const [canvas, context] = cellCanvas(columns * MONTH.width, rows * MONTH.height, ratio);
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const hatch = noDataFill(context);
  for (const [at, month] of months.entries()) {
    const [left, top] = [(at % columns) * MONTH.width, Math.floor(at / columns) * MONTH.height];
    context.fillStyle = COLORS.ink;
    context.font = `600 14px ${FONTS.text}`;
    context.textAlign = 'left';
    context.fillText(name.format(new Date(`${month}-01T00:00:00Z`)), left, top + 12);
    context.font = `12px ${FONTS.number}`;
    context.textAlign = 'center';
    context.fillStyle = COLORS['ink-2'];
    for (let weekday = 0; weekday < WEEK; weekday++) {
      context.fillText(weekdayName(weekday, 'short', language), left + (weekday + 0.5) * CELL.width, top + 36);
    }
    const lead = weekdayOf(`${month}-01`);
    for (const { day, text, fill, rating, isThin } of days.filter((each) => each.day.startsWith(month))) {
      const place = lead + Number(day.slice(8)) - 1;
      const [x, y] = [left + (place % WEEK) * CELL.width, top + HEAD + Math.floor(place / WEEK) * CELL.height];
      const [width, height] = [CELL.width - CELL.space, CELL.height - CELL.space];
      paintCell(context, { ...{ x, y, width, height, text, rating, isThin }, fill: text === null ? hatch : fill });
      context.font = `10px ${FONTS.number}`;
      context.fillStyle = COLORS['ink-2'];
      context.textAlign = 'left';
      context.fillText(String(Number(day.slice(8))), x + 4, y + 9);
      context.textAlign = 'center';
      context.font = `12px ${FONTS.number}`;
    }
  }
  return canvas;
}

/** A calendar as a picture: title, period and legend above the same numbers on the same colours. */
export function calendarPicture(days: readonly CalendarDay[], words: CalendarPictureWords): Promise<Blob> {
  const { title, subtitle, language, none, thin } = words;
  const legend = [
    ...words.legend,
    { mark: NO_DATA_MARK, name: none },
    ...(thin === null ? [] : [{ mark: THIN_MARK, name: thin }]),
  ];
  return framePicture({ title, subtitle, legend, draw: (ratio) => drawCalendar(days, language, ratio) });
}
