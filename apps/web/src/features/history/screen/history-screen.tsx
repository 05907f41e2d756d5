import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { choicesQuery } from '../api/meters.ts';
import { Conditions } from '../conditions/conditions.tsx';
import { GraphView } from '../graph/graph-view.tsx';
import { ListOf } from '../list/lists.tsx';
import { SCREEN, type HistoryScreen as Screen } from '../model/screen.ts';
import { isSearchable, metersFor, selectionOf } from '../model/selection.ts';
import { type History, useHistory } from '../model/use-history.ts';
import { HistoryHeader } from './history-header.tsx';
import styles from './screen.module.css';

/** Instrument, InstrumentAvg, SensorCur, SensorAvg and CurrentAir: measured values and averages. */
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

/** The screen of a user without any meter of the kind. */
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

/** The answer as a list or a graph, or what is missing for a request. */
function Answer({ history }: { history: History }) {
  const { t } = useTranslation();
  const { kind, search, covered, request } = history;
  if (request !== null) {
    return history.view === 'graph' ? (
      <GraphView history={history} request={request} />
    ) : (
      <ListOf key={history.screen} history={history} request={request} />
    );
  }
  if (covered.length === 0) {
    // An address may name something that was removed, or that the user may not see.
    const gone = isSearchable(kind, selectionOf(search));
    return (
      <Card>
        <EmptyState
          icon="search"
          title={t(`history.choose.begin.${kind}`)}
          text={gone ? t('error.RESOURCE_NOT_FOUND') : t('history.choose.beginText')}
        />
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState icon="calendar" title={t('history.period.wrong')} text={t('history.period.wrongText')} />
    </Card>
  );
}
