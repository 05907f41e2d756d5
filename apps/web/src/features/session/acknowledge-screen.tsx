import { acknowledgeByLink } from '@airdeck/contract/notification/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { LoginFrame } from './login-frame.tsx';
import styles from './session.module.css';

interface AcknowledgeScreenProps {
  /** Token of the one-time link; empty when the address was cut. */
  token: string;
  onConsole: () => void;
}

const isUsed = (error: Error | null): boolean => error instanceof ApiFailure && error.code === 'BAD_CREDENTIALS';

/**
 * Address `/acknowledge`: acknowledges the alarms of a mail. Opening it has no effect, because mail scanners open links
 * too.
 */
export function AcknowledgeScreen({ token, onConsole }: AcknowledgeScreenProps) {
  const { t } = useTranslation();
  const send = useMutation({ mutationFn: () => call(acknowledgeByLink, { body: { token } }) });
  const isOpen = token !== '' && !send.isSuccess;
  return (
    <LoginFrame title={t('session.acknowledge.title')}>
      <div className={styles.form}>
        {isOpen ? <p className={styles.reason}>{t('session.acknowledge.text')}</p> : null}
        {token === '' ? <Alert severity="error">{t('session.acknowledge.noToken')}</Alert> : null}
        <FailureAlert error={send.error} text={isUsed(send.error) ? t('session.acknowledge.used') : undefined} />
        {send.isSuccess ? (
          <Alert severity="success">
            {send.data.count === 0
              ? t('session.acknowledge.nothing')
              : t('session.acknowledge.done', { count: send.data.count })}
          </Alert>
        ) : null}
        <div className={styles.stack}>
          {isOpen ? (
            <Button variant="contained" size="large" fullWidth loading={send.isPending} onClick={() => send.mutate()}>
              {t('session.acknowledge.press')}
            </Button>
          ) : null}
          <Button variant={isOpen ? 'text' : 'contained'} size="large" fullWidth onClick={onConsole}>
            {t('session.acknowledge.console')}
          </Button>
        </div>
      </div>
    </LoginFrame>
  );
}
