import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { useOnlyOrganization } from '../../../lib/session/only-organization.ts';
import { Card } from '../../../ui/card/card.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { type MonitoringScreen, SCREEN_ABOVE, type ScreenAddress, startScreen } from '../address/screen.ts';
import { AttentionBanner } from '../attention/attention-banner.tsx';
import { PathBreadcrumb, PlaceLink } from './links.tsx';
import styles from './shared.module.css';

interface ScreenQueryProps<T> {
  screen: MonitoringScreen;
  id: number | undefined;
  query: UseQueryResult<T, ApiFailure>;
  /** A skeleton in the shape of the content. */
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}

/** A screen in each state of its query: loading, loaded, loaded but old, missing, failed. */
export function ScreenQuery<T>({ screen, id, query, skeleton, children }: ScreenQueryProps<T>) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt, refetch } = query;
  const retry = () => void refetch();
  if (error?.code === 'INVALID_VIEW') {
    return (
      <Page>
        <Missing screen={screen} />
      </Page>
    );
  }
  return (
    <Page>
      {error === null || data === undefined ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
      {error !== null && data === undefined ? null : (
        <AttentionBanner key={`${screen} ${id}`} screen={screen} id={id} />
      )}
      {data !== undefined ? (
        children(data)
      ) : (
        <>
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
        </>
      )}
    </Page>
  );
}

/** INVALID_VIEW: the item of the address does not exist, or the user may not see it. */
function Missing({ screen }: { screen: MonitoringScreen }) {
  const { t } = useTranslation();
  const only = useOnlyOrganization();
  const above = SCREEN_ABOVE[screen];
  const up: ScreenAddress = above === 'organizations' ? startScreen(only) : { screen: above };
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
            <PlaceLink {...up} className={styles.button}>
              {t('monitoring.missing.up', { screen: t(`monitoring.screen.${up.screen}`) })}
            </PlaceLink>
          }
        />
      </Card>
    </>
  );
}
