import {
  type LinkedAccount,
  linkAccount,
  listLinkedAccounts,
  unlinkAccount,
} from '@airdeck/contract/session/linked-accounts';
import { type Credentials, loginForm } from '@airdeck/contract/session/schema';
import type { User } from '@airdeck/contract/user/schema';
import { isLocalRole } from '@airdeck/domain/role';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../lib/api/route-query.ts';
import { isCode } from '../../lib/failure.ts';
import { organizationOf } from '../../lib/format/organization-name.ts';
import { CancelButton, ConfirmDialog, Dialog } from '../../ui/dialog/dialog.tsx';
import { FormPasswordField, FormTextField } from '../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

/** The person's accounts in other organizations; the top bar switches between them. */
export function LinkedAccounts({ user }: { user: User }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<LinkedAccount | null>(null);
  const isLocal = isLocalRole(user.authority);
  const { data, error } = useQuery({ ...routeQuery(listLinkedAccounts, {}), enabled: isLocal, staleTime: 0 });
  if (!isLocal) return null;
  return (
    <section className={styles.sessions} aria-labelledby="linked-accounts">
      <h3 id="linked-accounts">{t('account.linked.title')}</h3>
      <FailureAlert error={error} />
      <p>{t('account.linked.hint')}</p>
      <ul>
        {(data?.content ?? []).map((account) => (
          <li key={account.id}>
            <div>
              <strong>{organizationOf(account)}</strong>
              <p>{[t(`session.role.${account.authority}`), account.login].join(t('common.separator'))}</p>
            </div>
            <Button size="small" onClick={() => setEnding(account)}>
              {t('account.linked.end')}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="outlined" onClick={() => setAdding(true)}>
        {t('account.linked.add')}
      </Button>
      {isAdding ? <LinkDialog onClose={() => setAdding(false)} /> : null}
      {ending === null ? null : <EndDialog account={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

/** Asks for the login of the other account. */
function LinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [asksCode, setAsksCode] = useState(false);
  const form = useContractForm(loginForm, { code: '', id: '', password: '' });
  const link = useMutation<unknown, Error, Credentials>({
    mutationFn: (body) => call(linkAccount, { body }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(listLinkedAccounts));
      enqueueSnackbar(t('account.linked.added'), { variant: 'success' });
      onClose();
    },
    onError: (failure) => {
      if (isCode(failure, 'SECOND_FACTOR_REQUIRED')) setAsksCode(true);
      showFieldErrors(form, failure);
    },
  });
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button type="submit" form="link-account" variant="contained" loading={link.isPending}>
        {t('account.linked.addNow')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('account.linked.add')} onClose={onClose} actions={actions} width="xs">
      <p>{t('account.linked.text')}</p>
      <FailureAlert error={link.error} />
      <form
        id="link-account"
        className={styles.form}
        noValidate
        autoComplete="off"
        onSubmit={form.handleSubmit((values) => link.mutate(values))}
      >
        <FormTextField control={form.control} name="code" label={t('session.code')} required autoComplete="off" />
        <FormTextField control={form.control} name="id" label={t('session.id')} required autoComplete="off" />
        <FormPasswordField
          control={form.control}
          name="password"
          label={t('session.password')}
          required
          autoComplete="off"
        />
        {asksCode ? (
          <FormTextField
            control={form.control}
            name="otp"
            label={t('session.otp.code')}
            hint={t('session.otp.codeHint')}
            autoComplete="one-time-code"
          />
        ) : null}
      </form>
    </Dialog>
  );
}

function EndDialog({ account, onClose }: { account: LinkedAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(unlinkAccount, { params: { id: account.id } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(listLinkedAccounts));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('account.linked.endTitle')}
      action={t('account.linked.end')}
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('account.linked.endText', { name: organizationOf(account) })}</p>
    </ConfirmDialog>
  );
}
