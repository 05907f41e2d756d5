import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Column, Definition, Item, Permissions, RowAction } from '../model/definition.ts';
import { localText, useTexts } from '../model/use-texts.ts';
import { Conflict } from './conflict.tsx';
import styles from './form.module.css';
import { ResourceField } from './resource-field.tsx';
import { fieldsOf, useResourceForm } from './use-resource-form.ts';

interface FormDialogProps {
  definition: Definition;
  /** null: a new row. */
  item: Item | null;
  /** Who may not change it can look at it. */
  may: Permissions;
  onRemove: (() => void) | undefined;
  onClose: () => void;
}

const FORM_ID = 'administration-form';

/** The one form of administration: a row to look at, to change, or to be made. */
export function FormDialog({ definition, item, may, onRemove, onClose }: FormDialogProps) {
  const mayWrite = item === null ? may.add : may.edit;
  const { t } = useTranslation();
  const texts = useTexts();
  const [leaving, setLeaving] = useState(false);
  const { form, save, theirs, settle } = useResourceForm({ definition, item, onSaved: onClose });
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
          startIcon={<Icon name="close" size={18} />}
        >
          {t('admin.remove')}
        </Button>
      )}
      {item === null ? null : <RowActions definition={definition} item={item} may={may} />}
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
      {mayWrite ? null : <Alert severity="info">{t('admin.readOnly')}</Alert>}
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
        {item === null || definition.facts === undefined ? null : <RowFacts facts={definition.facts} item={item} />}
        {fieldsOf(definition, item).map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <ResourceField control={control} field={field} item={item} disabled={!mayWrite} />
          </div>
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

/** What else can be done with the row. */
function RowActions({
  definition: { actions = [] },
  item,
  may,
}: Pick<FormDialogProps, 'definition' | 'may'> & { item: Item }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<RowAction | null>(null);
  const visible = actions.filter((action) => action.visible?.(item, may) ?? true);
  return (
    <>
      {visible.map((action) => (
        <Button key={action.key} onClick={() => setOpen(action)}>
          {action.label(t)}
        </Button>
      ))}
      {open === null ? null : <open.Dialog item={item} may={may} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What is said of the row and stays as it is. */
function RowFacts({ facts, item }: { facts: readonly Column[]; item: Item }) {
  const texts = useTexts();
  const said = facts.map((fact) => ({ ...fact, text: texts.value(fact, localText(item, fact.name, texts.language)) }));
  return (
    <dl className={styles.facts}>
      {said
        .filter(({ text }) => text !== '')
        .map(({ name, text }) => (
          <div key={name}>
            <dt>{texts.field(name)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Unsaved input is lost by a decision only. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
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
