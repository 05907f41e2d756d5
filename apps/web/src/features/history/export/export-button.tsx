import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportDialog } from '../../../shared/export/export-dialog.tsx';
import { MAX_SHEET_LENGTH } from '../../../shared/export/file-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { pageQuery, pagingOf } from '../api/pages.ts';
import { type Paging, type Source, sourceOf } from '../api/sources.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { useStepText, useSubjectText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import styles from './export-button.module.css';
import { suggestedName } from './suggested-name.ts';

/** Opens the export of the request's rows. It is disabled, with a reason, while there is no request. */
export function ExportButton({ history }: { history: History }) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const [open, setOpen] = useState(false);
  const subject = useSubjectText(history);
  const stepText = useStepText(history);
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
            {...(phone
              ? { 'aria-label': t('common.export.button'), className: styles.icon ?? '' }
              : { startIcon: <Icon name="download" size={18} /> })}
          >
            {phone ? <Icon name="download" size={20} /> : t('common.export.button')}
          </Button>
        </span>
      </Tooltip>
      {open && request !== null ? (
        <RequestExport
          source={source}
          request={request}
          paging={pagingOf(source, search)}
          name={suggestedName(history.averages ? `${subject} ${stepText}` : subject, range)}
          sheet={t(`menu.item.${title}`).slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface RequestExportProps {
  source: Source<unknown>;
  request: HistoryRequest;
  /** The page that the list shows: its answer has the number of rows, and its order is the file's. */
  paging: Paging;
  name: string;
  sheet: string;
  onClose: () => void;
}

function RequestExport({ source, request, paging, ...dialog }: RequestExportProps) {
  const { data, error } = useQuery(pageQuery(source, request, paging));
  return (
    <ExportDialog
      {...dialog}
      file={(options, signal) => source.file(request, { ...options, sort: paging.sort }, signal)}
      total={data?.totalElements}
      error={error}
    />
  );
}
