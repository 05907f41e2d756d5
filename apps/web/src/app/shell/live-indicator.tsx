import Tooltip from '@mui/material/Tooltip';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../lib/clock.ts';
import { formatDate } from '../../lib/format/date.ts';
import { liveState } from '../../lib/live/live-state.ts';
import { useStore } from '../../lib/store.ts';
import styles from './shell.module.css';

const timeNow = () => formatDate(Date.now(), 'clock', { language: 'ko' });

/** Live state and clock. On a screen that is not live it is a clock only. */
export function LiveIndicator({ short }: { short: boolean }) {
  const { t } = useTranslation();
  const state = useStore(liveState);
  const clock = useSyncExternalStore(everySecond, timeNow);
  const word = t(`shell.live.${state}`);
  return (
    <Tooltip title={state === 'lost' ? t('shell.live.lostHint') : ''}>
      <div className={styles.live} data-state={state}>
        {state === 'idle' ? null : (
          <span role="status" className={styles.live}>
            <i />
            <span className={short ? 'sr' : undefined}>{word}</span>
          </span>
        )}
        <span className="sr">{t('shell.clock')}</span>
        <time className="num">{short ? clock.slice(0, 5) : clock}</time>
      </div>
    </Tooltip>
  );
}
