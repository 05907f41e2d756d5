import { restoreDeleted } from '@airdeck/contract/device/deleted';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { useUndo } from '../../../ui/undo.tsx';
import { invalidateAll, removeItem, saveItem } from '../model/api.ts';
import { type AnyItem, type Definition, type FieldKey, fieldValue } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './form.module.css';
import { valuesOf } from './use-resource-form.ts';

interface RemovalDialogProps {
  definition: Definition;
  item: AnyItem;
  onClose: () => void;
  onRemoved: () => void;
}

interface Count {
  name: FieldKey;
  count: number;
}

const countsOf = (names: readonly FieldKey[] = [], item: AnyItem): readonly Count[] =>
  names.map((name) => ({ name, count: Number(fieldValue(item, name) ?? 0) })).filter(({ count }) => count > 0);

/** Dependent rows that are deleted too, by name and number; empty if there are none. */
const takenWith = ({ taken }: Definition, item: AnyItem) => countsOf(taken, item);
const endedWith = ({ ended }: Definition, item: AnyItem) => countsOf(ended, item);

/** Undoes a deletion: the server restores the row, or the form adds one again if nothing depended on it. */
function useRestore(definition: Definition) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const offerUndo = useUndo();
  const restore = async (item: AnyItem) => {
    if (definition.deleted !== undefined) {
      await call(restoreDeleted, { params: { kind: definition.deleted, id: Number(item.id) }, body: {} });
      await invalidateAll();
      return;
    }
    const values = Object.fromEntries(definition.fields.map(({ name }) => [name, fieldValue(item, name) ?? null]));
    await saveItem(definition, null, { ...valuesOf(definition, null), ...values });
  };
  return (item: AnyItem) => {
    const name = definition.nameOf(item);
    const text = t('admin.removed', { name });
    const depending = [...takenWith(definition, item), ...endedWith(definition, item)];
    const isUndoable = definition.deleted !== undefined || (definition.undoable === true && depending.length === 0);
    if (!isUndoable) enqueueSnackbar(text);
    else offerUndo({ text, undo: () => restore(item), undone: t('admin.restored', { name }) });
  };
}

/** Asks before a deletion, and lists what is deleted too. */
export function RemovalDialog({ definition, item, onClose, onRemoved }: RemovalDialogProps) {
  const { t } = useTranslation();
  const offerUndo = useRestore(definition);
  const taken = takenWith(definition, item);
  const ended = endedWith(definition, item);
  const name = definition.nameOf(item);
  const [typed, setTyped] = useState('');
  const isTyped = definition.typedRemoval !== true || taken.length === 0 || typed.trim() === name;
  const remove = useMutation({
    mutationFn: () => removeItem(definition, item),
    onSuccess: () => {
      onRemoved();
      offerUndo(item);
    },
  });
  const title = t('admin.removal.title', { what: t(`admin.one.${definition.title}`) });
  return (
    <ConfirmDialog
      title={title}
      action={t('admin.remove')}
      destroys
      disabled={!isTyped}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.removal.text', { name })}</p>
      {taken.length === 0 ? null : (
        <>
          <p>{t('admin.removal.taken')}</p>
          <Counts counts={taken} />
          {definition.typedRemoval === true ? (
            <TextField
              fullWidth
              size="small"
              margin="normal"
              label={t('admin.removal.type', { name })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              slotProps={{ htmlInput: { autoComplete: 'off' } }}
            />
          ) : null}
        </>
      )}
      {ended.length === 0 ? null : (
        <>
          <p>{t('admin.removal.ended')}</p>
          <Counts counts={ended} />
        </>
      )}
      {definition.deleted === undefined ? null : <p className={styles.stamps}>{t('admin.removal.restorable')}</p>}
      {definition.keepsHistory === true ? <p className={styles.stamps}>{t('admin.removal.history')}</p> : null}
    </ConfirmDialog>
  );
}

function Counts({ counts }: { counts: readonly Count[] }) {
  const { t } = useTranslation();
  const texts = useTexts();
  return (
    <ul className={styles.taken}>
      {counts.map(({ name, count }) => (
        <li key={name}>{t('admin.removal.count', { name: texts.field(name), count })}</li>
      ))}
    </ul>
  );
}
