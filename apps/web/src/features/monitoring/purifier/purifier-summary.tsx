import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FilterLives } from '../../../lib/purifier/filter-rules.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './purifier.module.css';
import { isRunning, urgency } from './purifier-rules.ts';

/** Numbers of all purifiers, and of those that run, are in trouble or are silent, in a line. */
export function usePurifierSummary(purifiers: readonly PurifierView[], lives: FilterLives): string {
  const { t } = useTranslation();
  const count = (urgent: number) => purifiers.filter((purifier) => urgency(purifier, lives) === urgent).length;
  const trouble = count(0);
  const silent = count(2) + count(3);
  return [
    t('monitoring.purifier.count', { count: purifiers.length }),
    t('monitoring.purifier.running', { count: purifiers.filter(isRunning).length }),
    ...(trouble > 0 ? [t('monitoring.purifier.trouble', { count: trouble })] : []),
    ...(silent > 0 ? [t('monitoring.stale', { count: silent })] : []),
  ].join(t('common.separator'));
}

/** A note that commands are given on another screen. */
export function ControlNote() {
  const { t } = useTranslation();
  return (
    <p className={styles.note}>
      <Icon name="info" size={18} />
      <span>
        {t('monitoring.purifier.controlNote')}{' '}
        <Link to="/management/control/controlair">{t('monitoring.purifier.controlLink')}</Link>
      </span>
    </p>
  );
}
