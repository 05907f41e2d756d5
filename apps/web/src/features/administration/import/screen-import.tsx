import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { Definition } from '../model/definition.ts';
import { isOfSeveral, useReach } from '../screen/use-permissions.ts';
import { ImportDialog } from './import-dialog.tsx';

/** Adds and changes rows by a file, where the resource takes them. */
export function ScreenImport({ definition }: { definition: Definition }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { import: routes, title } = definition;
  const reach = useReach('create', definition.entity);
  // A file is of whole organizations.
  if (routes === undefined || reach === 'places') return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="upload" size={18} />}>
        {t('admin.import.button')}
      </Button>
      {open ? (
        <ImportDialog
          routes={routes}
          entity={definition.entity}
          what={t(`menu.item.${title}`)}
          isOrganizationNamed={isOfSeveral(reach)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
