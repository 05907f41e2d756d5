import { login } from '@airdeck/contract/session/routes';
import { credentials, type Session } from '@airdeck/contract/session/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { FormCheckbox } from '../../ui/form/form-checkbox.tsx';
import { FormPasswordField } from '../../ui/form/form-password-field.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import styles from './login.module.css';
import { readInformation, removeInformation, writeInformation } from './stored-information.ts';

/** Spaces around what was pasted are nobody's intention; in a password they may be. */
const form = credentials.extend({
  code: credentials.shape.code.trim(),
  id: credentials.shape.id.trim(),
  store: z.boolean(),
});
type LoginFields = z.infer<typeof form>;

interface LoginFormProps {
  onSession: (session: Session) => void;
  /** Something else is logging in. */
  disabled: boolean;
}

function useLogin(onSession: (session: Session) => void) {
  return useMutation({
    mutationFn: ({ code, id, password }: LoginFields) => call(login, { body: { code, id, password } }),
    onSuccess: (session, { store, code, id }) => {
      if (store) writeInformation({ code, id });
      else removeInformation();
      onSession(session);
    },
  });
}

/** Organization code, id, password. What was stored is filled in, and the first empty field has the focus. */
export function LoginForm({ onSession, disabled }: LoginFormProps) {
  const { t } = useTranslation();
  const [stored] = useState(readInformation);
  const fields = useContractForm(form, {
    code: stored?.code ?? '',
    id: stored?.id ?? '',
    password: '',
    store: stored !== null,
  });
  const { control, handleSubmit } = fields;
  const send = useLogin(onSession);
  const submit = (input: LoginFields) => send.mutate(input, { onError: (failure) => showFieldErrors(fields, failure) });
  const closed = disabled || send.isPending || send.isSuccess;
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(submit, send.reset)}>
      {send.isError ? <Alert severity="error">{send.error.message}</Alert> : null}
      <FormTextField
        control={control}
        name="code"
        label={t('session.code')}
        required
        autoFocus={stored === null}
        autoComplete="organization"
        hint={t('session.codeHint')}
        disabled={closed}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 64, spellCheck: false } }}
      />
      <FormTextField
        control={control}
        name="id"
        label={t('session.id')}
        required
        autoComplete="username"
        disabled={closed}
        slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: 'none', spellCheck: false } }}
      />
      <FormPasswordField
        control={control}
        name="password"
        label={t('session.password')}
        required
        autoFocus={stored !== null}
        autoComplete="current-password"
        disabled={closed}
      />
      <FormCheckbox control={control} name="store" label={t('session.store')} disabled={closed} />
      <p className={styles.hint}>{t('session.storeHint')}</p>
      <Button type="submit" variant="contained" size="large" fullWidth disabled={closed} loading={closed && !disabled}>
        {t('session.login')}
      </Button>
    </form>
  );
}
