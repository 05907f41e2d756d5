import { addReport, REPORT_KINDS, reportFields } from '@airdeck/contract/alarm/report';
import { toLine } from '@airdeck/domain/field-rule';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { forgetAlarms } from '../../lib/alarm/counts.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { CancelButton, Dialog } from '../../ui/dialog/dialog.tsx';
import { FormTextField } from '../../ui/form/form-fields.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { uuid } from '../export/use-export.ts';
import { base64Of, smallPhoto } from './photo.ts';
import type { ReportedPlace } from './place.ts';
import styles from './report.module.css';

interface ReportDialogProps {
  place: ReportedPlace;
  onClose: () => void;
}

/** A person says what is the matter on a place: a text, and a photo if they like. */
export function ReportDialog({ place, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  // One key for each dialog: a report that is sent again after a lost answer is the same report.
  const form = useContractForm(reportFields, {
    place_kind: place.kind,
    place_id: place.id,
    kind: 'REPORT',
    text: '',
    key: uuid(),
  });
  const { control, handleSubmit } = form;
  const { field: kind } = useController({ control, name: 'kind' });
  const { field: photo, fieldState: photoState } = useController({ control, name: 'photo' });
  const send = useMutation({
    mutationFn: handleSubmit((body) =>
      call(addReport, { body: { ...body, text: toLine(body.text) } }).then(async () => {
        enqueueSnackbar(t('report.sent'), { variant: 'success' });
        onClose();
        await forgetAlarms(queryClient);
      }),
    ),
    onError: (error) => showFieldErrors(form, error),
  });
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button variant="contained" loading={send.isPending} onClick={() => send.mutate()}>
        {t('report.send')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('report.title')} onClose={onClose} actions={actions} width="sm">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <p className={styles.place}>
          <Icon name="places" size={18} />
          <span className="sr">{t('report.place')} </span>
          {place.name}
        </p>
        <SegmentedControl
          label={t('report.kind')}
          value={kind.value}
          options={REPORT_KINDS.map((value) => ({ value, label: t(`report.kinds.${value}`) }))}
          onChange={kind.onChange}
        />
        <p className={styles.hint}>{t(`report.kindHints.${kind.value}`)}</p>
        <FormTextField
          control={control}
          name="text"
          label={t('report.text')}
          hint={t('report.textHint')}
          required
          autoFocus
        />
        <PhotoField
          value={photo.value}
          refused={photoState.invalid}
          onChange={photo.onChange}
          isDisabled={send.isPending}
        />
        <FailureAlert error={send.error} />
      </form>
    </Dialog>
  );
}

interface PhotoFieldProps {
  /** In base64. */
  value: string | undefined;
  /** Whether the server refused it. */
  refused: boolean;
  isDisabled: boolean;
  onChange: (value: string | undefined) => void;
}

function PhotoField({ value, refused, isDisabled, onChange }: PhotoFieldProps) {
  const { t } = useTranslation();
  const [isUnreadable, setUnreadable] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      onChange(base64Of(await smallPhoto(file)));
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <div className={styles.photo}>
      {value === undefined ? (
        <Button component="label" variant="outlined" startIcon={<Icon name="camera" size={18} />} disabled={isDisabled}>
          {t('report.photo')}
          <input
            type="file"
            accept="image/*"
            className="sr"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // The same file can be chosen again.
              event.target.value = '';
            }}
          />
        </Button>
      ) : (
        <>
          <img src={`data:image/jpeg;base64,${value}`} alt={t('report.photoOf')} />
          <Button startIcon={<Icon name="close" size={16} />} onClick={() => onChange(undefined)} disabled={isDisabled}>
            {t('report.removePhoto')}
          </Button>
        </>
      )}
      {isUnreadable || refused ? (
        <p className={styles.error} role="alert">
          {t('report.unreadable')}
        </p>
      ) : null}
    </div>
  );
}
