import {
  addApiToken,
  listApiTokens,
  MAX_TOKEN_NAME,
  type NewApiToken,
  newApiToken,
} from '@airdeck/contract/user/api-token';
import { TOKEN_ACCESSES } from '@airdeck/domain/policy/may';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute } from '../../lib/api/route-query.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormTextField } from '../../ui/form/form-fields.tsx';
import { useRequiredNotice } from '../../ui/form/required-notice.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

const DAYS = [7, 30, 90, 180, 365] as const;
const EMPTY: NewApiToken = { name: '', access: 'READ', days: 90 };

/** Creates a token and shows it once. */
export function NewTokenForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const form = useContractForm(newApiToken, EMPTY);
  const access = useController({ control: form.control, name: 'access' }).field;
  const days = useController({ control: form.control, name: 'days' }).field;
  const create = useMutation({
    mutationFn: (body: NewApiToken) => call(addApiToken, { body }),
    onSuccess: ({ token }, { name }) => {
      setMade({ name, token });
      form.reset(EMPTY);
      void client.invalidateQueries(queriesOfRoute(listApiTokens));
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  const { onInvalid, notice } = useRequiredNotice(form, { name: t('account.tokens.name') });
  const { ref: accessRef, ...accessField } = access;
  const { ref: daysRef, ...daysField } = days;
  const isFull = create.error instanceof ApiFailure && create.error.errors.name === 'TOO_LARGE';
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((input) => create.mutate(input), onInvalid)}>
      <FailureAlert error={create.error} text={isFull ? t('account.tokens.noRoom') : undefined} />
      <FormTextField
        control={form.control}
        name="name"
        label={t('account.tokens.name')}
        required
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: MAX_TOKEN_NAME } }}
      />
      <TextField select label={t('account.tokens.access')} {...accessField} inputRef={accessRef}>
        {TOKEN_ACCESSES.map((value) => (
          <MenuItem key={value} value={value}>
            {t(`account.tokens.${value}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField select label={t('account.tokens.days')} {...daysField} inputRef={daysRef}>
        {DAYS.map((count) => (
          <MenuItem key={count} value={count}>
            {t('account.tokens.daysOf', { count })}
          </MenuItem>
        ))}
      </TextField>
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" loading={create.isPending}>
          {t('account.tokens.create')}
        </Button>
      </div>
      {notice}
      {made === null ? null : <MadeToken {...made} onClose={() => setMade(null)} />}
    </form>
  );
}

/** A new token, shown this once. It is closed by a decision only. */
function MadeToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation();
  const kept = (
    <Button variant="contained" onClick={onClose}>
      {t('account.tokens.kept')}
    </Button>
  );
  return (
    <Dialog open title={t('account.tokens.created', { name })} onClose={onClose} actions={kept} alert mustAnswer>
      <Alert severity="warning">{t('account.tokens.once')}</Alert>
      <CopyBox label={t('account.tokens.token')} text={token} />
    </Dialog>
  );
}
