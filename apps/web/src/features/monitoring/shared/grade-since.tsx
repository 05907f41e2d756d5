import type { GradeSince as Since } from '@airdeck/contract/monitoring/schema';
import { DAY_MS } from '@airdeck/domain/duration';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond, MINUTE_MS } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatDuration } from '../../../lib/format/duration.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';

interface Clock {
  nowMs: number;
  language: 'ko' | 'en';
}

interface Moment extends Clock {
  t: TFunction;
}

/** The time of day, with the day where it is not today. */
export function momentText(time: string, { nowMs, language }: Clock): string {
  const day = (at: string | number) => formatDate(at, 'date', { language });
  const clock = formatDate(time, 'hourMinute', { language });
  if (day(time) === day(nowMs)) return clock;
  const short = language === 'ko' ? day(time).slice(5) : day(time).slice(0, 5);
  return `${short} ${clock}`;
}

/** `12:02부터 37분째`, in whole minutes. */
export function sinceText(time: string, moment: Moment): string {
  const age = moment.nowMs - Date.parse(time);
  if (age < MINUTE_MS) return moment.t('monitoring.since.now');
  const duration = formatDuration(Math.floor(age / MINUTE_MS) * MINUTE_MS, moment.language);
  return moment.t('monitoring.since.today', { from: momentText(time, moment), duration });
}

function gradeSinceText({ time, begins }: Since, moment: Moment): string {
  if (begins === 'EARLIER') {
    const days = Math.max(1, Math.floor((moment.nowMs - Date.parse(time)) / DAY_MS));
    return moment.t('monitoring.since.earlier', { days });
  }
  const text = sinceText(time, moment);
  return begins === 'GAP' ? moment.t('monitoring.since.gap', { text }) : text;
}

/** Since when the air has been in its grade or a worse one; it renders only when its text changes. */
export function GradeSince({ since }: { since: Since }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = useSyncExternalStore(everySecond, () => gradeSinceText(since, { nowMs: Date.now(), language, t }));
  return (
    <time dateTime={since.time} title={formatDate(since.time, 'dateTime', { language })}>
      {text}
    </time>
  );
}

/** The same of anything that lasts. */
export function SinceTime({ time }: { time: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = useSyncExternalStore(everySecond, () => sinceText(time, { nowMs: Date.now(), language, t }));
  return (
    <time dateTime={time} title={formatDate(time, 'dateTime', { language })}>
      {text}
    </time>
  );
}
