import { knownPassword } from '@airdeck/contract/field';
import { changePassword, getMe } from '@airdeck/contract/user/routes';
import type { User } from '@airdeck/contract/user/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormPasswordField } from '../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { isConfirmed, NewPasswordFields, newPasswordFields } from './new-password-fields.tsx';
import styles from './session.module.css';

const schema = z
  .object({ password: knownPassword, ...newPasswordFields })
  .refine((form) => form.new_password !== form.password, { error: 'SAME_PASSWORD', path: ['new_password'] })
  .refine(...isConfirmed);

const FORM_ID = 'password-form';

interface PasswordDialogProps {
  user: User;
  /** Why it must be done now; left out where it need not be. */
  reason?: string;
  onClose: () => void;
  onChanged?: () => void;
}

/** Changes one's own password. */
export function PasswordDialog({ user, reason, onClose, onChanged }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const form = useContractForm(schema, { password: '', new_password: '', confirmation: '' });
  const send = useMutation({
    mutationFn: async ({ password, new_password }: z.infer<typeof schema>) => {
      await call(changePassword, { params: { id: user.id }, body: { password, new_password } });
      refreshUser(await call(getMe, {}));
    },
    onSuccess: () => {
      enqueueSnackbar(t('session.passwords.changed'), { variant: 'success' });
      onChanged?.();
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  const actions = (
    <>
      <Button onClick={onClose}>{t('button.cancel')}</Button>
      <Button type="submit" form={FORM_ID} variant="contained" loading={send.isPending}>
        {t('button.change')}
      </Button>
    </>
  );
  const title = reason === undefined ? t('session.passwords.change') : t('dialog.setPassword');
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} width="xs">
      <form
        id={FORM_ID}
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit((input) => send.mutate(input), send.reset)}
      >
        {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
        {send.isError ? <Alert severity="error">{send.error.message}</Alert> : null}
        {/* A password manager learns whose password it is. */}
        <input hidden readOnly autoComplete="username" value={user.login} />
        <FormPasswordField
          control={form.control}
          name="password"
          label={t('session.passwords.current')}
          required
          autoFocus
          autoComplete="current-password"
        />
        <NewPasswordFields control={form.control} />
      </form>
    </Dialog>
  );
}
