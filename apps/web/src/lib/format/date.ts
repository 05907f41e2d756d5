import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { MINUTE_MS } from '../clock.ts';

/** dateTime, day, minute, month, year are the specification's forms; clock and hourMinute leave the day out. */
export type DateForm = 'dateTime' | 'date' | 'minute' | 'month' | 'year' | 'clock' | 'hourMinute';

interface DateOptions {
  language: Language;
  /** IANA name; the browser's own zone when left out. */
  timeZone?: string | undefined;
}

type Fields = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (format === undefined) {
    // Only numbers are taken from it, so its language does not matter.
    format = new Intl.DateTimeFormat('en-US', {
      ...(timeZone === undefined ? {} : { timeZone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(key, format);
  }
  return format;
}

/** The browser's own time zone. A new format for each question would take as long as 25 texts. */
export const viewerZone = (): string => formatIn(undefined).resolvedOptions().timeZone;

/** Today on the viewer's clock, `YYYY-MM-DD`. */
export const viewerToday = (): string => localDay(Date.now(), viewerZone());

function fieldsOf(instant: Date, timeZone: string | undefined): Fields {
  const fields: Fields = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatIn(timeZone).formatToParts(instant)) {
    if (type in fields) fields[type as keyof Fields] = value;
  }
  return fields;
}

const DAY: Record<Language, (f: Fields) => string> = {
  ko: (f) => `${f.year}-${f.month}-${f.day}`,
  en: (f) => `${f.month}/${f.day}/${f.year}`,
};

/** An instant (ISO text, epoch ms or Date) on the clock of a zone, in the forms of a language. */
export function formatDate(
  instant: string | number | Date,
  form: DateForm,
  { language, timeZone }: DateOptions,
): string {
  const f = fieldsOf(new Date(instant), timeZone);
  switch (form) {
    case 'dateTime':
      return `${DAY[language](f)} ${f.hour}:${f.minute}:${f.second}`;
    case 'minute':
      return `${DAY[language](f)} ${f.hour}:${f.minute}`;
    case 'date':
      return DAY[language](f);
    case 'month':
      return language === 'ko' ? `${f.year}-${f.month}` : `${f.month}/${f.year}`;
    case 'year':
      return f.year;
    case 'clock':
      return `${f.hour}:${f.minute}:${f.second}`;
    case 'hourMinute':
      return `${f.hour}:${f.minute}`;
  }
}

const AGO_STEPS = [
  { unit: 'second', ms: 1000, below: MINUTE_MS },
  { unit: 'minute', ms: MINUTE_MS, below: HOUR_MS },
  { unit: 'hour', ms: HOUR_MS, below: DAY_MS },
  { unit: 'day', ms: DAY_MS, below: Number.POSITIVE_INFINITY },
] as const;

const agoFormats = new Map<Language, Intl.RelativeTimeFormat>();

/** How long ago: `3초 전`, `3s ago`, in whole units rounded down. A future instant, from a clock that is ahead, is 0. */
export function formatAgo(instantMs: number, nowMs: number, language: Language): string {
  const age = Math.max(0, nowMs - instantMs);
  const step = AGO_STEPS.find(({ below }) => age < below) ?? AGO_STEPS[3];
  let format = agoFormats.get(language);
  if (format === undefined) {
    format = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'narrow' });
    agoFormats.set(language, format);
  }
  return format.format(-Math.floor(age / step.ms), step.unit);
}
