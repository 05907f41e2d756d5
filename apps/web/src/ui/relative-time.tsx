import { useSyncExternalStore } from 'react';
import { everySecond } from '../lib/clock.ts';
import { formatDate } from '../lib/format/date.ts';
import { formatAgo } from '../lib/format/relative.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';

interface RelativeTimeProps {
  /** ISO text or epoch ms. */
  time: string | number;
  timeZone?: string | undefined;
}

/** How long ago, kept true by the second; it renders only when its words change. The full time is its tip. */
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
