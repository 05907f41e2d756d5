import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { Card } from '../../../ui/card/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorPanel } from '../../../ui/state/error-panel.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import type { Screen } from '../address/screen.ts';
import { Missing } from './missing.tsx';
import { PathBreadcrumb } from './path-breadcrumb.tsx';

interface LoadedProps<T> {
  screen: Screen;
  query: UseQueryResult<T, ApiFailure>;
  /** In the shape of what is coming. */
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}

/** A screen in each of its states: loading, there, there but old, not there, failed. */
export function Loaded<T>({ screen, query, skeleton, children }: LoadedProps<T>) {
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
  if (data !== undefined) {
    return (
      <Page>
        {error === null ? null : <OldData since={dataUpdatedAt} onRetry={retry} />}
        {children(data)}
      </Page>
    );
  }
  return (
    <Page>
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
