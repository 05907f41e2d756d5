import type { TimetablePreview } from '@airdeck/contract/control/timetable';
import { localDay, weekdayOf } from '@airdeck/domain/calendar';
import { TIMETABLE_MODES } from '@airdeck/domain/control/timetable';
import { HOUR_MS } from '@airdeck/domain/duration';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatSpan } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { weekdayNames } from './in-words.ts';
import styles from './timetable.module.css';

const DAY_HOURS = 24;
const SCALE = [0, 6, 12, 18, 24];

type Day = TimetablePreview['days'][number];

const hoursOf = ({ start, end }: { start: string; end: string }): number =>
  (Date.parse(end) - Date.parse(start)) / HOUR_MS;

/** The coming days, a bar each, on the organization's clock: what will happen, exceptions and days of another length said. */
export function WeeksPicture({ time_zone: timeZone, days, occurrences }: TimetablePreview) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = (instant: string) => formatDate(instant, 'hourMinute', { language, timeZone });
  const weekdays = weekdayNames(language, 'short');
  const dayName = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))} ${weekdays[weekdayOf(day)]}`;
  const [next] = occurrences;
  const inWords = ({ runs }: Day) =>
    runs
      .map(
        ({ start, end, mode }) =>
          `${formatSpan(clock(start), clock(end), language)} ${t(`admin.timetable.mode.${mode}`)}`,
      )
      .join(', ') || t('admin.timetable.off');
  return (
    <>
      <p className={styles.next}>
        {next === undefined
          ? t('admin.timetable.nothing')
          : t('admin.timetable.next', {
              time: `${dayName(localDay(Date.parse(next.time), timeZone))} ${clock(next.time)}`,
              action: t(`admin.timetable.mode.${next.action}`),
            })}{' '}
        <small>{t('admin.timetable.zone', { zone: timeZone })}</small>
      </p>
      <ul className={styles.weeks}>
        <li className={styles.scale} aria-hidden="true">
          <span />
          <div>
            {SCALE.map((hour) => (
              <i key={hour} style={{ left: `${(hour / DAY_HOURS) * 100}%` }}>
                {hour}
              </i>
            ))}
          </div>
        </li>
        {days.map((day, i) => (
          <li key={day.day} data-today={i === 0 || undefined}>
            <span>{i === 0 ? t('admin.timetable.today') : dayName(day.day)}</span>
            <div
              role="img"
              aria-label={t('admin.timetable.pictureOf', { day: dayName(day.day), runs: inWords(day) })}
              title={inWords(day)}
              className={styles.bar}
            >
              {day.runs.map(({ start, end, mode }) => (
                <i
                  key={start}
                  data-mode={mode}
                  style={{
                    left: `${(hoursOf({ start: day.start, end: start }) / hoursOf(day)) * 100}%`,
                    width: `${(hoursOf({ start, end }) / hoursOf(day)) * 100}%`,
                  }}
                />
              ))}
            </div>
            <small>
              {[
                ...(day.exception === null ? [] : [day.exception]),
                ...(hoursOf(day) === DAY_HOURS ? [] : [t('admin.timetable.hours', { count: hoursOf(day) })]),
              ].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      <ul className={styles.legend}>
        {TIMETABLE_MODES.map((mode) => (
          <li key={mode}>
            <i data-mode={mode} />
            {t(`admin.timetable.mode.${mode}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
