import { knownPassword } from '@airdeck/contract/field';
import { getMe } from '@airdeck/contract/user/own-routes';
import { changePassword } from '@airdeck/contract/user/routes';
import type { User } from '@airdeck/contract/user/schema';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { CancelButton, ConfirmDialog, Dialog } from '../../ui/dialog/dialog.tsx';
import { FormPasswordField } from '../../ui/form/form-fields.tsx';
import { useRequiredNotice } from '../../ui/form/required-notice.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
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
  const isFirst = reason !== undefined;
  const [asked, setAsked] = useState<z.infer<typeof schema> | null>(null);
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
  const { onInvalid, notice } = useRequiredNotice(form, {
    password: t('session.passwords.current'),
    new_password: t('session.passwords.next'),
    confirmation: t('session.passwords.confirmation'),
  });
  const actions = (
    <>
      {isFirst ? (
        <Button onClick={onClose}>{t('button.cancel')}</Button>
      ) : (
        <CancelButton>{t('button.cancel')}</CancelButton>
      )}
      <Button type="submit" form={FORM_ID} variant="contained" loading={send.isPending}>
        {t('button.change')}
      </Button>
    </>
  );
  const title = t(isFirst ? 'dialog.setPassword' : 'session.passwords.change');
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} width="xs" mustAnswer={isFirst}>
      <form
        id={FORM_ID}
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit(isFirst ? (input) => send.mutate(input) : setAsked, onInvalid)}
      >
        {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
        <FailureAlert error={send.error} />
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
      {notice}
      {asked === null ? null : (
        <ConfirmDialog
          title={t('session.passwords.confirm')}
          action={t('button.change')}
          onConfirm={() => {
            setAsked(null);
            send.mutate(asked);
          }}
          onClose={() => setAsked(null)}
        >
          {t('session.passwords.confirmText')}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
