import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import type { AnyItem, Definition, Permissions } from '../model/definition.ts';

const BulkEditDialog = lazyWithPreload(async () => (await import('../bulk-edit/bulk-edit-dialog.tsx')).BulkEditDialog);

/** Key of the bulk edit among the actions. */
const EDIT = 'edit';
const NOTHING: ReadonlyMap<string, AnyItem> = new Map();

/** The selected rows of a screen with their actions; undefined without bulk actions. */
export function useSelection(definition: Definition, may: Permissions): TableSelection<AnyItem> | undefined {
  const { bulk = [], bulkEdit, nameOf } = definition;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(NOTHING);
  const [open, setOpen] = useState<string | null>(null);
  const shown = bulk.filter(({ visible }) => visible === undefined || visible(may));
  const opened = shown.find(({ key }) => key === open);
  const edits = may.edit ? bulkEdit : undefined;
  if (shown.length === 0 && edits === undefined) return undefined;
  const close = () => setOpen(null);
  const done = () => {
    close();
    setChosen(NOTHING);
  };
  const actions = (
    <>
      {shown.map(({ key, label }) => (
        <Button key={key} variant="outlined" size="small" onClick={() => setOpen(key)}>
          {label(t)}
        </Button>
      ))}
      {edits === undefined ? null : (
        <Button variant="outlined" size="small" onClick={() => setOpen(EDIT)}>
          {t('admin.bulk.action')}
        </Button>
      )}
      {edits === undefined || open !== EDIT ? null : (
        <BulkEditDialog {...{ definition, route: edits, items: [...chosen.values()] }} onClose={close} onDone={done} />
      )}
      {opened === undefined ? null : <opened.Dialog items={[...chosen.values()]} onClose={close} onDone={done} />}
    </>
  );
  return { chosen, onChange: setChosen, nameOf, actions };
}
