import Button from '@mui/material/Button';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyItem, Definition, Permissions } from '../model/definition.ts';
import styles from './form.module.css';

interface RowActionsProps {
  definition: Definition;
  item: AnyItem;
  may: Permissions;
  /** Whether the form holds input that an action would lose or contradict. */
  unsaved: boolean;
}

/** Further actions on the open row. */
export function RowActions({ definition: { actions = [] }, item, may, unsaved }: RowActionsProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const [open, setOpen] = useState<string | null>(null);
  const shown = actions.filter(({ visible }) => visible === undefined || visible(item, may));
  const opened = shown.find(({ key }) => key === open);
  if (shown.length === 0) return null;
  return (
    <div className={styles.actions}>
      {shown.map((action) => (
        <Button
          key={action.key}
          variant="outlined"
          size="small"
          disabled={unsaved}
          onClick={() => ('to' in action ? router.history.push(action.to(item)) : setOpen(action.key))}
        >
          {action.label(t)}
        </Button>
      ))}
      {unsaved ? <small>{t('admin.action.unsaved')}</small> : null}
      {opened === undefined || 'to' in opened ? null : (
        <opened.Dialog item={item} may={may} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
