import type { Language } from '@airdeck/contract/user/schema';
import type { BucketUnit } from '@airdeck/domain/bucket';
import { DAY_MS } from '@airdeck/domain/duration';
import { spanAt } from '@airdeck/domain/zone-clock';

/** Formats of times in the specification. */
export const DATE_FORMS = ['dateTime', 'minute', 'date', 'month', 'year'] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** Format of a bucket's start. */
export const BUCKET_FORM: Record<BucketUnit, DateForm> = { hour: 'minute', day: 'date', month: 'month', year: 'year' };

/** Day 0 of Excel's calendar is 30 December 1899, for all days after February 1900. */
const EXCEL_EPOCH_DAYS = 25_569;

/** The wall clock of a zone at an instant (ISO 8601), in whole seconds: epoch ms as if that clock were UTC. */
export function wallClock(instant: string, zone: string): number {
  const ms = Date.parse(instant);
  return Math.floor((ms + spanAt(ms, zone).offset) / 1_000) * 1_000;
}

/** A wall clock (see wallClock) as an Excel number: days, with the time of day as a fraction. */
export const excelSerial = (wallMs: number): number => wallMs / DAY_MS + EXCEL_EPOCH_DAYS;

/** A wall clock (see wallClock) as text. */
export function wallText(wallMs: number, form: DateForm, language: Language): string {
  const iso = new Date(wallMs).toISOString();
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  const date = language === 'ko' ? iso.slice(0, 10) : `${month}/${day}/${year}`;
  switch (form) {
    case 'dateTime':
      return `${date} ${iso.slice(11, 19)}`;
    case 'minute':
      return `${date} ${iso.slice(11, 16)}`;
    case 'date':
      return date;
    case 'month':
      return language === 'ko' ? iso.slice(0, 7) : `${month}/${year}`;
    case 'year':
      return year;
  }
}

/** Excel would replace a bare slash by the computer's own date separator. */
const EXCEL_DAY: Record<Language, string> = { ko: 'yyyy-mm-dd', en: 'mm\\/dd\\/yyyy' };

/** Excel's number format. */
export function excelFormat(form: DateForm, language: Language): string {
  const day = EXCEL_DAY[language];
  const formats: Record<DateForm, string> = {
    dateTime: `${day} hh:mm:ss`,
    minute: `${day} hh:mm`,
    date: day,
    month: language === 'ko' ? 'yyyy-mm' : 'mm\\/yyyy',
    year: 'yyyy',
  };
  return formats[form];
}

/** Offset of a zone at an instant: `UTC+09:00`. It distinguishes the two hours of the same name in autumn. */
export function utcOffset(instant: string, zone: string): string {
  const minutes = Math.round(spanAt(Date.parse(instant), zone).offset / 60_000);
  const size = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
