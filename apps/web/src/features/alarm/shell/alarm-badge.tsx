import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts, worstOf } from '../../../lib/alarm/counts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { LIVE_ERROR } from './alarm-watch.tsx';
import styles from './badge.module.css';

const MOST = 999;

/** Number of pending alarms and their worst severity. Leads to the live list. */
export function AlarmBadge() {
  const { t } = useTranslation();
  const counts = useAlarmCounts();
  const worst = counts === undefined ? null : worstOf(counts.counts);
  const open = counts?.open ?? 0;
  const label =
    worst === null
      ? t('alarm.badge.none')
      : t('alarm.badge.count', { count: open, severity: t(`admin.choice.severity.${worst}`) });
  return (
    <Link
      to={LIVE_ERROR}
      search={() => ({ startTime: 'any' })}
      className={styles.badge}
      aria-label={label}
      title={label}
    >
      <Icon name="bell" size={22} />
      {worst === null ? null : (
        <span className={styles.count} data-severity={worst}>
          <SeverityMark severity={worst} size={11} />
          {open > MOST ? `${MOST}+` : open}
        </span>
      )}
    </Link>
  );
}
