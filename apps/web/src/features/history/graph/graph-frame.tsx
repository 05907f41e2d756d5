import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../../../lib/failure.ts';
import { LongWait } from '../../../shared/long-question/long-wait.tsx';
import type { LongQuery } from '../../../shared/long-question/use-long-query.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from './graph.module.css';

interface GraphFrameProps<T> extends LongQuery<T, ApiFailure> {
  height: number;
  /** Below the drawing; it stays usable while the data is missing. */
  legend: React.ReactNode;
  /** The drawing with the legend in it. */
  children: (data: T) => React.ReactNode;
}

/** A graph that is loading, failed or loaded. The previous graph stays visible, paler, until the next one is loaded. */
export function GraphFrame<T>({ query, wait, height, legend, children }: GraphFrameProps<T>) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = query;
  if (data !== undefined) {
    return (
      <div aria-busy={wait.isWaiting}>
        <div className={styles.bar}>
          {wait.isWaiting ? (
            <LinearProgress aria-label={t('common.table.updating')} className={styles.updating ?? ''} />
          ) : null}
        </div>
        <LongWait wait={wait}>
          <div className={isPlaceholderData ? styles.old : undefined}>{children(data)}</div>
        </LongWait>
      </div>
    );
  }
  return (
    <>
      <div className={styles.bar} />
      {error === null ? (
        <LongWait wait={wait}>
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton variant="rounded" height={height} className={styles.skeleton ?? ''} />
          </div>
        </LongWait>
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
      {legend}
    </>
  );
}
