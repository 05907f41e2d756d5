import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { pagingOf } from '../api/pages.ts';
import { sourceOf } from '../api/sources.ts';
import { useSubjectText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import { ExportDialog } from './export-dialog.tsx';
import { MAX_SHEET_LENGTH, suggestedName } from './file-name.ts';

/** Opens the export of the request's rows. It is disabled, with a reason, while there is no request. */
export function ExportButton({ history }: { history: History }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const subject = useSubjectText(history);
  const { request, search, range, title } = history;
  const source = sourceOf(history);
  return (
    <>
      <Tooltip title={request === null ? t('history.export.choose') : ''}>
        <span>
          <Button
            variant="outlined"
            disabled={request === null}
            onClick={() => setOpen(true)}
            startIcon={<Icon name="download" size={18} />}
          >
            {t('history.export.button')}
          </Button>
        </span>
      </Tooltip>
      {open && request !== null ? (
        <ExportDialog
          source={source}
          request={request}
          paging={pagingOf(source, search)}
          name={suggestedName(subject, range)}
          sheet={t(`menu.item.${title}`).slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
