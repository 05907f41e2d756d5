import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './primary-navigation.module.css';
import { type Area, useAreaLinks } from './primary-navigation-areas.ts';

const ICON: Record<Area, IconName> = {
  monitoring: 'pulse',
  history: 'history',
  alarms: 'warning',
  purifiers: 'wind',
  administration: 'sliders',
};

/** Links to the areas of the console: in the top bar, and where that has no room along the bottom. */
export function PrimaryNavigation({ place }: { place: 'bar' | 'bottom' }) {
  const { t } = useTranslation();
  return (
    <nav className={place === 'bar' ? styles.bar : styles.bottom} aria-label={t('shell.area.label')}>
      {useAreaLinks().map(({ area, path, search, isHere }) => (
        <Link
          key={area}
          to={path}
          search={() => search}
          className={styles.way}
          data-here={isHere || undefined}
          aria-current={isHere ? 'true' : undefined}
          title={place === 'bar' ? t(`shell.area.${area}`) : undefined}
        >
          <Icon name={ICON[area]} size={22} />
          <span>{t(`shell.area.${area}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
