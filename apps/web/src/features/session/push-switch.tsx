import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queriesOf, queryKey } from '../../lib/api/query-keys.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { readPush, switchPushOff, switchPushOn } from '../../lib/push/push.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

const pushQuery = () => queryOptions({ queryKey: queryKey('push'), queryFn: readPush, staleTime: 0 });

/** Whether this browser shows alarm notifications of the user, and the functions that switch them. */
export function usePush() {
  const client = useQueryClient();
  const { data, error } = useQuery(pushQuery());
  const change = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (!wanted) await switchPushOff();
      else if (data?.publicKey) await switchPushOn(data.publicKey);
    },
    onSettled: () => client.invalidateQueries(queriesOf('push')),
  });
  return {
    state: data?.state,
    isPending: change.isPending,
    failure: error ?? change.error,
    change: (wanted: boolean) => change.mutate(wanted),
  };
}

/** A switch for alarms in this browser; where there cannot be one, why not. */
export function PushSwitch({ state, isPending, failure, change }: ReturnType<typeof usePush>) {
  const { t } = useTranslation();
  const mayChange = state === 'ON' || state === 'OFF';
  return (
    <section className={styles.push} aria-labelledby="push-switch">
      <h3 id="push-switch">{t('session.push.title')}</h3>
      {mayChange || state === undefined ? (
        <FormControlLabel
          control={
            <Switch
              checked={state === 'ON'}
              disabled={!mayChange || isPending}
              onChange={(_, wanted) => change(wanted)}
            />
          }
          label={t('session.push.switch')}
        />
      ) : (
        <Alert severity="info">{t(`session.push.${state}`)}</Alert>
      )}
      {mayChange ? <p>{t('session.push.hint')}</p> : null}
      <FailureAlert error={failure} text={failure instanceof ApiFailure ? undefined : t('session.push.unreachable')} />
    </section>
  );
}
