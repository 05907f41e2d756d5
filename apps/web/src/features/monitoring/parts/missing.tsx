import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { type Screen, UP } from '../address/screen.ts';
import styles from './parts.module.css';
import { PathBreadcrumb } from './path-breadcrumb.tsx';
import { PlaceLink } from './place-link.tsx';

/** INVALID_VIEW: the item of the address is not there, or not the user's to see. */
export function Missing({ screen }: { screen: Screen }) {
  const { t } = useTranslation();
  const up = UP[screen];
  return (
    <>
      <PathBreadcrumb screen={screen} path={[]} />
      <PageHeader title={t(`monitoring.screen.${screen}`)} />
      <Card>
        <EmptyState
          icon="places"
          title={t('monitoring.missing.title')}
          text={`${t('monitoring.missing.text')} (INVALID_VIEW)`}
          action={
            <PlaceLink screen={up} className={styles.button}>
              {t('monitoring.missing.up', { screen: t(`monitoring.screen.${up}`) })}
            </PlaceLink>
          }
        />
      </Card>
    </>
  );
}
