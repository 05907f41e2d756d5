import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LeaveDialog } from '../../../ui/dialog/leave-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Definition, Item, Permissions } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { Conflict } from './conflict.tsx';
import styles from './form.module.css';
import { ResourceField } from './resource-field.tsx';
import { RowActions } from './row-actions.tsx';
import { RowFacts } from './row-facts.tsx';
import { fieldsOf, useResourceForm } from './use-resource-form.ts';

interface FormDialogProps {
  definition: Definition;
  /** null: a new row. */
  item: Item | null;
  /** Who may not change it can look at it, for the reason that is given. */
  may: Permissions;
  reason?: string | undefined;
  onRemove: (() => void) | undefined;
  onAdded: (item: Item) => void;
  onClose: () => void;
}

const FORM_ID = 'administration-form';

/** The one form of administration: a row to look at, to change, or to be made. */
export function FormDialog({ definition, item, may, reason, onRemove, onAdded, onClose }: FormDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [leaving, setLeaving] = useState(false);
  const mayWrite = item === null ? may.add : may.edit;
  const onSaved = (saved: Item) => {
    onClose();
    if (item === null) onAdded(saved);
  };
  const { form, save, theirs, settle } = useResourceForm({ definition, item, onSaved });
  const { control, handleSubmit, formState } = form;
  const what = t(`menu.item.${definition.title}`);
  const title = item === null ? t('admin.addTitle', { what }) : t('admin.editTitle', { what });
  const close = () => (formState.isDirty && !save.isSuccess ? setLeaving(true) : onClose());
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
      <Button onClick={close}>{mayWrite ? t('button.cancel') : t('button.close')}</Button>
      {mayWrite ? (
        <Button type="submit" form={FORM_ID} variant="contained" loading={save.isPending} disabled={theirs !== null}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog open title={mayWrite ? title : t('admin.viewTitle', { what })} onClose={close} actions={actions}>
      {mayWrite ? null : (
        <Alert severity="info" sx={{ marginBottom: 1.5 }}>
          {reason ?? t('admin.readOnly')}
        </Alert>
      )}
      {theirs === null ? null : (
        <Conflict definition={definition} mine={form.getValues()} theirs={theirs} onSettle={settle} />
      )}
      {save.isError && theirs === null ? <Alert severity="error">{save.error.message}</Alert> : null}
      {item === null || definition.facts === undefined ? null : (
        <RowFacts facts={definition.facts} hint={definition.factsHint} item={item} />
      )}
      {item === null ? null : (
        <RowActions definition={definition} item={item} may={may} unsaved={formState.isDirty && !save.isSuccess} />
      )}
      <form
        id={FORM_ID}
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((values) => save.mutate(values), save.reset)}
      >
        {fieldsOf(definition, item).map((field) => (
          <FormRow key={field.name} control={control} field={field} item={item} disabled={!mayWrite} />
        ))}
        {definition.Panel === undefined ? null : <definition.Panel form={form} item={item} disabled={!mayWrite} />}
      </form>
      {item === null || item.created_time === undefined ? null : (
        <p className={styles.stamps}>
          {t('admin.stamps', {
            created: texts.time(String(item.created_time)),
            updated: texts.time(String(item.updated_time)),
          })}
        </p>
      )}
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Dialog>
  );
}

function FormRow(props: ComponentProps<typeof ResourceField>) {
  const { control, field } = props;
  const values = useWatch({ control, disabled: field.shown === undefined });
  if (field.shown !== undefined && !field.shown(values)) return null;
  return (
    <div data-half={field.half || undefined}>
      <ResourceField {...props} />
    </div>
  );
}
