import { endOtherSessions, endOwnSession, listOwnSessions } from '@airdeck/contract/session/routes';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { formatDate, viewerZone } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

/** The user's open sessions; unknown or forgotten ones can be ended. */
export function OwnSessions() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enqueueSnackbar } = useSnackbar();
  const { data, error, refetch } = useQuery({ ...routeQuery(listOwnSessions, {}), staleTime: 0 });
  const end = useMutation({
    /** null: all but this one. */
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions, {}) : call(endOwnSession, { params: { id } }),
    onSuccess: () => void enqueueSnackbar(t('session.sessions.ended'), { variant: 'success' }),
    onSettled: () => void refetch(),
  });
  const failure = error ?? end.error;
  const sessions = data?.content ?? [];
  const timeZone = viewerZone();
  return (
    <section className={styles.sessions} aria-labelledby="own-sessions">
      <h3 id="own-sessions">{t('session.sessions.title')}</h3>
      <FailureAlert error={failure} />
      <ul>
        {sessions.map(({ id, ip, login_time, last_seen_time, is_current }) => (
          <li key={id}>
            <div>
              <strong>{ip}</strong>
              {is_current ? <Chip size="small" label={t('session.sessions.current')} color="primary" /> : null}
              <p>
                {t('session.sessions.login_time')} {formatDate(login_time, 'minute', { language, timeZone })}
                {t('common.separator')}
                {t('session.sessions.last_seen')} <RelativeTime time={last_seen_time} timeZone={timeZone} />
              </p>
            </div>
            {is_current ? null : (
              <Button size="small" disabled={end.isPending} onClick={() => end.mutate(id)}>
                {t('session.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="outlined" disabled={end.isPending} onClick={() => end.mutate(null)}>
          {t('session.sessions.endOthers')}
        </Button>
      ) : (
        <p>{t('session.sessions.only')}</p>
      )}
    </section>
  );
}
