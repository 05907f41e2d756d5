import type { Maintenance } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { momentText } from './grade-since.tsx';
import styles from './shared.module.css';

/** Until when people work on the place, and why; renders nothing for null. */
export function InMaintenance({ maintenance }: { maintenance: Maintenance | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (maintenance === null) return null;
  const { until, reason } = maintenance;
  const time = momentText(until, { nowMs: Date.now(), language });
  return (
    <span className={styles.handled} title={`${reason} (${formatDate(until, 'dateTime', { language })})`}>
      <Icon name="pause" size={14} />
      <span>{t('monitoring.maintenance', { time })}</span>
    </span>
  );
}
