import type { ReportDay } from '@airdeck/contract/report/monthly';
import { addDays, weekdayOf } from '@airdeck/domain/calendar';
import { isComparable } from '@airdeck/domain/completeness';
import { GRADES } from '@airdeck/domain/grade';
import { daysOfMonth } from '@airdeck/domain/report/month';
import { INK, type Paper } from './paper.ts';

/** Fills by grade, best first; the number in each cell says the same. */
export const GRADE_FILLS = ['#dbe7fa', '#bfe4f6', '#bfe6cd', '#ffd489', '#f6a199'] as const;
const GREY = '#e9edf3';
const EMPTY = '#f9fafb';
const DAYS = 7;
const CELL = { height: 27, head: 14, gap: 2 } as const;

/** A month as seven columns of days, Monday first: the day, and its index on the colour of its grade. Returns the height. */
export const drawCalendar = (
  paper: Paper,
  { month, days, weekdays }: { month: string; days: readonly ReportDay[]; weekdays: readonly string[] },
  { x, y, width }: { x: number; y: number; width: number },
): number => {
  const { from, to } = daysOfMonth(month);
  const byDay = new Map(days.map((each) => [each.day, each]));
  const cell = width / DAYS;
  for (const [i, name] of weekdays.entries()) {
    paper.at(name, x + i * cell, y, cell, { size: 8, color: INK.soft, align: 'center' });
  }
  const first = weekdayOf(from);
  let rows = 0;
  for (let day = from, place = first; day <= to; day = addDays(day, 1), place++) {
    const row = Math.floor(place / DAYS);
    rows = row + 1;
    const left = x + (place % DAYS) * cell;
    const top = y + CELL.head + row * CELL.height;
    const known = byDay.get(day);
    const grade = known?.grade ?? null;
    const isThin = known !== undefined && !isComparable(known.completeness);
    const fill = known === undefined || grade === null ? EMPTY : isThin ? GREY : GRADE_FILLS[GRADES.indexOf(grade)];
    paper.doc.rect(left, top, cell - CELL.gap, CELL.height - CELL.gap).fill(fill ?? EMPTY);
    paper.at(day.slice(8).replace(/^0/, ''), left + 3, top + 1, cell, { size: 6.5, color: INK.soft });
    const index = known?.index ?? null;
    const text = index === null ? '–' : String(Math.round(index));
    paper.at(text, left, top + 8, cell - CELL.gap, { size: 10, bold: !isThin, align: 'center' });
  }
  return CELL.head + rows * CELL.height;
};
