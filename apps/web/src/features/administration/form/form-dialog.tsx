import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { type ComponentProps, useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useChangeQuestion } from '../../../ui/dialog/change-dialog.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import type { Change } from '../../../ui/form/changes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { type AnyItem, type Definition, fieldValue, type Permissions } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { Conflict } from './conflict.tsx';
import styles from './form.module.css';
import { ResourceField } from './resource-field.tsx';
import { RowActions } from './row-actions.tsx';
import { RowFacts } from './row-facts.tsx';
import { useSaved } from './use-field-words.ts';
import { fieldsOf, useResourceForm } from './use-resource-form.ts';

interface FormDialogProps {
  definition: Definition;
  /** null: a new row. */
  item: AnyItem | null;
  /** Users without write permission see the form read-only, with the reason. */
  may: Permissions;
  reason?: string | undefined;
  onRemove: (() => void) | undefined;
  onAdded: (item: AnyItem) => void;
  onClose: () => void;
}

const FORM_ID = 'administration-form';

/** The one form of administration: shows, edits or adds a row. */
export function FormDialog({ definition, item, may, reason, onRemove, onAdded, onClose }: FormDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { enqueueSnackbar } = useSnackbar();
  const mayWrite = item === null ? may.add : may.edit;
  const onSaved = (saved: AnyItem) => {
    onClose();
    if (item === null) onAdded(saved);
  };
  /** Rows of this kind are never edited. */
  const isFixed = item !== null && definition.routes.edit === undefined;
  const { form, save, theirs, settle } = useResourceForm({ definition, item, onSaved });
  const { control, handleSubmit, formState } = form;
  const savedBy = useSaved(definition, item);
  const { ask, question } = useChangeQuestion();
  const [asked, setAsked] = useState<{ values: FieldValues; changes: readonly Change[] } | null>(null);
  const submit = (values: FieldValues) => {
    const saved = savedBy(values);
    if (item !== null && definition.question?.when(item, values)) {
      setAsked({ values, changes: saved.changes });
      return;
    }
    if (item === null || saved.changes.length > 0) {
      ask({ ...saved, isNew: item === null, save: () => save.mutate(values) });
      return;
    }
    onClose();
    enqueueSnackbar(t('dialog.unchanged'));
  };
  const created = item === null ? undefined : fieldValue(item, 'created_time');
  const what = t(`admin.one.${definition.title}`);
  const title = item === null ? t('admin.addTitle', { what }) : t('admin.editTitle', { what });
  const actions = (
    <>
      {onRemove === undefined ? null : (
        <Button
          color="error"
          onClick={onRemove}
          sx={{ marginRight: 'auto' }}
          startIcon={<Icon name="trash" size={18} />}
        >
          {t('admin.remove')}
        </Button>
      )}
      <span style={{ flex: 1 }} />
      <CancelButton>{mayWrite ? t('button.cancel') : t('button.close')}</CancelButton>
      {mayWrite ? (
        <Button type="submit" form={FORM_ID} variant="contained" loading={save.isPending} disabled={theirs !== null}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog
      open
      title={mayWrite ? title : t('admin.viewTitle', { what })}
      onClose={onClose}
      actions={actions}
      width={definition.width ?? 'sm'}
    >
      {mayWrite || (isFixed && reason === undefined) ? null : (
        <Alert severity="info" sx={{ marginBottom: 1.5 }}>
          {reason ?? t('admin.readOnly')}
        </Alert>
      )}
      {theirs === null ? null : (
        <Conflict definition={definition} mine={form.getValues()} theirs={theirs} onSettle={settle} />
      )}
      <FailureAlert error={theirs === null ? save.error : null} />
      {item === null || definition.facts === undefined ? null : (
        <RowFacts facts={definition.facts} hint={definition.factsHint} item={item} />
      )}
      {item === null ? null : (
        <RowActions definition={definition} item={item} may={may} unsaved={formState.isDirty && !save.isSuccess} />
      )}
      <form id={FORM_ID} className={styles.form} noValidate onSubmit={handleSubmit(submit, save.reset)}>
        {definition.Lead === undefined ? null : <definition.Lead form={form} item={item} disabled={!mayWrite} />}
        {fieldsOf(definition, item).map((field) => (
          <FormRow
            key={field.name}
            control={control}
            field={field}
            item={item}
            disabled={!mayWrite || (item !== null && field.fixed?.(item) === true)}
          />
        ))}
        {definition.Panel === undefined ? null : <definition.Panel form={form} item={item} disabled={!mayWrite} />}
      </form>
      {question}
      {item === null || asked === null || definition.question === undefined ? null : (
        <definition.question.Dialog
          {...{ item, ...asked }}
          onConfirm={() => {
            setAsked(null);
            save.mutate(asked.values);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {item === null || created === undefined ? null : (
        <p className={styles.stamps}>
          {t('admin.stamps', {
            created: texts.time(String(created)),
            updated: texts.time(String(fieldValue(item, 'updated_time'))),
          })}
        </p>
      )}
    </Dialog>
  );
}

function FormRow(props: ComponentProps<typeof ResourceField>) {
  const { control, field } = props;
  const { shown, hintFor } = field;
  const values = useWatch({ control, disabled: shown === undefined && hintFor === undefined });
  if (shown !== undefined && !shown(values)) return null;
  return (
    <div data-half={field.half || undefined}>
      <ResourceField {...props} field={hintFor === undefined ? field : { ...field, hint: hintFor(values) }} />
    </div>
  );
}
