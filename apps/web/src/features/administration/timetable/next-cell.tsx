import type { TimetableItem } from '@airdeck/contract/control/timetable';
import { localDay, weekdayOf } from '@airdeck/domain/calendar';
import { occurrencesBetween } from '@airdeck/domain/control/timetable';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { weekdayNames } from './in-words.ts';

const AHEAD_MS = 14 * DAY_MS;

/** Runs begin on whole minutes. */
const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The next run of a timetable, on its own clock: `수 18:00 끄기`. */
export function NextCell({ item }: { item: TimetableItem }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const minute = useSyncExternalStore(everySecond, currentMinute);
  const timeZone = item.time_zone;
  const [next] = item.use === 'Y' ? occurrencesBetween(item, minute, minute + AHEAD_MS, timeZone) : [];
  if (next === undefined) return <>–</>;
  const day = weekdayNames(language, 'short')[weekdayOf(localDay(next.time, timeZone))];
  const time = formatDate(next.time, 'hourMinute', { language, timeZone });
  return (
    <>
      {day} {time} {t(`admin.timetable.mode.${next.action}`)}
    </>
  );
}
