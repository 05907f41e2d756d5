import { checkLink, setPassword } from '@airdeck/contract/user/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { ApiFailure } from '../../lib/failure.ts';
import type { LoginHint } from '../../lib/session/session-storage.ts';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { LoginFrame } from './login-frame.tsx';
import { isConfirmed, NewPasswordFields, newPasswordFields } from './new-password-fields.tsx';
import styles from './session.module.css';

const schema = z.object(newPasswordFields).refine(...isConfirmed);

type Owner = z.output<typeof checkLink.answer>;

interface ResetScreenProps {
  /** Token of the one-time link; empty when the address was cut. */
  token: string;
  /** Leads to Login; after the password was set, with the values that Login needs besides it. */
  onLogin: (hint: LoginHint | null) => void;
}

/** Address `/reset`: sets a password with a one-time link. A link that has ended says so at once. */
export function ResetScreen({ token, onLogin }: ResetScreenProps) {
  const { t } = useTranslation();
  const check = useQuery({
    ...routeQuery(checkLink, { body: { token } }),
    enabled: token !== '',
    // The link ends when it is used here, so the answer is not read again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isEnded = check.error instanceof ApiFailure && check.error.code === 'BAD_CREDENTIALS';
  return (
    <LoginFrame title={t('session.passwords.set')}>
      {check.data === undefined ? (
        <div className={styles.form}>
          {token === '' ? <Alert severity="error">{t('session.passwords.noToken')}</Alert> : null}
          {check.isLoading ? <p className={styles.reason}>{t('common.loading')}</p> : null}
          <FailureAlert
            error={check.error}
            isRetrying={check.isFetching}
            {...(!isEnded && { onRetry: () => void check.refetch() })}
          />
          <ToLogin onLogin={() => onLogin(null)} />
        </div>
      ) : (
        <ResetForm token={token} owner={check.data} onLogin={onLogin} />
      )}
    </LoginFrame>
  );
}

function ToLogin({ isNext = false, onLogin }: { isNext?: boolean; onLogin: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant={isNext ? 'contained' : 'text'} size="large" fullWidth onClick={onLogin}>
      {t('session.passwords.toLogin')}
    </Button>
  );
}

/** The user whose password is set, in the words of Login. */
function OwnerFacts({ owner }: { owner: Owner }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.list}>
      <dt>{t('session.code')}</dt>
      <dd>{owner.organization_code}</dd>
      <dt>{t('session.id')}</dt>
      <dd>{owner.login}</dd>
    </dl>
  );
}

function ResetForm({ token, owner, onLogin }: ResetScreenProps & { owner: Owner }) {
  const { t } = useTranslation();
  const form = useContractForm(schema, { new_password: '', confirmation: '' });
  const send = useMutation({
    mutationFn: ({ new_password }: z.infer<typeof schema>) => call(setPassword, { body: { token, new_password } }),
    // The input is saved: leaving needs no question.
    onSuccess: () => form.reset(),
    onError: (failure) => showFieldErrors(form, failure),
  });
  if (send.isSuccess) {
    return (
      <div className={styles.form}>
        <Alert severity="success">{t('session.passwords.setDone')}</Alert>
        <OwnerFacts owner={owner} />
        <ToLogin isNext onLogin={() => onLogin({ code: owner.organization_code, id: owner.login })} />
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((input) => send.mutate(input), send.reset)}>
      <p className={styles.reason}>{t('session.passwords.setText')}</p>
      <OwnerFacts owner={owner} />
      <FailureAlert error={send.error} />
      <NewPasswordFields control={form.control} autoFocus />
      <div className={styles.stack} {...pressFirst}>
        <Button type="submit" variant="contained" size="large" fullWidth loading={send.isPending}>
          {t('session.passwords.set')}
        </Button>
        <ToLogin onLogin={() => onLogin(null)} />
      </div>
    </form>
  );
}
