import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Definition, Item, RowAction } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { Conflict } from './conflict.tsx';
import styles from './form.module.css';
import { ResourceField } from './resource-field.tsx';
import { fieldsOf, useResourceForm } from './use-resource-form.ts';

interface FormDialogProps {
  definition: Definition;
  /** null: a new row. */
  item: Item | null;
  /** Whether the viewer may change it; else it can be looked at, for the reason that is given. */
  mayWrite: boolean;
  reason?: string | undefined;
  onRemove: (() => void) | undefined;
  onSaved: (saved: Item) => void;
  onClose: () => void;
}

const FORM_ID = 'administration-form';

/** The one form of administration: a row to look at, to change, or to be made. */
export function FormDialog({ definition, item, mayWrite, reason, onRemove, onSaved, onClose }: FormDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [leaving, setLeaving] = useState(false);
  const { form, save, theirs, settle } = useResourceForm({ definition, item, onSaved });
  const { control, handleSubmit, formState } = form;
  const what = t(`menu.item.${definition.title}`);
  const title = item === null ? t('admin.addTitle', { what }) : t('admin.editTitle', { what });
  const close = () => (formState.isDirty && !save.isSuccess ? setLeaving(true) : onClose());
  const actions = (
    <>
      {onRemove === undefined ? null : (
        <Button color="error" onClick={onRemove} startIcon={<Icon name="close" size={18} />}>
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
      <form
        id={FORM_ID}
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((values) => save.mutate(values), save.reset)}
      >
        {fieldsOf(definition, item).map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <ResourceField control={control} field={field} item={item} disabled={!mayWrite} />
          </div>
        ))}
      </form>
      {item === null || item.created_time === undefined ? null : (
        <p className={styles.stamps}>
          {t('admin.stamps', {
            created: texts.time(String(item.created_time)),
            updated: texts.time(String(item.updated_time)),
          })}
        </p>
      )}
      {item === null || !mayWrite ? null : <RowActions actions={definition.actions ?? []} item={item} />}
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Dialog>
  );
}

/** What else can be done with a row, each in a dialog of its own. */
function RowActions({ actions, item }: { actions: readonly RowAction[]; item: Item }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<RowAction | null>(null);
  const offered = actions.filter(({ visible }) => visible?.(item) ?? true);
  return (
    <div className={styles.actions}>
      {offered.map((action) => (
        <Button key={action.key} variant="outlined" size="small" onClick={() => setOpen(action)}>
          {action.label(t)}
        </Button>
      ))}
      {open === null ? null : <open.Dialog item={item} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Unsaved input is lost by a decision only. */
function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  const actions = (
    <>
      <Button onClick={onLeave}>{t('admin.leave.go')}</Button>
      <Button variant="contained" onClick={onStay} autoFocus>
        {t('admin.leave.stay')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('admin.leave.title')} onClose={onStay} actions={actions} width="xs" alert>
      {t('admin.leave.text')}
    </Dialog>
  );
}
