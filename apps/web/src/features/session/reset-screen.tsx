import { setPassword } from '@airdeck/contract/user/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { LoginFrame } from './login-frame.tsx';
import { isConfirmed, NewPasswordFields, newPasswordFields } from './new-password-fields.tsx';
import styles from './session.module.css';

const schema = z.object(newPasswordFields).refine(...isConfirmed);

interface ResetScreenProps {
  /** Token of the one-time link; empty when the address was cut. */
  token: string;
  onLogin: () => void;
}

/** Address `/reset`: sets a password with a one-time link. */
export function ResetScreen({ token, onLogin }: ResetScreenProps) {
  const { t } = useTranslation();
  const form = useContractForm(schema, { new_password: '', confirmation: '' });
  const send = useMutation({
    mutationFn: ({ new_password }: z.infer<typeof schema>) => call(setPassword, { body: { token, new_password } }),
    // The input is saved: leaving needs no question.
    onSuccess: () => form.reset(),
    onError: (failure) => showFieldErrors(form, failure),
  });
  const toLogin = (
    <Button variant={send.isSuccess ? 'contained' : 'text'} size="large" fullWidth onClick={onLogin}>
      {t('session.passwords.toLogin')}
    </Button>
  );
  return (
    <LoginFrame title={t('session.passwords.set')}>
      {token === '' || send.isSuccess ? (
        <div className={styles.form}>
          <Alert severity={send.isSuccess ? 'success' : 'error'}>
            {t(send.isSuccess ? 'session.passwords.setDone' : 'session.passwords.noToken')}
          </Alert>
          {toLogin}
        </div>
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={form.handleSubmit((input) => send.mutate(input), send.reset)}
        >
          <p className={styles.reason}>{t('session.passwords.setText')}</p>
          <FailureAlert error={send.error} />
          <NewPasswordFields control={form.control} autoFocus />
          <div className={styles.stack} {...pressFirst}>
            <Button type="submit" variant="contained" size="large" fullWidth loading={send.isPending}>
              {t('session.passwords.set')}
            </Button>
            {toLogin}
          </div>
        </form>
      )}
    </LoginFrame>
  );
}
