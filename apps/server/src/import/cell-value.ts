import { DAY_MS } from '@airdeck/domain/duration';
import type { Texts } from '../export/texts.ts';
import { wordsOf } from '../export/texts.ts';
import type { FieldKind } from '../resource/field-kind.ts';

/** Day 0 of Excel's calendar, 30 December 1899, in days since 1970. */
const EXCEL_EPOCH_DAYS = -25_569;

/** Day formats besides ISO: the Korean one, and that of our English files. */
const YEAR_FIRST = /^(\d{4})[./-] ?(\d{1,2})[./-] ?(\d{1,2})\.?$/;
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const iso = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const dayOf = (text: string, hasSerialDates: boolean): string => {
  if (hasSerialDates && /^\d{1,6}(\.\d+)?$/.test(text)) {
    return new Date((Math.floor(Number(text)) + EXCEL_EPOCH_DAYS) * DAY_MS).toISOString().slice(0, 10);
  }
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return iso(year, month, day);
  const [, monthFirst, second, last] = MONTH_FIRST.exec(text) ?? [];
  return last === undefined ? text : iso(last, monthFirst, second);
};

export interface ReadAs {
  name: string;
  field: FieldKind;
  hasSerialDates: boolean;
  /** Languages in which a choice may be written. */
  languages: readonly Texts[];
}

/**
 * The value of a cell as the contract expects it. A value that does not fit is returned unchanged, and the contract
 * rejects it.
 */
export const cellValue = (given: string, { name, field, hasSerialDates, languages }: ReadAs): unknown => {
  const text = given.trim();
  if (text === '') return undefined;
  switch (field.kind) {
    case 'number': {
      const number = Number(text.replaceAll(',', ''));
      return Number.isFinite(number) ? number : text;
    }
    case 'date':
      return dayOf(text, hasSerialDates);
    case 'choice': {
      const same = (word: string) => word.toLowerCase() === text.toLowerCase();
      const means = (option: string) =>
        same(option) || languages.some((texts) => wordsOf(texts, name, option).some(same));
      return field.options.find(means) ?? text;
    }
    default:
      return text;
  }
};
