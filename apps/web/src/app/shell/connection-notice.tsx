import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { retryNow, useConnection } from '../../lib/live/connection.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './shell.module.css';

/** Most connections are restored sooner: not worth a word beside the one in the top bar. */
export const LASTING_MS = 3_000;

/** Whether something has been so for a while. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), LASTING_MS);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return is && lasts;
}

/** Warns that the data on screen are old, and since when, consistently with the top bar; offers a retry. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const connection = useConnection();
  const isReconnecting = useLasting(connection.state === 'reconnecting');
  const retry = () => {
    retryNow();
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  const isOffline = connection.state === 'offline';
  const isShown = isOffline || isReconnecting;
  return (
    <div role="status">
      {isShown && 'since' in connection ? (
        <div className={styles.banner}>
          <Icon name="offline" />
          <span>
            {t(`shell.old.${connection.state}`, { since: formatDate(connection.since, 'clock', { language }) })}
          </span>
          <Button size="small" color="inherit" onClick={retry} startIcon={<Icon name="refresh" size={16} />}>
            {t('button.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
