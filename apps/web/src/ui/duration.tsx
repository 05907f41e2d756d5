import { useSyncExternalStore } from 'react';
import { everySecond } from '../lib/clock.ts';
import { formatDuration } from '../lib/format/duration.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';

interface DurationProps {
  /** ISO. */
  since: string;
  /** Epoch ms; without it, it lasts. */
  until: number | undefined;
}

/** How long something has lasted, ticking while it does; it renders only when its text changes. */
export function Duration({ since, until }: DurationProps) {
  const language = useLanguage();
  const text = useSyncExternalStore(everySecond, () =>
    formatDuration((until ?? Date.now()) - Date.parse(since), language),
  );
  return <span className="num">{text}</span>;
}
