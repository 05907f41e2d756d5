import { replaceDevice } from '@airdeck/contract/device/routes';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../../lib/api/call.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import formStyles from '../form/form.module.css';
import { ResourceField } from '../form/resource-field.tsx';
import { invalidateAll } from '../model/api.ts';
import type { Field } from '../model/definition.ts';
import { SecretDialog } from './secret-dialog.tsx';

const FORM_ID = 'replacement-form';
const FIELDS: readonly Field[] = [
  { name: 'code', kind: 'text', required: true, hint: 'meterCode' },
  { name: 'serial', kind: 'text' },
];

interface ReplaceDeviceProps {
  item: { id: number; name: string; code: string };
  onClose: () => void;
}

/** Another device takes the place of a meter's device: it gets its own code and secret, and the history goes on. */
export function ReplaceDevice({ item, onClose }: ReplaceDeviceProps) {
  const { t } = useTranslation();
  const form = useContractForm(replaceDevice.body as z.ZodType<FieldValues, FieldValues>, { code: '', serial: null });
  const replace = useMutation({
    mutationFn: async (values: FieldValues) => {
      const body = values as z.input<NonNullable<typeof replaceDevice.body>>;
      return (await call(replaceDevice, { params: { id: item.id }, body })).credential;
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  if (replace.data !== undefined) {
    const finish = () => {
      onClose();
      // The open form shows the new code.
      void invalidateAll();
    };
    return <SecretDialog name={item.name} credential={replace.data} onClose={finish} />;
  }
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button type="submit" form={FORM_ID} variant="contained" color="error" loading={replace.isPending}>
        {t('device.replacement.replace')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('device.replacement.action')} onClose={onClose} actions={actions} width="xs">
      <FailureAlert error={replace.error} />
      <p>{t('device.replacement.text', { name: item.name, code: item.code })}</p>
      <form
        id={FORM_ID}
        className={formStyles.form}
        noValidate
        onSubmit={form.handleSubmit((values) => replace.mutate(values), replace.reset)}
      >
        {FIELDS.map((field) => (
          <ResourceField key={field.name} control={form.control} field={field} item={null} disabled={false} />
        ))}
      </form>
    </Dialog>
  );
}
