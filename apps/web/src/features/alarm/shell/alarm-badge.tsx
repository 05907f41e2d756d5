import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts, worstOf } from '../../../lib/alarm/counts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import { LIVE_ERROR } from './alarm-watch.tsx';
import styles from './badge.module.css';

const MOST = 999;

/**
 * The screens of the specification from which the badge clears the filter of the start time; from elsewhere the list
 * begins with today.
 */
const CLEARS_START = /^\/monitoring\/(?:agency|grade|half|meter|sensor)(?:\/|$)/;

/** Number of alarms that need an action now, and their worst severity. Leads to the live list. */
export function AlarmBadge() {
  const { t } = useTranslation();
  const counts = useAlarmCounts();
  const isFromMonitoring = useLocation({ select: ({ pathname }) => CLEARS_START.test(pathname) });
  const worst = counts === undefined ? null : worstOf(counts.counts);
  const open = counts?.open ?? 0;
  const count =
    worst === null
      ? t('alarm.badge.none')
      : t('alarm.badge.count', { count: open, severity: t(`admin.choice.severity.${worst}`) });
  const unknown = counts?.unknown ?? 0;
  const label = unknown === 0 ? count : `${count}. ${t('alarm.badge.unknown', { count: unknown })}`;
  return (
    <Link
      to={LIVE_ERROR}
      search={() => (isFromMonitoring ? { startTime: 'any' } : {})}
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
