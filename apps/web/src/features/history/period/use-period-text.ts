import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import type { DayRange } from './range.ts';

/** The days in words: one, or the first and the last. */
export function usePeriodText({ from, to }: DayRange): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = (day: string) => formatDay(day, language);
  return from === to ? text(from) : t('history.period.between', { from: text(from), to: text(to) });
}
