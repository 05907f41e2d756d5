import { getMe } from '@airdeck/contract/user/own-routes';
import type { User } from '@airdeck/contract/user/schema';
import {
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorProof,
} from '@airdeck/contract/user/second-factor';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../lib/api/route-query.ts';
import { formatDate, viewerZone } from '../../lib/format/date.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './session.module.css';

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SecondFactorSetup,
}));

/** Fewer unused recovery codes than this are worth a hint. */
const FEW_CODES = 3;

/** The user's second factor: sets it up, changes and removes it. */
export function SecondFactor({ user }: { user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error } = useQuery({ ...routeQuery(getSecondFactor, {}), staleTime: 0 });
  const [opened, setOpened] = useState<'setup' | 'renew' | 'remove' | null>(null);
  const close = () => setOpened(null);
  const since = data?.set_up_time ?? null;
  return (
    <section className={styles.factor} aria-labelledby="second-factor">
      <h3 id="second-factor">{t('account.secondFactor.title')}</h3>
      <FailureAlert error={error} />
      {data === undefined || since === null ? (
        <p>{t('account.secondFactor.hint')}</p>
      ) : (
        <p>
          {t('account.secondFactor.on', {
            time: formatDate(since, 'minute', { language, timeZone: viewerZone() }),
            count: data.recovery_codes,
          })}{' '}
          {data.required ? t('account.secondFactor.required') : null}
        </p>
      )}
      {data !== undefined && since !== null && data.recovery_codes < FEW_CODES ? (
        <Alert severity="warning">{t('account.secondFactor.few')}</Alert>
      ) : null}
      {data === undefined ? null : (
        <div className={styles.choices}>
          <Button variant="outlined" onClick={() => setOpened('setup')}>
            {t(since === null ? 'account.secondFactor.setUp' : 'account.secondFactor.replace')}
          </Button>
          {since === null ? null : (
            <Button variant="outlined" onClick={() => setOpened('renew')}>
              {t('account.secondFactor.renew')}
            </Button>
          )}
          {since === null || data.required ? null : (
            <Button color="error" onClick={() => setOpened('remove')}>
              {t('account.secondFactor.remove')}
            </Button>
          )}
        </div>
      )}
      {opened === 'setup' ? (
        <Suspense>
          <SecondFactorSetup user={user} isOn={since !== null} onClose={close} onDone={close} />
        </Suspense>
      ) : null}
      {opened === 'renew' ? <RenewCodes user={user} onClose={close} /> : null}
      {opened === 'remove' ? <RemoveDialog user={user} onClose={close} /> : null}
    </section>
  );
}

interface ProvenDialogProps {
  user: User;
  onClose: () => void;
}

function RenewCodes({ user, onClose }: ProvenDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onClose} />;
  return (
    <Dialog open title={t('account.secondFactor.renew')} onClose={onClose} width="xs">
      <ProofForm
        user={user}
        text={t('account.secondFactor.renewText')}
        action={t('account.secondFactor.renew')}
        asksCode
        send={(body: SecondFactorProof) => call(renewRecoveryCodes, { body })}
        onDone={({ recovery_codes }) => {
          setCodes(recovery_codes);
          void client.invalidateQueries(queriesOfRoute(getSecondFactor));
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function RemoveDialog({ user, onClose }: ProvenDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const remove = async (body: SecondFactorProof) => {
    await call(removeSecondFactor, { body });
    return call(getMe, {});
  };
  return (
    <Dialog open title={t('account.secondFactor.remove')} onClose={onClose} width="xs">
      <ProofForm
        user={user}
        text={t('account.secondFactor.removeText')}
        action={t('account.secondFactor.remove')}
        destroys
        asksCode
        send={remove}
        onDone={(me) => {
          enqueueSnackbar(t('account.secondFactor.removed'), { variant: 'success' });
          onClose();
          refreshUser(me);
          void client.invalidateQueries(queriesOfRoute(getSecondFactor));
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
