import Tooltip from '@mui/material/Tooltip';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../lib/clock.ts';
import { formatDate } from '../../lib/format/date.ts';
import { useConnection } from '../../lib/live/connection.ts';
import styles from './shell.module.css';

const timeNow = () => formatDate(Date.now(), 'clock', { language: 'ko' });

/** Live state and clock. On screens without live data only the clock, unless the server is unreachable. */
export function LiveIndicator({ short }: { short: boolean }) {
  const { t } = useTranslation();
  const { state } = useConnection();
  const clock = useSyncExternalStore(everySecond, timeNow);
  const isOld = state === 'reconnecting' || state === 'offline';
  return (
    <Tooltip title={isOld ? t('shell.live.lostHint') : ''}>
      <div className={styles.live} data-state={state}>
        {state === 'idle' ? null : (
          <span role="status" className={styles.live}>
            <i />
            <span className={short && !isOld ? 'sr' : undefined}>{t(`shell.live.${state}`)}</span>
          </span>
        )}
        <span className="sr">{t('shell.clock')}</span>
        <time className="num" data-short={short || undefined}>
          {short ? clock.slice(0, 5) : clock}
        </time>
      </div>
    </Tooltip>
  );
}
