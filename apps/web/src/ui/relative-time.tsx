import { useSyncExternalStore } from 'react';
import { everySecond } from '../lib/clock.ts';
import { formatAgo, formatDate } from '../lib/format/date.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';

interface RelativeTimeProps {
  /** ISO text or epoch ms. */
  time: string | number;
  timeZone?: string | undefined;
}

/** Time since an instant, updated every second; it renders only when its text changes. The full time is its tip. */
export function RelativeTime({ time, timeZone }: RelativeTimeProps) {
  const language = useLanguage();
  const instant = new Date(time);
  const text = useSyncExternalStore(everySecond, () => formatAgo(instant.getTime(), Date.now(), language));
  return (
    <time dateTime={instant.toISOString()} title={formatDate(instant, 'dateTime', { language, timeZone })}>
      {text}
    </time>
  );
}
