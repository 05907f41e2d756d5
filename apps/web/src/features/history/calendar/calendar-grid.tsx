import type { Rating } from '@airdeck/contract/monitoring/schema';
import { addDays, weekdayOf } from '@airdeck/domain/calendar';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { weekdayName } from '../week/week-model.ts';
import styles from './calendar.module.css';

/** A day of a calendar, ready to show. */
export interface CalendarDay {
  day: string;
  /** null: nothing was measured. */
  text: string | null;
  fill: string;
  rating: Rating | null;
  /** Whether too little arrived for a comparison. */
  isThin: boolean;
  /** Unit, rating and completeness, for screen readers and as a title. */
  facts: string;
}

const WEEK = 7;
const WEEKDAYS = Array.from({ length: WEEK }, (_, i) => i);

/** The day that a key leads to, within the days of the calendar; null for other keys. */
export function dayMovedBy(key: string, day: string, first: string, last: string): string | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };
  if (key === 'Home') return first;
  if (key === 'End') return last;
  const step = steps[key];
  if (step === undefined) return null;
  const next = addDays(day, step);
  return next < first || next > last ? day : next;
}

interface CalendarGridProps {
  /** Ascending; days between that are left out are empty. */
  days: readonly CalendarDay[];
  label: string;
  /** A day was chosen: its graph is opened. */
  onOpen: (day: string) => void;
}

/** Months as tables of days, Monday first. Arrow keys move between days, Enter opens the graph of one. */
export function CalendarGrid({ days, label, onOpen }: CalendarGridProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [home, setHome] = useState(days.at(-1)?.day ?? '');
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))];
  const move = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayMovedBy(event.key, home, first, last);
    if (next === null) return;
    event.preventDefault();
    setHome(next);
    box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const stop = days.some(({ day }) => day === home) ? home : last;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the buttons inside
    <div ref={box} className={styles.months} onKeyDown={move}>
      {months.map((month) => (
        <Month
          key={month}
          {...{ month, label, stop, onOpen }}
          days={days.filter(({ day }) => day.startsWith(month))}
          onHome={setHome}
        />
      ))}
      <p className="sr">{t('history.calendar.keys')}</p>
    </div>
  );
}

interface MonthProps extends CalendarGridProps {
  month: string;
  stop: string;
  onHome: (day: string) => void;
}

function Month({ month, days, label, stop, onOpen, onHome }: MonthProps) {
  const language = useLanguage();
  const first = `${month}-01`;
  const lead = weekdayOf(first);
  const byPlace = new Map(days.map((each) => [lead + Number(each.day.slice(8)) - 1, each]));
  const weeks = Array.from({ length: Math.ceil((Math.max(...byPlace.keys()) + 1) / WEEK) }, (_, week) => week);
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const title = name.format(new Date(`${first}T00:00:00Z`));
  return (
    <table className={styles.month} aria-label={`${label}, ${title}`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <span aria-hidden="true">{weekdayName(weekday, 'short', language)}</span>
              <span className="sr">{weekdayName(weekday, 'long', language)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week}>
            {WEEKDAYS.map((weekday) => {
              const day = byPlace.get(week * WEEK + weekday);
              return day === undefined ? (
                <td key={weekday} />
              ) : (
                <td key={weekday}>
                  <Day {...{ day, onOpen, onHome }} isStop={day.day === stop} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: CalendarDay;
  /** Whether Tab leads here. */
  isStop: boolean;
  onOpen: (day: string) => void;
  onHome: (day: string) => void;
}

function Day({ day: { day, text, fill, rating, isThin, facts }, isStop, onOpen, onHome }: DayProps) {
  const language = useLanguage();
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const isMarked = rating === 'BAD' || rating === 'VERY_BAD';
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isStop ? 0 : -1}
      data-day={day}
      data-state={text === null ? 'none' : undefined}
      data-thin={isThin || undefined}
      style={text === null ? undefined : { background: fill }}
      aria-label={[long.format(new Date(`${day}T00:00:00Z`)), text, facts].filter(Boolean).join(', ')}
      title={facts}
      onFocus={() => onHome(day)}
      onClick={() => onOpen(day)}
    >
      <small aria-hidden="true">{Number(day.slice(8))}</small>
      <span aria-hidden="true">{text ?? '–'}</span>
      {isMarked ? (
        <span className={styles.mark}>
          <GradeMark rating={rating} size={8} />
        </span>
      ) : null}
    </button>
  );
}
