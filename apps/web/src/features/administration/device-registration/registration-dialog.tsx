import { METER_TYPES } from '@airdeck/contract/device/schema';
import {
  getWaitingReadings,
  registerDevice,
  type Unregistered,
  type WaitingReadings,
} from '@airdeck/contract/device/unregistered';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useChangeQuestion } from '../../../ui/dialog/change-dialog.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { toDepartment } from '../entities/references.ts';
import formStyles from '../form/form.module.css';
import { ResourceField } from '../form/resource-field.tsx';
import { invalidateAll, offeredPath } from '../model/api.ts';
import type { Field } from '../model/definition.ts';
import { useAdministrationSearch } from '../model/search.ts';
import { useTexts } from '../model/use-texts.ts';
import { HandOverNote } from '../secret/hand-over.tsx';
import { SecretDialog } from '../secret/secret-dialog.tsx';
import styles from './claim.module.css';
import { SimilarMeters } from './similar-meters.tsx';
import { useProposedName, WaitingChannels } from './waiting-channels.tsx';

interface RegistrationDialogProps {
  item: Unregistered;
  onClose: () => void;
}

const FORM_ID = 'registration-form';
const DEFAULT_INTERVAL_S = 60;

/** The fields of a registration; the department is one of the device's organization. */
const fieldsOf = ({ organization_id }: Unregistered): readonly Field[] => [
  {
    name: 'department_id',
    kind: 'reference',
    reference: { ...toDepartment, query: { organizationId: String(organization_id) } },
    required: true,
  },
  { name: 'name', kind: 'text', required: true, half: true },
  { name: 'type', kind: 'choice', choice: 'meterType', options: METER_TYPES, required: true, half: true },
  { name: 'serial', kind: 'text', half: true },
  { name: 'interval_s', kind: 'number', required: true, half: true },
  { name: 'take_over', kind: 'yesNo' },
  { name: 'receives_secret', kind: 'yesNo' },
];

/** An unregistered device becomes a meter: its readings are shown first, and then join that meter. */
export function RegistrationDialog({ item, onClose }: RegistrationDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...routeQuery(getWaitingReadings, { params: { id: item.id } }),
    // Fields do not change while a person fills them in.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data !== undefined) return <RegistrationForm item={item} waiting={data} onClose={onClose} />;
  return (
    <Dialog open title={t('device.registration.title')} onClose={onClose} width="md">
      {error === null ? (
        <Skeleton variant="rounded" height={260} />
      ) : (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

interface RegistrationFormProps extends RegistrationDialogProps {
  waiting: WaitingReadings;
}

function RegistrationForm({ item, waiting, onClose }: RegistrationFormProps) {
  const { t } = useTranslation();
  const [, change] = useAdministrationSearch();
  const proposedName = useProposedName();
  const texts = useTexts();
  const schema = registerDevice.body as z.ZodType<FieldValues, FieldValues>;
  const form = useContractForm(schema, {
    department_id: null,
    name: item.code,
    type: 'METER',
    serial: null,
    take_over: 'N',
    receives_secret: 'Y',
    interval_s: waiting.interval_s ?? DEFAULT_INTERVAL_S,
    sensors: waiting.channels.map((channel) => ({
      type: channel.type,
      sequence: channel.sequence,
      name: proposedName(channel, waiting.channels),
    })),
  });
  const register = useMutation({
    mutationFn: async (values: FieldValues) => {
      const body = values as z.input<NonNullable<typeof registerDevice.body>>;
      const meter = await call(registerDevice, { params: { id: item.id }, body });
      await invalidateAll();
      return meter;
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  const { ask, question } = useChangeQuestion();
  const submit = (values: FieldValues) => {
    const department = offeredPath(toDepartment, values.department_id).join(' · ');
    ask({
      isNew: true,
      name: String(values.name),
      changes: [
        { name: 'code', label: texts.field('code'), before: null, after: item.code },
        { name: 'department_id', label: texts.field('department_id'), before: null, after: department },
      ],
      save: () => register.mutate(values),
    });
  };
  if (register.data !== undefined) {
    const { name, credential } = register.data;
    const finish = () => {
      onClose();
      change({ open: undefined });
    };
    return credential === null ? (
      <HandOverNote name={name} onClose={finish} />
    ) : (
      <SecretDialog name={name} credential={credential} note={t('device.registration.ownSecret')} onClose={finish} />
    );
  }
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button type="submit" form={FORM_ID} variant="contained" loading={register.isPending}>
        {t('device.registration.action')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('device.registration.title')} onClose={onClose} actions={actions} width="md">
      <FailureAlert error={register.error} />
      <p className={styles.intro}>
        {t('device.registration.text', {
          code: item.code,
          ip: item.ip ?? t('device.registration.noIp'),
        })}
      </p>
      <SimilarMeters control={form.control} item={item} />
      <form id={FORM_ID} className={formStyles.form} noValidate onSubmit={form.handleSubmit(submit, register.reset)}>
        {fieldsOf(item).map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <ResourceField control={form.control} field={field} item={null} disabled={false} />
          </div>
        ))}
        <WaitingChannels control={form.control} waiting={waiting} />
      </form>
      {question}
    </Dialog>
  );
}
