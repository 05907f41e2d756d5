import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { SETTINGS_REFUSALS } from '@airdeck/contract/protocol/message';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { syncModes } from '../model/queries.ts';
import { useTexts } from '../model/texts.ts';
import { Thresholds } from './copy-dialog.tsx';
import styles from './editor.module.css';

const SEVERITY = { NEVER: 'info', SENT: 'info', ACCEPTED: 'success', REJECTED: 'error' } as const;

/** Settings that the device accepted beside the saved ones, and the button that sends them. */
export function SyncPart({ mode }: { mode: AutoMode }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const [asking, setAsking] = useState(false);
  const { sync, auto } = mode;
  if (auto === null) return null;
  const refusal = SETTINGS_REFUSALS.find((each) => each === sync.refusal);
  const times = [
    sync.sent_time && t('autoMode.sync.time', { time: texts.time(sync.sent_time) }),
    sync.answered_time && t('autoMode.sync.answered', { time: texts.time(sync.answered_time) }),
  ].filter(Boolean);
  const isChanged = sync.state === 'ACCEPTED' && !sync.is_same;
  return (
    <section className={styles.sync} aria-label={t('autoMode.column.sync')}>
      <h3>{t('autoMode.column.sync')}</h3>
      <Alert severity={isChanged ? 'warning' : SEVERITY[sync.state]} role="status">
        {t(`autoMode.sync.${isChanged ? 'changed' : sync.state}`)}
        {refusal === undefined ? null : ` ${t(`autoMode.sync.refusal.${refusal}`)}`}
        {times.length === 0 ? null : <small className={styles.times}>{times.join(' · ')}</small>}
      </Alert>
      {sync.is_same ? null : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('autoMode.sync.wanted')}</th>
              <th scope="col">{t('autoMode.sync.accepted')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <Thresholds value={auto.use === 'Y' ? auto.thresholds : null} />
              </td>
              <td>
                <Thresholds value={sync.accepted} />
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <div className={styles.actions}>
        <Button variant="outlined" startIcon={<Icon name="upload" size={18} />} onClick={() => setAsking(true)}>
          {t('autoMode.sync.button')}
        </Button>
      </div>
      {asking ? <SyncDialog ids={[mode.id]} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

interface SyncDialogProps {
  ids: readonly number[];
  onClose: () => void;
  onDone?: () => void;
}

export function SyncDialog({ ids, onClose, onDone }: SyncDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const sync = useMutation({
    mutationFn: () => syncModes(ids),
    onSuccess: () => {
      enqueueSnackbar(t('autoMode.sync.sent'), { variant: 'success' });
      onDone?.();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('autoMode.sync.title')}
      action={t('autoMode.sync.confirm')}
      isPending={sync.isPending}
      error={sync.error}
      onConfirm={() => sync.mutate()}
      onClose={onClose}
    >
      <p>{ids.length === 1 ? t('autoMode.sync.text') : t('autoMode.sync.textMany', { count: ids.length })}</p>
    </ConfirmDialog>
  );
}
