import { useSyncExternalStore } from 'react';
import { formatDate } from '../lib/format/date.ts';
import { formatAgo } from '../lib/format/relative.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all: it stands still while nobody looks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of [...listeners]) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface RelativeTimeProps {
  /** ISO text or epoch ms. */
  time: string | number;
  timeZone?: string | undefined;
}

/** How long ago, kept true by the second; it renders only when its words change. The full time is its tip. */
export function RelativeTime({ time, timeZone }: RelativeTimeProps) {
  const language = useLanguage();
  const instant = new Date(time);
  const text = useSyncExternalStore(subscribe, () => formatAgo(instant.getTime(), Date.now(), language));
  return (
    <time dateTime={instant.toISOString()} title={formatDate(instant, 'dateTime', { language, timeZone })}>
      {text}
    </time>
  );
}
