import { MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewerToday } from '../../../lib/format/date.ts';
import { ExportDialog } from '../../../shared/export/export-dialog.tsx';
import { MAX_SHEET_LENGTH } from '../../../shared/export/file-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { type AlarmList, exportList, firstDayOf } from '../model/queries.ts';
import type { AlarmSearch } from '../model/search.ts';

interface AlarmExportProps {
  list: AlarmList;
  title: 'liveError' | 'errorHistory';
  search: AlarmSearch;
  page: { totalElements: number } | undefined;
  error: Error | null;
}

/** Downloads what the list shows, all pages of it, as a file. */
export function AlarmExport({ list, title, search, page, error }: AlarmExportProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery(PHONE);
  const name = t(`menu.item.${title}`);
  const days = [firstDayOf(list, search), search.endTime ?? viewerToday()].filter((day) => day !== undefined);
  return (
    <>
      {phone && list === 'live' ? (
        <IconButton aria-label={t('common.export.button')} onClick={() => setOpen(true)}>
          <Icon name="download" />
        </IconButton>
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="download" size={18} />}>
          {t('common.export.button')}
        </Button>
      )}
      {open ? (
        <ExportDialog
          file={(options, signal) => exportList(list, search, options, signal)}
          total={page?.totalElements}
          // The server counts up to this limit; the progress of the export shows the exact number.
          atLeast={page?.totalElements === MAX_COUNTED_ALARMS}
          error={error}
          name={[name, ...days].join(' ')}
          sheet={name.slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
