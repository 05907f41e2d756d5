import { getRetention, previewRetention, setRetention } from '@airdeck/contract/retention/routes';
import { type Deletion, type RetentionDays, retention } from '@airdeck/contract/retention/schema';
import { LAYERS } from '@airdeck/domain/retention';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import formStyles from '../form/form.module.css';
import type { ActionDialogProps } from '../model/definition.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import styles from './retention.module.css';

/** How many days an organization keeps what was measured. */
export function RetentionDialog({ item, may, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    ...routeQuery(getRetention, { params: { id: item.id } }),
    refetchOnWindowFocus: false,
  });
  if (data !== undefined)
    return <RetentionForm id={Number(item.id)} days={data} mayWrite={may.edit} onClose={onClose} />;
  return (
    <Dialog open title={t('admin.retention.title')} onClose={onClose} width="xs">
      {error === null ? <p>{t('common.loading')}</p> : <ErrorPanel error={error} />}
    </Dialog>
  );
}

interface RetentionFormProps {
  id: number;
  days: RetentionDays;
  mayWrite: boolean;
  onClose: () => void;
}

const FORM_ID = 'retention-form';

const isShorter = (wanted: RetentionDays, days: RetentionDays): boolean =>
  LAYERS.some((layer) => wanted[layer] < days[layer]);

function RetentionForm({ id, days, mayWrite, onClose }: RetentionFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const form = useContractForm(retention, days);
  const [asked, setAsked] = useState<{ wanted: RetentionDays; deletion: Deletion } | null>(null);
  const params = { id };
  const save = useMutation<RetentionDays, Error, RetentionDays>({
    mutationFn: (wanted) => call(setRetention, { params, body: wanted }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: routeQuery(getRetention, { params }).queryKey });
      enqueueSnackbar(t('admin.retention.saved'), { variant: 'success' });
      onClose();
    },
    onError: (failure) => {
      setAsked(null);
      showFieldErrors(form, failure);
    },
  });
  // A longer retention deletes nothing; before a shorter one, one sees what goes.
  const preview = useMutation<Deletion, Error, RetentionDays>({
    mutationFn: (wanted) => call(previewRetention, { params, query: wanted }),
    onSuccess: (deletion, wanted) => setAsked({ wanted, deletion }),
  });
  const submit = (wanted: RetentionDays) => (isShorter(wanted, days) ? preview.mutate(wanted) : save.mutate(wanted));
  const failure = save.error ?? preview.error;
  const [leaving, setLeaving] = useState(false);
  const close = () => (form.formState.isDirty ? setLeaving(true) : onClose());
  const actions = (
    <>
      <Button onClick={close}>{mayWrite ? t('button.cancel') : t('button.close')}</Button>
      {mayWrite ? (
        <Button type="submit" form={FORM_ID} variant="contained" loading={save.isPending || preview.isPending}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog open title={t('admin.retention.title')} onClose={close} actions={actions}>
      <p className={styles.text}>{t('admin.retention.text')}</p>
      {failure === null ? null : <Alert severity="error">{failure.message}</Alert>}
      <form id={FORM_ID} className={formStyles.form} noValidate onSubmit={form.handleSubmit(submit)}>
        {LAYERS.map((layer) => (
          <div key={layer} data-half>
            <DaysField control={form.control} layer={layer} disabled={!mayWrite} />
          </div>
        ))}
      </form>
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
      {asked === null ? null : (
        <DeletionDialog
          deletion={{
            ...asked.deletion,
            layers: asked.deletion.layers.filter(({ layer }) => asked.wanted[layer] < days[layer]),
          }}
          isPending={save.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => save.mutate(asked.wanted)}
        />
      )}
    </Dialog>
  );
}

const DAYS_A_YEAR = 365;

interface DaysFieldProps {
  control: Control<RetentionDays, unknown, RetentionDays>;
  layer: (typeof LAYERS)[number];
  disabled: boolean;
}

/** A number of days, and how many years that is. */
function DaysField({ control, layer, disabled }: DaysFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: layer });
  const { ref, value, onChange, ...input } = field;
  const years = typeof value === 'number' ? Math.round((value / DAYS_A_YEAR) * 10) / 10 : 0;
  return (
    <TextField
      {...input}
      value={value ?? ''}
      onChange={({ target }) => onChange(/^\d{1,6}$/.test(target.value) ? Number(target.value) : target.value)}
      inputRef={ref}
      fullWidth
      required
      disabled={disabled}
      label={t(`admin.retention.layer.${layer}`)}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : t('admin.retention.years', { years })}
      slotProps={{
        htmlInput: { autoComplete: 'off', inputMode: 'numeric' },
        input: { endAdornment: <InputAdornment position="end">{t('admin.retention.days')}</InputAdornment> },
      }}
    />
  );
}
