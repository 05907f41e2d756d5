import type { TimetableFields } from '@airdeck/contract/control/timetable';
import type { Language } from '@airdeck/contract/user/schema';
import type { TFunction } from 'i18next';
import { formatSpan } from '../../../lib/format/number.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

export type Period = TimetableFields['week'][number][number];
export type Exception = TimetableFields['exceptions'][number];

/** Names of weekdays from Monday on. */
export const weekdayNames = (language: Language, form: 'long' | 'short' = 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: form, timeZone: 'UTC' });
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i)));
};

/** `0830` as `08:30`. */
export const clockTime = (time: string): string => `${time.slice(0, 2)}:${time.slice(2)}`;

const periodInWords = (t: TFunction, { start, end, mode }: Period): string =>
  `${formatSpan(clockTime(start), clockTime(end), currentLanguage())} ${t(`admin.timetable.mode.${mode}`)}`;

const dayInWords = (t: TFunction, periods: readonly Period[]): string =>
  periods.length === 0 ? t('admin.timetable.off') : periods.map((period) => periodInWords(t, period)).join(', ');

export const weekInWords = (t: TFunction, value: unknown): string => {
  const names = weekdayNames(currentLanguage(), 'short');
  return ((value ?? []) as TimetableFields['week']).map((day, i) => `${names[i]} ${dayInWords(t, day)}`).join(' · ');
};

export const exceptionsInWords = (t: TFunction, value: unknown): string =>
  ((value ?? []) as readonly Exception[])
    .map(
      ({ name, from, to, periods }) => `${name} ${formatSpan(from, to, currentLanguage())} ${dayInWords(t, periods)}`,
    )
    .join(' · ');

/** The first error code inside a list value; undefined: no error. */
export const firstCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [key, part] of Object.entries(error)) {
    const found = key === 'ref' ? undefined : firstCode(part);
    if (found !== undefined) return found;
  }
  return undefined;
};
