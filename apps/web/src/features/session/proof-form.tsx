import { knownPassword, secondFactorCode } from '@airdeck/contract/field';
import type { User } from '@airdeck/contract/user/schema';
import type { SecondFactorProof } from '@airdeck/contract/user/second-factor';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormPasswordField, FormTextField } from '../../ui/form/form-fields.tsx';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './session.module.css';

interface ProofFormProps<Answer> {
  user: User;
  text: string;
  /** The word on the button. */
  action: string;
  destroys?: boolean;
  /** Whether there is a second factor, whose code is asked for too. Otherwise `otp` is empty. */
  asksCode: boolean;
  send: (proof: SecondFactorProof) => Promise<Answer>;
  onDone: (answer: Answer, proof: SecondFactorProof) => void;
  onCancel: () => void;
}

/** Asks for the password and a code before the second factor changes. */
export function ProofForm<Answer>(props: ProofFormProps<Answer>) {
  const { user, text, action, destroys = false, asksCode, onDone, onCancel } = props;
  const { t } = useTranslation();
  const schema = z.object({ password: knownPassword, otp: asksCode ? secondFactorCode : z.string() });
  const form = useContractForm(schema, { password: '', otp: '' }, { guard: false });
  const send = useMutation({
    mutationFn: props.send,
    onSuccess: onDone,
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((proof) => send.mutate(proof), send.reset)}>
      <p className={styles.reason}>{text}</p>
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
      {asksCode ? (
        <FormTextField
          control={form.control}
          name="otp"
          label={t('account.secondFactor.otp')}
          required
          autoComplete="one-time-code"
          slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
        />
      ) : null}
      <div className={styles.buttons} {...pressFirst}>
        <Button onClick={onCancel}>{t('button.cancel')}</Button>
        <Button type="submit" variant="contained" color={destroys ? 'error' : 'primary'} loading={send.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
