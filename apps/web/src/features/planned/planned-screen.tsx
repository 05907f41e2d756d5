import type { ko } from '@airdeck/phrases/ko';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHeader } from '../../ui/page/page.tsx';
import styles from './planned.module.css';

export type PlannedKey = keyof typeof ko.planned.screen;

interface PlannedScreenProps {
  screen: PlannedKey;
}

/** A screen of the specification that does not exist yet; it says what will be there. */
export function PlannedScreen({ screen }: PlannedScreenProps) {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeader title={t(`menu.item.${screen}`)} />
      <Card>
        <div className={styles.planned}>
          <span className={styles.badge}>
            <Icon name="hammer" size={16} />
            {t('planned.badge')}
          </span>
          <h2>{t('planned.willShow')}</h2>
          <p className={styles.text}>{t(`planned.screen.${screen}`)}</p>
          <p className={styles.note}>{t('planned.notBuilt')}</p>
          <Link to="/monitoring/agency" className={styles.link}>
            {t('planned.toMonitoring')}
            <Icon name="arrowRight" size={18} />
          </Link>
        </div>
      </Card>
    </Page>
  );
}
