import { login } from '@airdeck/contract/session/routes';
import { credentials, type Session } from '@airdeck/contract/session/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { FormCheckbox, FormPasswordField, FormTextField } from '../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import styles from './login.module.css';

const KEY = 'login.information';
const information = z.object({ code: z.string(), id: z.string() });
type StoredInformation = z.infer<typeof information>;

/** Organization code and id that were stored on this computer. Never a password. */
function readInformation(): StoredInformation | null {
  try {
    return information.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

function writeInformation({ code, id }: StoredInformation): void {
  localStorage.setItem(KEY, JSON.stringify({ code, id }));
}

function removeInformation(): void {
  localStorage.removeItem(KEY);
}

/** Spaces around a pasted code or id are removed; in a password they may be intended. */
const form = credentials.extend({
  code: credentials.shape.code.trim(),
  id: credentials.shape.id.trim(),
  store: z.boolean(),
});
type LoginFields = z.infer<typeof form>;

interface LoginFormProps {
  onSession: (session: Session) => void;
  /** Whether another login is under way. */
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
