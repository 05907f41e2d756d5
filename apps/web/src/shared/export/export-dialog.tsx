import type { ExportProgress } from '@airdeck/contract/export-file';
import { EXPORT_FORMATS, type ExportFormat } from '@airdeck/contract/export-file';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ErrorPanel } from '../../ui/state/state-panels.tsx';
import styles from './export.module.css';
import { MAX_NAME_LENGTH, MAX_SHEET_LENGTH, typedName } from './file-name.ts';
import { knownProgress, RowsProgress } from './rows-progress.tsx';
import { type FileOptions, useExport } from './use-export.ts';

interface ExportDialogProps {
  /** Asks the server for the file. */
  file: (options: FileOptions, signal: AbortSignal) => Promise<Blob>;
  /** How many rows it will have; undefined while they are counted, and the failure if that fails. */
  total: number | undefined;
  /** There may be more than `total`: counting stopped there. */
  atLeast?: boolean;
  error: Error | null;
  /** The suggested names. */
  name: string;
  sheet: string;
  onClose: () => void;
}

/** Exports all rows of a list as a file, with names, progress and a way to cancel. */
export function ExportDialog(props: ExportDialogProps) {
  const { file, total, atLeast = false, error, onClose } = props;
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [name, setName] = useState(props.name);
  const [sheet, setSheet] = useState(props.sheet);
  const { start, cancel, failure, progress } = useExport(file, (saved) => {
    enqueueSnackbar(t('common.export.done', { name: saved }), { variant: 'success' });
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
        {t('common.export.start')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('common.export.title')} onClose={close} actions={actions} mustAnswer={running}>
      <div className={styles.body}>
        <p role="status">
          {total === undefined && error === null ? t('common.export.counting') : null}
          {total === 0 ? t('common.export.nothing') : null}
          {total === undefined || total === 0
            ? null
            : t(atLeast ? 'common.export.rowsAtLeast' : 'common.export.rows', { count: total })}
        </p>
        <SegmentedControl
          label={t('common.export.format')}
          value={format}
          options={EXPORT_FORMATS.map((value) => ({ value, label: t(`common.export.${value}`) }))}
          onChange={setFormat}
        />
        <TextField
          label={t('common.export.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          helperText={t('common.export.nameHint')}
          disabled={running}
          slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH } }}
        />
        {format === 'csv' ? null : (
          <TextField
            label={t('common.export.sheet')}
            value={sheet}
            onChange={(event) => setSheet(event.target.value)}
            helperText={t('common.export.sheetHint')}
            disabled={running}
            slotProps={{ htmlInput: { maxLength: MAX_SHEET_LENGTH } }}
          />
        )}
        {running ? <Progress progress={progress} /> : null}
        {failure === null && error === null ? null : <ErrorPanel error={failure ?? error ?? new Error()} />}
      </div>
    </Dialog>
  );
}

function Progress({ progress }: { progress: ExportProgress | undefined }) {
  const { t } = useTranslation();
  const known = knownProgress(progress);
  const text = known ? t('common.export.progress', { ...known }) : t('common.export.waiting');
  return <RowsProgress text={text} known={known} hint={t('common.export.stay')} />;
}
