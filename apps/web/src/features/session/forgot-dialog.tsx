import { email, loginId } from '@airdeck/contract/field';
import { searchId, searchPassword } from '@airdeck/contract/user/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormTextField } from '../../ui/form/form-fields.tsx';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { ConsoleTheme } from '../../ui/theme/console-theme.tsx';
import styles from './session.module.css';

type Kind = 'id' | 'password';

/** Opened from Login. Loads the parts of the kit that Login itself does not need. */
export function ForgotDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('id');
  return (
    <ConsoleTheme>
      <QueryClientProvider client={queryClient}>
        <Dialog open title={t('session.forgot.title')} onClose={onClose} width="xs">
          <SegmentedControl
            label={t('session.forgot.kind')}
            value={kind}
            options={(['id', 'password'] as const).map((value) => ({ value, label: t(`session.forgot.${value}`) }))}
            onChange={setKind}
          />
          <ForgotForm key={kind} kind={kind} />
        </Dialog>
      </QueryClientProvider>
    </ConsoleTheme>
  );
}

const required = z.string().min(1, { error: 'REQUIRED', abort: true });
const SCHEMA = {
  id: z.object({ email: required.pipe(email), login: z.string() }),
  password: z.object({ email: required.pipe(email), login: loginId }),
};

/** Text of the result; null: the server sends a mail and reveals nothing else. */
const foundText = (t: TFunction, kind: Kind, login: string | null): string => {
  if (login === null) return t('session.forgot.mailed');
  return kind === 'id' ? t('session.forgot.found', { login }) : t('session.forgot.matched');
};

function ForgotForm({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const form = useContractForm(SCHEMA[kind], { email: '', login: '' }, { guard: false });
  const search = useMutation({
    mutationFn: ({ email: typed, login }: z.infer<typeof SCHEMA.password>) =>
      kind === 'id'
        ? call(searchId, { query: { email: typed } })
        : call(searchPassword, { query: { email: typed, login } }),
    onError: (failure) => showFieldErrors(form, failure),
  });
  const failure = search.error;
  const isUnregistered = failure instanceof ApiFailure && failure.code === 'USER_NOT_FOUND';
  const unregistered = kind === 'id' ? 'session.forgot.unregisteredEmail' : 'session.forgot.unregisteredBoth';
  return (
    <form
      className={`${styles.form} ${styles.below}`}
      noValidate
      onSubmit={form.handleSubmit((input) => search.mutate(input), search.reset)}
    >
      {kind === 'id' ? null : (
        <FormTextField
          control={form.control}
          name="login"
          label={t('session.id')}
          required
          autoFocus
          autoComplete="username"
        />
      )}
      <FormTextField
        control={form.control}
        name="email"
        label={t('session.forgot.email')}
        required
        autoFocus={kind === 'id'}
        autoComplete="email"
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
      />
      {isUnregistered ? <Alert severity="error">{t(unregistered)}</Alert> : <FailureAlert error={failure} />}
      {search.data === undefined ? null : <Alert severity="success">{foundText(t, kind, search.data.login)}</Alert>}
      <div className={styles.buttons} {...pressFirst}>
        <Button type="submit" variant="contained" loading={search.isPending}>
          {t('session.forgot.find')}
        </Button>
      </div>
    </form>
  );
}
