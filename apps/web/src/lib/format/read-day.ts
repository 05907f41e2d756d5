import type { Language } from '@airdeck/contract/user/schema';
import { z } from 'zod';

const day = z.iso.date();

/** Whether a text is a day as the API writes it. */
export const isDay = (text: string): boolean => day.safeParse(text).success;

/** Typed forms of a day, with the year first or last. */
const YEAR_FIRST = /^(\d{4})[-./ ]*(\d{1,2})[-./ ]*(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4})$/;

/** A typed day as `YYYY-MM-DD`, the year first or, in English, last after month and day; null when it is none. */
export function readDay(text: string, language: Language): string | null {
  const typed = text.trim();
  const [, year = '', month = '', date = ''] = YEAR_FIRST.exec(typed) ?? inEnglish(typed, language) ?? [];
  return day.safeParse(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`).data ?? null;
}

function inEnglish(typed: string, language: Language): string[] | null {
  const found = language === 'en' ? YEAR_LAST.exec(typed) : null;
  return found === null ? null : ['', found[3] ?? '', found[1] ?? '', found[2] ?? ''];
}

/** A day in the format of a language; '' stays ''. */
export function formatDay(text: string, language: Language): string {
  const [year, month, date] = text.split('-');
  return language === 'ko' || text === '' ? text : `${month}/${date}/${year}`;
}
