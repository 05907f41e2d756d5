import { secondFactorCode } from '@airdeck/contract/field';
import { getMe } from '@airdeck/contract/user/own-routes';
import type { User } from '@airdeck/contract/user/schema';
import {
  confirmSecondFactor,
  getSecondFactor,
  type SecondFactorProof,
  startSecondFactor,
} from '@airdeck/contract/user/second-factor';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute } from '../../lib/api/route-query.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormTextField } from '../../ui/form/form-fields.tsx';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './session.module.css';

interface SecondFactorSetupProps {
  user: User;
  /** Whether there is one, whose authenticator is replaced. */
  isOn: boolean;
  /** Why it must be done now; left out where it need not be. */
  reason?: string;
  /** Given up. */
  onClose: () => void;
  onDone?: () => void;
}

type Step =
  | { kind: 'prove' }
  | { kind: 'scan'; password: string; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

/** Registers an authenticator: password, QR code and a first code, recovery codes. */
export function SecondFactorSetup({ user, isOn, reason, onClose, onDone }: SecondFactorSetupProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [step, setStep] = useState<Step>({ kind: 'prove' });
  const finish = useMutation({
    mutationFn: () => call(getMe, {}),
    onSuccess: async (me) => {
      enqueueSnackbar(t('account.secondFactor.done'), { variant: 'success' });
      onDone?.();
      refreshUser(me);
      await client.invalidateQueries(queriesOfRoute(getSecondFactor));
    },
  });
  if (step.kind === 'codes') {
    return <RecoveryCodes codes={step.codes} error={finish.error} onKept={() => finish.mutate()} />;
  }
  const start = ({ password, otp }: SecondFactorProof) =>
    call(startSecondFactor, { body: isOn ? { password, otp } : { password } });
  return (
    <Dialog
      open
      title={t(isOn ? 'account.secondFactor.replace' : 'account.secondFactor.setUp')}
      onClose={onClose}
      width="xs"
      mustAnswer={reason !== undefined}
    >
      {step.kind === 'prove' ? (
        <ProofForm
          user={user}
          text={reason ?? t(isOn ? 'account.secondFactor.proveBoth' : 'account.secondFactor.prove')}
          action={t('account.secondFactor.next')}
          asksCode={isOn}
          send={start}
          onDone={(made, { password }) => setStep({ kind: 'scan', password, ...made })}
          onCancel={onClose}
        />
      ) : (
        <ScanForm {...step} onCodes={(codes) => setStep({ kind: 'codes', codes })} onCancel={onClose} />
      )}
    </Dialog>
  );
}

const first = z.object({ otp: secondFactorCode });

interface ScanFormProps {
  password: string;
  secret: string;
  uri: string;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function ScanForm({ password, secret, uri, onCodes, onCancel }: ScanFormProps) {
  const { t } = useTranslation();
  const form = useContractForm(first, { otp: '' }, { guard: false });
  const confirm = useMutation({
    mutationFn: ({ otp }: z.infer<typeof first>) => call(confirmSecondFactor, { body: { password, otp } }),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit((input) => confirm.mutate(input), confirm.reset)}
    >
      <p className={styles.reason}>{t('account.secondFactor.scan')}</p>
      <QrCode text={uri} label={t('account.secondFactor.qr')} className={styles.qr} />
      <CopyBox label={t('account.secondFactor.secret')} text={secret.replace(/.{4}(?!$)/g, '$& ')} />
      <FailureAlert error={confirm.error} />
      <FormTextField
        control={form.control}
        name="otp"
        label={t('account.secondFactor.code')}
        required
        autoFocus
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 40 } }}
      />
      <div className={styles.buttons} {...pressFirst}>
        <Button onClick={onCancel}>{t('button.cancel')}</Button>
        <Button type="submit" variant="contained" loading={confirm.isPending}>
          {t('account.secondFactor.confirm')}
        </Button>
      </div>
    </form>
  );
}
