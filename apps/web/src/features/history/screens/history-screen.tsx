import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card } from '../../../ui/card/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorPanel } from '../../../ui/state/error-panel.tsx';
import { SCREEN, type HistoryScreen as Screen } from '../address/screen.ts';
import { choicesQuery } from '../api/choices-query.ts';
import { metersFor } from '../choose/choice.ts';
import { Answer } from './answer.tsx';
import { Conditions } from './conditions.tsx';
import { HistoryHeader } from './history-header.tsx';
import styles from './screens.module.css';
import { useHistory } from './use-history.ts';

/** Instrument, InstrumentAvg, SensorCur, SensorAvg and CurrentAir: what was measured, and what it was on average. */
export function HistoryScreen({ screen }: { screen: Screen }) {
  const { t } = useTranslation();
  const { title, kind } = SCREEN[screen];
  const { data, error, refetch } = useQuery(choicesQuery());
  const meters = useMemo(() => (data === undefined ? undefined : metersFor(kind, data)), [kind, data]);
  const name = t(`menu.item.${title}`);
  return (
    <Page>
      <Breadcrumb items={[{ label: name }]} />
      {meters === undefined ? (
        <>
          <PageHeader title={name} />
          <Card>{error === null ? <Waiting /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}</Card>
        </>
      ) : (
        <Ready key={screen} screen={screen} meters={meters} />
      )}
    </Page>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton variant="rounded" height={40} />
      <Skeleton variant="rounded" height={40} sx={{ mt: 4.5 }} width="70%" />
    </div>
  );
}

function Ready({ screen, meters }: { screen: Screen; meters: readonly ChoiceMeter[] }) {
  const history = useHistory(screen, meters);
  if (meters.length === 0) return <Nothing screen={screen} />;
  return (
    <>
      <HistoryHeader history={history} />
      <Conditions history={history} />
      <Answer history={history} />
    </>
  );
}

/** There is nothing that could be asked about. */
function Nothing({ screen }: { screen: Screen }) {
  const { t } = useTranslation();
  const { title, kind } = SCREEN[screen];
  return (
    <>
      <PageHeader title={t(`menu.item.${title}`)} />
      <Card>
        <EmptyState
          icon="gauge"
          title={t(`history.choose.nothing.${kind}`)}
          text={t('history.choose.nothingText')}
          action={
            <Link to="/monitoring/agency" className={styles.link}>
              {t('history.choose.toMonitoring')}
            </Link>
          }
        />
      </Card>
    </>
  );
}
