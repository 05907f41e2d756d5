import { EXPORT_FORMATS, type ExportFormat } from '@airdeck/contract/history/query';
import type { ExportProgress } from '@airdeck/contract/history/schema';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { pageQuery } from '../api/pages.ts';
import type { Paging, Source } from '../api/sources.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import styles from './export.module.css';
import { MAX_NAME_LENGTH, MAX_SHEET_LENGTH, typedName } from './file-name.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  source: Source<unknown>;
  request: HistoryRequest;
  /** The page that the list shows: its answer has the number of rows, and its order is the file's. */
  paging: Paging;
  /** The suggested names. */
  name: string;
  sheet: string;
  onClose: () => void;
}

/** Exports all rows of the request as a file, with names, progress and a way to cancel. */
export function ExportDialog(props: ExportDialogProps) {
  const { source, request, paging, onClose } = props;
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [name, setName] = useState(props.name);
  const [sheet, setSheet] = useState(props.sheet);
  const count = useQuery(pageQuery(source, request, paging));
  const total = count.data?.totalElements;
  const { start, cancel, failure, progress } = useExport(source, request, (saved) => {
    enqueueSnackbar(t('history.export.done', { name: saved }), { variant: 'success' });
    onClose();
  });
  const close = () => {
    cancel?.();
    onClose();
  };
  const running = cancel !== null;
  const options = {
    format,
    name: typedName(name),
    sheet: format === 'csv' ? undefined : typedName(sheet),
    sort: paging.sort,
  };
  const actions = (
    <>
      <Button variant="outlined" onClick={running ? cancel : close}>
        {t('button.cancel')}
      </Button>
      <Button
        variant="contained"
        onClick={() => void start(options)}
        disabled={total === 0 || running}
        startIcon={<Icon name="download" size={18} />}
      >
        {t('history.export.start')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('history.export.title')} onClose={close} actions={actions}>
      <div className={styles.body}>
        <p role="status">
          {total === undefined && count.error === null ? t('history.export.counting') : null}
          {total === 0 ? t('history.export.nothing') : null}
          {total === undefined || total === 0 ? null : t('history.export.rows', { count: total })}
        </p>
        <SegmentedControl
          label={t('history.export.format')}
          value={format}
          options={EXPORT_FORMATS.map((value) => ({ value, label: t(`history.export.${value}`) }))}
          onChange={setFormat}
        />
        <TextField
          label={t('history.export.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          helperText={t('history.export.nameHint')}
          disabled={running}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
        {format === 'csv' ? null : (
          <TextField
            label={t('history.export.sheet')}
            value={sheet}
            onChange={(event) => setSheet(event.target.value)}
            helperText={t('history.export.sheetHint')}
            disabled={running}
            slotProps={{ htmlInput: { maxLength: MAX_SHEET_LENGTH } }}
          />
        )}
        {running ? <Progress progress={progress} /> : null}
        {failure === null && count.error === null ? null : <ErrorPanel error={failure ?? count.error ?? new Error()} />}
      </div>
    </Dialog>
  );
}

function Progress({ progress }: { progress: ExportProgress | undefined }) {
  const { t } = useTranslation();
  const known = progress !== undefined && progress.total > 0;
  const text = known ? t('history.export.progress', { ...progress }) : t('history.export.waiting');
  return (
    <div className={styles.progress}>
      <LinearProgress
        aria-label={text}
        {...(known ? { variant: 'determinate', value: Math.round((100 * progress.rows) / progress.total) } : {})}
      />
      <p>{text}</p>
      <small>{t('history.export.stay')}</small>
    </div>
  );
}
