import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './ways.module.css';
import { useWays, type Way } from './ways.ts';

const ICON: Record<Way, IconName> = {
  monitoring: 'pulse',
  history: 'history',
  alarms: 'warning',
  purifiers: 'wind',
  administration: 'sliders',
};

/** The ways through the console: in the top bar, and where that has no room along the bottom. */
export function WaysNav({ place }: { place: 'bar' | 'bottom' }) {
  const { t } = useTranslation();
  return (
    <nav className={place === 'bar' ? styles.bar : styles.bottom} aria-label={t('shell.way.label')}>
      {useWays().map(({ way, path, search, isHere }) => (
        <Link
          key={way}
          to={path}
          search={() => search}
          className={styles.way}
          data-here={isHere || undefined}
          aria-current={isHere ? 'true' : undefined}
          title={place === 'bar' ? t(`shell.way.${way}`) : undefined}
        >
          <Icon name={ICON[way]} size={22} />
          <span>{t(`shell.way.${way}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
