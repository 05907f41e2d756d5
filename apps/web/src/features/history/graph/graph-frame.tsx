import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './graph.module.css';

interface GraphFrameProps<T> {
  query: UseQueryResult<T, ApiFailure>;
  height: number;
  /** Below the drawing; it stays usable while the data is missing. */
  legend: React.ReactNode;
  /** The drawing with the legend in it. */
  children: (data: T) => React.ReactNode;
}

/** A graph that is loading, failed or loaded. The previous graph stays visible, paler, until the next one is loaded. */
export function GraphFrame<T>({ query, height, legend, children }: GraphFrameProps<T>) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = query;
  if (data !== undefined) {
    return (
      <div aria-busy={isPlaceholderData}>
        <div className={styles.bar}>
          {isPlaceholderData ? (
            <LinearProgress aria-label={t('common.table.updating')} className={styles.updating ?? ''} />
          ) : null}
        </div>
        <div className={isPlaceholderData ? styles.old : undefined}>{children(data)}</div>
      </div>
    );
  }
  return (
    <>
      <div className={styles.bar} />
      {error === null ? (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton variant="rounded" height={height} className={styles.skeleton ?? ''} />
        </div>
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
      {legend}
    </>
  );
}
