import { getRetention, previewRetention, setRetention } from '@airdeck/contract/retention/routes';
import { type Deletion, type RetentionDays, retention } from '@airdeck/contract/retention/schema';
import { LAYERS } from '@airdeck/domain/retention';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useChangeQuestion } from '../../../ui/dialog/change-dialog.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { changesOf } from '../../../ui/form/changes.ts';
import { FormNumberField } from '../../../ui/form/form-number-field.tsx';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import formStyles from '../form/form.module.css';
import type { ActionDialogProps } from '../model/definition.ts';
import { localText } from '../model/use-texts.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import styles from './retention.module.css';

/** How many days an organization keeps measured data. */
export function RetentionDialog({ item, may, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...routeQuery(getRetention, { params: { id: item.id } }),
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return <RetentionForm item={item} days={data} mayWrite={may.edit} onClose={onClose} />;
  return (
    <Dialog open title={t('admin.retention.title')} onClose={onClose} width="xs">
      {error === null ? <p>{t('common.loading')}</p> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

interface RetentionFormProps extends Pick<ActionDialogProps, 'item' | 'onClose'> {
  days: RetentionDays;
  mayWrite: boolean;
}

const FORM_ID = 'retention-form';

const isShorter = (wanted: RetentionDays, days: RetentionDays): boolean =>
  LAYERS.some((layer) => wanted[layer] < days[layer]);

function RetentionForm({ item, days, mayWrite, onClose }: RetentionFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const form = useContractForm(retention, days);
  const [asked, setAsked] = useState<{ wanted: RetentionDays; deletion: Deletion } | null>(null);
  const params = { id: Number(item.id) };
  const language = useLanguage();
  const { ask, question } = useChangeQuestion();
  const save = useMutation<RetentionDays, Error, RetentionDays>({
    mutationFn: (wanted) => call(setRetention, { params, body: wanted }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(getRetention, { params }));
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
  const number = new Intl.NumberFormat(language);
  const changesBy = (wanted: RetentionDays) =>
    changesOf(
      LAYERS.map((layer) => ({
        ...{ name: layer, label: t(`admin.retention.layer.${layer}`), before: days[layer], after: wanted[layer] },
        words: (value) => `${number.format(value as number)} ${t('admin.retention.days')}`,
      })),
    );
  const submit = (wanted: RetentionDays) => {
    const changes = changesBy(wanted);
    if (isShorter(wanted, days)) preview.mutate(wanted);
    else if (changes.length > 0) {
      ask({ name: String(localText(item, 'name', language)), changes, save: () => save.mutate(wanted) });
    } else {
      onClose();
      enqueueSnackbar(t('dialog.unchanged'));
    }
  };
  const failure = save.error ?? preview.error;
  const actions = (
    <>
      <CancelButton>{mayWrite ? t('button.cancel') : t('button.close')}</CancelButton>
      {mayWrite ? (
        <Button type="submit" form={FORM_ID} variant="contained" loading={save.isPending || preview.isPending}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog open title={t('admin.retention.title')} onClose={onClose} actions={actions}>
      <p className={styles.text}>{t('admin.retention.text')}</p>
      <FailureAlert error={failure} />
      <form id={FORM_ID} className={formStyles.form} noValidate onSubmit={form.handleSubmit(submit)}>
        {LAYERS.map((layer) => (
          <div key={layer} data-half>
            <DaysField control={form.control} layer={layer} disabled={!mayWrite} />
          </div>
        ))}
      </form>
      {question}
      {asked === null ? null : (
        <DeletionDialog
          changes={changesBy(asked.wanted)}
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
  const value = useWatch({ control, name: layer });
  const years = typeof value === 'number' ? Math.round((value / DAYS_A_YEAR) * 10) / 10 : 0;
  return (
    <FormNumberField
      {...{ control, disabled, name: layer }}
      label={t(`admin.retention.layer.${layer}`)}
      unit={t('admin.retention.days')}
      hint={t('admin.retention.years', { years })}
    />
  );
}
