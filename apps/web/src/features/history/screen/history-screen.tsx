import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import Skeleton from '@mui/material/Skeleton';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { Card } from '../../../ui/card/card.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { useChoices } from '../api/use-choices.ts';
import { Conditions } from '../conditions/conditions.tsx';
import { ListOf } from '../list/lists.tsx';
import { SCREEN, type HistoryScreen as Screen } from '../model/screen.ts';
import { metersFor } from '../model/selection.ts';
import { type History, useHistory } from '../model/use-history.ts';
import { Begin } from './begin.tsx';
import { HistoryHeader } from './history-header.tsx';
import styles from './screen.module.css';

/** Loaded on demand: the list needs no chart. */
const WeekView = lazyWithPreload(async () => (await import('../week/week-view.tsx')).WeekView);
const CalendarView = lazyWithPreload(async () => (await import('../calendar/calendar-view.tsx')).CalendarView);
const GraphView = lazyWithPreload(async () => (await import('../graph/graph-view.tsx')).GraphView);

/** Instrument, InstrumentAvg, SensorCur, SensorAvg and CurrentAir: measured values and averages. */
export function HistoryScreen({ screen }: { screen: Screen }) {
  const { t } = useTranslation();
  const { title, kind } = SCREEN[screen];
  const { data, error, refetch } = useChoices();
  const meters = useMemo(() => (data === undefined ? undefined : metersFor(kind, data)), [kind, data]);
  const name = t(`menu.item.${title}`);
  return (
    <Page>
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
      <Skeleton variant="rounded" height={40} className={styles.waiting ?? ''} width="70%" />
    </div>
  );
}

function Ready({ screen, meters }: { screen: Screen; meters: readonly ChoiceMeter[] }) {
  const history = useHistory(screen, meters);
  const client = useQueryClient();
  if (meters.length === 0) return <Nothing screen={screen} />;
  return (
    <div className={styles.result}>
      <HistoryHeader history={history} />
      <Conditions history={history} onSearch={() => void client.invalidateQueries(queriesOf('history'))} />
      <Answer history={history} />
    </div>
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
            <Link to="/monitoring" className={styles.link}>
              {t('history.choose.toMonitoring')}
            </Link>
          }
        />
      </Card>
    </>
  );
}

/** The result as a list or a graph, or a hint about a missing condition. */
function Answer({ history }: { history: History }) {
  const { t } = useTranslation();
  const { covered, request } = history;
  if (request !== null) {
    if (history.view === 'week') return <WeekView history={history} request={request} />;
    if (history.view === 'calendar') return <CalendarView history={history} request={request} />;
    return history.view === 'graph' ? (
      <GraphView history={history} request={request} />
    ) : (
      <ListOf key={history.screen} history={history} request={request} />
    );
  }
  if (covered.length === 0) {
    return (
      <Card>
        <Begin history={history} />
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState icon="calendar" title={t('history.period.wrong')} text={t('history.period.wrongText')} />
    </Card>
  );
}
