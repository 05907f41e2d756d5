import { type BulkEditRoute, type BulkResult, MAX_BULK_ROWS } from '@airdeck/contract/bulk-edit';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ChangedRows } from '../changed-rows/changed-rows.tsx';
import { PlanCounts } from '../changed-rows/plan-counts.tsx';
import { ResourceField } from '../form/resource-field.tsx';
import { invalidateAll } from '../model/api.ts';
import { type AnyItem, type Definition, type Field, type FieldKey, fieldValue } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './bulk-edit.module.css';

interface BulkEditDialogProps {
  definition: Definition;
  route: BulkEditRoute;
  items: readonly AnyItem[];
  onClose: () => void;
  /** The rows have changed. */
  onDone: () => void;
}

const FORM_ID = 'bulk-edit';
/** Refused rows that are written out. */
const MAX_LISTED = 50;

/** The value of a field that is chosen: the one of the first row, but for a reference, whose path only its row knows. */
const firstValue = ({ kind, name }: Field, [item]: readonly AnyItem[]): unknown =>
  item === undefined || kind === 'reference' ? null : (fieldValue(item, name) ?? null);

/** Changes fields of several rows: choose fields, preview what changes, then change all rows. */
export function BulkEditDialog({ definition, route, items, onClose, onDone }: BulkEditDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { enqueueSnackbar } = useSnackbar();
  const fields = definition.fields.filter(({ name }) => name in route.fields.shape);
  const [chosen, setChosen] = useState<readonly FieldKey[]>([]);
  const form = useContractForm<FieldValues, FieldValues>(route.fields, {});
  const { control, handleSubmit, setValue, unregister } = form;
  const rows = items.map(({ id, version = 1 }) => ({ id: Number(id), version }));
  const send = useMutation<BulkResult, Error, { values: FieldValues; commit: boolean }>({
    mutationFn: ({ values, commit }) =>
      call(route.send, { query: { commit: commit ? 'Y' : 'N' }, body: { rows, fields: values } }),
    onSuccess: async ({ changed }) => {
      if (changed === 0) return;
      await invalidateAll();
      enqueueSnackbar(t('admin.bulk.done', { count: changed }), { variant: 'success' });
      onDone();
    },
  });
  const toggle = (field: Field, isChosen: boolean) => {
    send.reset();
    setChosen((old) => (isChosen ? [...old, field.name] : old.filter((name) => name !== field.name)));
    if (isChosen) setValue(field.name, firstValue(field, items), { shouldDirty: true });
    else unregister(field.name);
  };
  const preview = send.data;
  const isTooMany = items.length > MAX_BULK_ROWS;
  const mayCommit = preview !== undefined && preview.errors.length === 0 && preview.plan.changed > 0;
  const submit = (values: FieldValues) => send.mutate({ values, commit: mayCommit });
  return (
    <Dialog
      open
      title={t('admin.bulk.title', { what: t(`menu.item.${definition.title}`), count: items.length })}
      onClose={onClose}
      width="md"
      actions={
        <>
          <CancelButton>{t('button.cancel')}</CancelButton>
          <Button
            type="submit"
            form={FORM_ID}
            variant="contained"
            loading={send.isPending}
            disabled={chosen.length === 0 || isTooMany || (preview !== undefined && !mayCommit)}
          >
            {mayCommit ? t('admin.bulk.commit', { count: preview.plan.changed }) : t('admin.bulk.preview')}
          </Button>
        </>
      }
    >
      {isTooMany ? <Alert severity="error">{t('admin.bulk.tooMany', { count: MAX_BULK_ROWS })}</Alert> : null}
      <p>{t('admin.bulk.text', { count: items.length })}</p>
      {/* Another value needs another preview. */}
      <form
        id={FORM_ID}
        className={styles.form}
        noValidate
        onSubmit={handleSubmit(submit, () => send.reset())}
        onChange={() => preview && send.reset()}
      >
        {fields.map((field) => {
          const isChosen = chosen.includes(field.name);
          const label = texts.field(field.name);
          return (
            <div key={field.name} className={styles.field}>
              <FormControlLabel
                control={<Checkbox checked={isChosen} onChange={(_, checked) => toggle(field, checked)} />}
                label={label}
              />
              {isChosen ? (
                <ResourceField control={control} field={field} item={null} disabled={send.isPending} />
              ) : (
                <span className={styles.quiet}>{t('admin.bulk.stays')}</span>
              )}
            </div>
          );
        })}
      </form>
      <FailureAlert error={send.error} />
      {preview === undefined ? null : (
        <div className={styles.preview}>
          <Alert severity={preview.errors.length > 0 ? 'error' : preview.plan.changed > 0 ? 'info' : 'success'}>
            {preview.errors.length > 0
              ? t('admin.bulk.refused')
              : t(preview.plan.changed > 0 ? 'admin.bulk.check' : 'admin.bulk.same')}
          </Alert>
          <PlanCounts plan={preview.plan} />
          {preview.errors.length === 0 ? null : (
            <ul className={styles.errors}>
              {preview.errors.slice(0, MAX_LISTED).map(({ row, name, field, code }) => (
                <li key={`${row} ${field}`}>
                  <strong>
                    {[name || `#${row}`, ...(field === 'id' ? [] : [texts.field(field as FieldKey)])].join(' · ')}
                  </strong>{' '}
                  {t(`field.${code}`)}
                </li>
              ))}
            </ul>
          )}
          <ChangedRows entity={definition.entity} changes={preview.changes} total={preview.plan.changed} />
        </div>
      )}
    </Dialog>
  );
}
