import { localDay, weekdayOf } from '@airdeck/domain/calendar';
import { occurrencesBetween, type Timetable } from '@airdeck/domain/control/timetable';
import { DAY_MS } from '@airdeck/domain/duration';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import type { Item } from '../model/definition.ts';
import { weekdayNames } from './in-words.ts';

const AHEAD_MS = 14 * DAY_MS;

/** The next run of a timetable, on its own clock: `수 18:00 끄기`. */
export function NextCell({ item }: { item: Item }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = Date.now();
  const timeZone = String(item.time_zone);
  // The row is the contract's, of which the screen knows fields by name only.
  const [next] =
    item.use === 'Y' ? occurrencesBetween(item as unknown as Timetable, now, now + AHEAD_MS, timeZone) : [];
  if (next === undefined) return <>–</>;
  const day = weekdayNames(language, 'short')[weekdayOf(localDay(next.time, timeZone))];
  const time = formatDate(next.time, 'hourMinute', { language, timeZone });
  return (
    <>
      {day} {time} {t(`admin.timetable.mode.${next.action}`)}
    </>
  );
}
