import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { DEFAULT_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert, useFailureMessage } from '../../../ui/state/failure-alert.tsx';
import { overrideMode, resumeMode } from '../model/queries.ts';
import styles from './editor.module.css';
import { MinutesField } from './minutes-field.tsx';

/** Lets automatic mode rest for a while, and brings it back. */
export function OverridePart({ mode }: { mode: AutoMode }) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const tellFailure = useFailureMessage();
  const [asking, setAsking] = useState(false);
  const resume = useMutation({
    mutationFn: () => resumeMode(mode.id),
    onSuccess: () => enqueueSnackbar(t('autoMode.override.resumed'), { variant: 'success' }),
    onError: tellFailure,
  });
  return (
    <>
      {mode.progress?.is_overridden ? (
        <Button
          variant="contained"
          startIcon={<Icon name="refresh" size={18} />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {t('autoMode.override.resume')}
        </Button>
      ) : (
        <Button variant="outlined" startIcon={<Icon name="pause" size={18} />} onClick={() => setAsking(true)}>
          {t('autoMode.override.button')}
        </Button>
      )}
      {asking ? <OverrideDialog mode={mode} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function OverrideDialog({ mode, onClose }: { mode: AutoMode; onClose: () => void }) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const usual = mode.auto === null ? DEFAULT_OVERRIDE_MIN : mode.auto.override_min;
  const [minutes, setMinutes] = useState<number | null>(usual);
  useUnsaved(minutes !== usual);
  const override = useMutation({
    mutationFn: () => overrideMode(mode.id, minutes),
    onSuccess: () => {
      enqueueSnackbar(t('autoMode.override.done'), { variant: 'success' });
      onClose();
    },
  });
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button variant="contained" loading={override.isPending} onClick={() => override.mutate()}>
        {t('autoMode.override.button')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('autoMode.override.title')} onClose={onClose} actions={actions} width="xs">
      <div className={styles.form}>
        <p>{t('autoMode.override.text')}</p>
        <FailureAlert error={override.error} />
        <MinutesField label={t('autoMode.override.title')} value={minutes} onChange={setMinutes} />
      </div>
    </Dialog>
  );
}
