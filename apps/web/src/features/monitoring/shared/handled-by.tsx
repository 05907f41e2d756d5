import type { Handling } from '@airdeck/contract/monitoring/schema';
import { HOUR_MS } from '@airdeck/domain/duration';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { momentText } from './grade-since.tsx';
import styles from './shared.module.css';

/** A time of so little ago is clear without its day, after midnight too. */
const RECENT_MS = 12 * HOUR_MS;

interface HandledByProps {
  handling: Handling | null;
  /** Where there is little room; the tip says the same in full. */
  short?: boolean;
}

/** Who takes care of alarms, and since when; of several, how many of them. Renders nothing for null. */
export function HandledBy({ handling, short = false }: HandledByProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (handling === null) return null;
  const { alarms, handled, by, at } = handling;
  const nowMs = Date.now();
  const isRecent = nowMs - Date.parse(at) < RECENT_MS;
  const time = isRecent ? formatDate(at, 'hourMinute', { language }) : momentText(at, { nowMs, language });
  const values = { name: by, time, handled, count: alarms };
  const text = t(`monitoring.handled.${alarms === 1 ? 'one' : handled === alarms ? 'all' : 'some'}`, values);
  return (
    <span className={styles.handled} title={`${text} (${formatDate(at, 'dateTime', { language })})`}>
      <Icon name="check" size={14} />
      <span>{short && alarms > 1 ? t('monitoring.handled.short', values) : text}</span>
    </span>
  );
}
