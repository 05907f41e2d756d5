import { useTranslation } from 'react-i18next';
import type { Screen } from '../address/screen.ts';
import styles from './meter-tabs.module.css';
import { PlaceLink } from './place-link.tsx';

const TABS = ['sensor', 'localization', 'purifier'] as const satisfies readonly Screen[];

interface MeterTabsProps {
  current: (typeof TABS)[number];
  /** Of the meter; without it the screens of all meters. */
  id: number | undefined;
}

/** The three screens of a meter, side by side. */
export function MeterTabs({ current, id }: MeterTabsProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.tabs} aria-label={t('monitoring.tabs')}>
      {TABS.map((screen) => (
        <PlaceLink
          key={screen}
          screen={screen}
          {...(id === undefined ? {} : { id })}
          className={styles.tab}
          aria-current={screen === current ? 'page' : undefined}
        >
          {t(`monitoring.screen.${screen}`)}
        </PlaceLink>
      ))}
    </nav>
  );
}
