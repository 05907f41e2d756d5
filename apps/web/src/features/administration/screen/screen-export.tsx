import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportDialog } from '../../../shared/export/export-dialog.tsx';
import { MAX_SHEET_LENGTH } from '../../../shared/export/file-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { exportList } from '../model/api.ts';
import type { Definition } from '../model/definition.ts';
import type { AdministrationSearch } from '../model/search.ts';

interface ScreenExportProps {
  definition: Definition;
  search: AdministrationSearch;
  /** The page that the list shows: its answer has the number of rows. */
  page: { totalElements: number } | undefined;
  error: Error | null;
}

/** Downloads what the list shows, all pages of it, as a file. */
export function ScreenExport({ definition, search, page, error }: ScreenExportProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const route = definition.routes.export;
  if (route === undefined) return null;
  const title = t(`menu.item.${definition.title}`);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="download" size={18} />}>
        {t('common.export.button')}
      </Button>
      {open ? (
        <ExportDialog
          file={(options, signal) => exportList(route, definition, search, options, signal)}
          total={page?.totalElements}
          error={error}
          name={title}
          sheet={title.slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
