import { createRecordWords, type RecordWords } from '@airdeck/phrases/record-words';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useTexts } from '../model/use-texts.ts';

/** Words for the fields and values of recorded changes, as exported files have them. */
export function useRecordWords(): RecordWords {
  const { i18n } = useTranslation();
  const { language, time } = useTexts();
  return useMemo(() => {
    const texts: unknown = i18n.getResource(language, 'translation', 'admin');
    return createRecordWords({
      language,
      texts: typeof texts === 'object' && texts !== null ? texts : {},
      time,
      day: (day) => formatDay(day, language),
    });
  }, [i18n, language, time]);
}
