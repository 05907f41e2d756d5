import type { Language } from '@airdeck/contract/user/schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, viewerZone } from '../../../lib/format/date.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { type ChoiceKey, type Column, type FieldKey, fieldValue } from './definition.ts';

export interface Texts {
  /** A field without a label is called by its name. */
  field: (name: FieldKey) => string;
  choice: (choice: ChoiceKey, value: string) => string;
  /** A value of a row in words; '' where there is none. */
  value: (column: Pick<Column, 'kind' | 'choice'>, value: unknown) => string;
  time: (instant: string) => string;
  language: Language;
}

/** A text of a row in the language of the screen, where it has an English one beside it: `description_en`. */
export const localText = (item: object, name: string, language: Language): unknown =>
  (language === 'en' ? fieldValue(item, `${name}_en`) : null) ?? fieldValue(item, name);

/** Words for fields, choices and values in the language of the screen. */
export function useTexts(): Texts {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    // Times of administration are those of the person who did something.
    const time = (instant: string) => formatDate(instant, 'minute', { language, timeZone: viewerZone() });
    // The keys are those of the phrases, which have a text for each of a choice's values; a dot would be a step of the key.
    const choice = (key: ChoiceKey, value: string) =>
      t(`admin.choice.${key}.${value.replace('.', '_')}` as 'admin.choice.use.Y');
    const value: Texts['value'] = ({ kind, choice: key }, given) => {
      if (given === null || given === undefined || given === '') return '';
      if (kind === 'time') return time(String(given));
      if (kind === 'day') return formatDay(String(given), language);
      if (kind === 'yesNo') return given === 'Y' || given === true ? t('admin.yes') : t('admin.no');
      if (kind === 'choice' && key !== undefined) return choice(key, String(given));
      if (kind === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(Number(given));
      return String(given);
    };
    return { field: (name) => t(`admin.field.${name}`, { defaultValue: name }), choice, value, time, language };
  }, [t, language]);
}
