import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { type MonitoringScreen, SCREEN_ABOVE } from '../address/screen.ts';
import { AttentionBanner } from '../attention/attention-banner.tsx';
import { PathBreadcrumb, PlaceLink } from './links.tsx';
import styles from './shared.module.css';

/** The first screen shows more lines; on a small screen fewer, so that the content stays in view. */
const OVERVIEW_LINES = { roomy: 6, small: 3 } as const;
const LINES = { roomy: 3, small: 0 } as const;

interface ScreenQueryProps<T> {
  screen: MonitoringScreen;
  query: UseQueryResult<T, ApiFailure>;
  /** A skeleton in the shape of the content. */
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}

/** A screen in each state of its query: loading, loaded, loaded but old, missing, failed. */
export function ScreenQuery<T>({ screen, query, skeleton, children }: ScreenQueryProps<T>) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt, refetch } = query;
  const retry = () => void refetch();
  const lines = screen === 'organizations' ? OVERVIEW_LINES : LINES;
  if (error?.code === 'INVALID_VIEW') {
    return (
      <Page>
        <Missing screen={screen} />
      </Page>
    );
  }
  if (data !== undefined) {
    return (
      <Page>
        {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
        <AttentionBanner lines={lines} />
        {children(data)}
      </Page>
    );
  }
  return (
    <Page>
      {error === null ? <AttentionBanner lines={lines} /> : null}
      <PathBreadcrumb screen={screen} path={[]} />
      <PageHeader
        title={t(`monitoring.screen.${screen}`)}
        subtitle={error === null ? t('common.loading') : undefined}
      />
      {error === null ? (
        skeleton
      ) : (
        <Card>
          <ErrorPanel error={error} onRetry={retry} />
        </Card>
      )}
    </Page>
  );
}

/** INVALID_VIEW: the item of the address does not exist, or the user may not see it. */
function Missing({ screen }: { screen: MonitoringScreen }) {
  const { t } = useTranslation();
  const up = SCREEN_ABOVE[screen];
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
