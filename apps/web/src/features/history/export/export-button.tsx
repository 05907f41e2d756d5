import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { pagingOf } from '../api/paging.ts';
import { sourceOf } from '../list/list-of.tsx';
import type { History } from '../screens/use-history.ts';
import { usePlaceText } from '../screens/use-place-text.ts';
import { ExportDialog } from './export-dialog.tsx';
import { MAX_SHEET_LENGTH, suggestedName } from './file-name.ts';

/** The rows of the question as a file; before there is a question it says so. */
export function ExportButton({ history }: { history: History }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const place = usePlaceText(history);
  const { asked, search, range, title } = history;
  const source = sourceOf(history);
  return (
    <>
      <Tooltip title={asked === null ? t('history.export.choose') : ''}>
        <span>
          <Button
            variant="outlined"
            disabled={asked === null}
            onClick={() => setOpen(true)}
            startIcon={<Icon name="download" size={18} />}
          >
            {t('history.export.button')}
          </Button>
        </span>
      </Tooltip>
      {open && asked !== null ? (
        <ExportDialog
          source={source}
          asked={asked}
          paging={pagingOf(source, search)}
          name={suggestedName(place, range)}
          sheet={t(`menu.item.${title}`).slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
