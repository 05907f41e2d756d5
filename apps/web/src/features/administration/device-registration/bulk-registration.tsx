import type { DeviceCredential } from '@airdeck/contract/device/schema';
import { registerDevice, type Unregistered } from '@airdeck/contract/device/unregistered';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { FailureTold } from '../../../ui/state/failure-alert.tsx';
import { toDepartment } from '../entities/references.ts';
import formStyles from '../form/form.module.css';
import { ReferenceField } from '../form/reference-field.tsx';
import { invalidateAll } from '../model/api.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './claim.module.css';

interface BulkRegistrationProps {
  items: readonly Unregistered[];
  onClose: () => void;
  onDone: () => void;
}

interface Outcome {
  code: string;
  /** null: the device receives its secret itself. */
  credential: DeviceCredential | null;
  /** Why it could not be registered; null: it was. */
  problem: unknown;
}

const FORM_ID = 'bulk-registration-form';

const registerOne = async ({ id, code }: Unregistered, department_id: number): Promise<Outcome> => {
  try {
    const { credential } = await call(registerDevice, { params: { id }, body: { department_id } });
    return { code, credential, problem: null };
  } catch (failure) {
    return { code, credential: null, problem: failure };
  }
};

/** Registers several devices in one department, one after the other; each succeeds or fails independently. */
export function BulkRegistration({ items, onClose, onDone }: BulkRegistrationProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [done, setDone] = useState(0);
  const schema = registerDevice.body as z.ZodType<FieldValues, FieldValues>;
  const { control, handleSubmit } = useContractForm(schema, { department_id: null });
  const register = useMutation({
    mutationFn: async (department: number) => {
      const outcomes: Outcome[] = [];
      for (const item of items) {
        outcomes.push(await registerOne(item, department));
        setDone(outcomes.length);
      }
      await invalidateAll();
      return outcomes;
    },
  });
  const title = t('device.registration.bulkTitle');
  const organization = items[0]?.organization_id;
  if (items.some(({ organization_id }) => organization_id !== organization)) {
    return (
      <Dialog open title={title} onClose={onClose} width="xs" alert>
        <Alert severity="info">{t('device.registration.oneOrganization')}</Alert>
      </Dialog>
    );
  }
  if (register.data !== undefined) return <Outcomes title={title} outcomes={register.data} onClose={onDone} />;
  const reference = { ...toDepartment, query: { organizationId: String(organization) } };
  const actions = (
    <>
      {register.isPending ? null : <CancelButton>{t('button.cancel')}</CancelButton>}
      <Button type="submit" form={FORM_ID} variant="contained" loading={register.isPending}>
        {t('device.registration.action')}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} mustAnswer={register.isPending}>
      <p>{t('device.registration.bulkText', { count: items.length })}</p>
      <form
        id={FORM_ID}
        className={formStyles.form}
        noValidate
        onSubmit={handleSubmit(({ department_id }) => register.mutate(department_id))}
      >
        <ReferenceField
          control={control}
          name="department_id"
          label={texts.field('department_id')}
          required
          disabled={register.isPending}
          reference={reference}
          item={null}
        />
      </form>
      {register.isPending ? (
        <div role="status">
          <LinearProgress variant="determinate" value={(done / items.length) * 100} sx={{ mt: 2 }} />
          {t('device.registration.progress', { done, total: items.length })}
        </div>
      ) : null}
    </Dialog>
  );
}

interface OutcomesProps {
  title: string;
  outcomes: readonly Outcome[];
  onClose: () => void;
}

/** The secrets of those that were registered, shown this once, and why others were not. */
function Outcomes({ title, outcomes, onClose }: OutcomesProps) {
  const { t } = useTranslation();
  const credentials = outcomes.flatMap(({ credential }) => credential ?? []);
  const failed = outcomes.filter(({ problem }) => problem !== null);
  const registered = outcomes.length - failed.length;
  const handedOver = registered - credentials.length;
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t(credentials.length === 0 ? 'button.close' : 'device.secret.kept')}
    </Button>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={close} width="md" alert mustAnswer>
      {failed.length === 0 ? null : (
        <Alert severity="error">
          {t('device.registration.failed', { count: failed.length })}
          <ul className={styles.results}>
            {failed.map(({ code, problem }) => (
              <li key={code}>
                <b>{code}</b> <FailureTold error={problem} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {registered === 0 ? null : <p>{t('device.registration.done', { count: registered })}</p>}
      {handedOver === 0 ? null : <Alert severity="info">{t('device.handOver.bulk', { count: handedOver })}</Alert>}
      {credentials.length === 0 ? null : (
        <>
          <Alert severity="warning">{t('device.secret.once')}</Alert>
          <p />
          <CopyBox
            label={t('device.secret.all')}
            text={credentials.map(({ username, secret }) => `${username} ${secret}`).join('\n')}
          />
        </>
      )}
    </Dialog>
  );
}
