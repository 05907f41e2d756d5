import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import type { AnyItem, Definition, Permissions } from '../model/definition.ts';

const NOTHING: ReadonlyMap<string, AnyItem> = new Map();

/** The selected rows of a screen with their actions; undefined without bulk actions. */
export function useSelection({ bulk = [], nameOf }: Definition, may: Permissions): TableSelection<AnyItem> | undefined {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(NOTHING);
  const [open, setOpen] = useState<string | null>(null);
  const shown = bulk.filter(({ visible }) => visible === undefined || visible(may));
  const opened = shown.find(({ key }) => key === open);
  if (shown.length === 0) return undefined;
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
      {opened === undefined ? null : <opened.Dialog items={[...chosen.values()]} onClose={close} onDone={done} />}
    </>
  );
  return { chosen, onChange: setChosen, nameOf, actions };
}
