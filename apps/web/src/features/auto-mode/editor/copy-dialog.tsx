import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { type AutoThresholds, isSameThresholds } from '@airdeck/domain/control/auto-mode';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { MultiPicker } from '../../../ui/pick/picker.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { copyQuery, copyTo, offeredQuery } from '../model/queries.ts';
import { entriesOf, modePlace, useTexts } from '../model/texts.ts';
import styles from './editor.module.css';

interface CopyDialogProps {
  mode: AutoMode;
  onClose: () => void;
}

/** Gives other purifiers the same thresholds, after showing what that changes. */
export function CopyDialog({ mode, onClose }: CopyDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [chosen, choose] = useState<readonly number[]>([]);
  useUnsaved(chosen.length > 0);
  const { data: offered } = useQuery(offeredQuery());
  const { data: preview, error } = useQuery(copyQuery(mode.id, chosen));
  const rows = chosen.length === 0 ? [] : (preview?.results ?? []);
  const changing = rows.filter(({ before, after }) => after && !isSameThresholds(before ?? {}, after));
  const copy = useMutation({
    mutationFn: () => copyTo(mode.id, chosen),
    onSuccess: () => {
      enqueueSnackbar(t('autoMode.copy.done', { count: changing.length }), { variant: 'success' });
      onClose();
    },
  });
  const failure = copy.error ?? error;
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button
        variant="contained"
        disabled={changing.length === 0}
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {t('autoMode.copy.submit', { count: changing.length })}
      </Button>
    </>
  );
  const options = (offered?.content ?? [])
    .filter(({ id }) => id !== mode.id)
    .map((each) => ({ id: each.id, label: `${each.meter_name} · ${each.name}`, detail: modePlace(each) }));
  return (
    <Dialog open title={t('autoMode.copy.title')} onClose={onClose} actions={actions} width="md">
      <div className={styles.form}>
        <p>{t('autoMode.copy.text')}</p>
        <FailureAlert error={failure} />
        <MultiPicker label={t('autoMode.copy.pick')} options={options} value={chosen} onChange={choose} />
        {rows.length === 0 ? null : (
          <table className={styles.table} aria-label={t('autoMode.copy.preview')}>
            <thead>
              <tr>
                <th scope="col">{t('autoMode.column.name')}</th>
                <th scope="col">{t('autoMode.copy.before')}</th>
                <th scope="col">{t('autoMode.copy.after')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ purifier_id, meter_name, air_name, before, after }) => (
                <tr key={purifier_id}>
                  <th scope="row">
                    {meter_name} · {air_name}
                  </th>
                  <td>
                    <Thresholds value={before} />
                  </td>
                  <td>
                    {after === null ? (
                      <span className={styles.quiet}>{t('autoMode.copy.impossible')}</span>
                    ) : isSameThresholds(before ?? {}, after) ? (
                      <span className={styles.quiet}>{t('autoMode.copy.same')}</span>
                    ) : (
                      <Thresholds value={after} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}

/** Thresholds in words, a type in a line. */
export function Thresholds({ value }: { value: AutoThresholds | null }) {
  const { t } = useTranslation();
  const texts = useTexts();
  if (value === null) return <span className={styles.quiet}>{t('autoMode.copy.none')}</span>;
  return entriesOf(value).map(([type, bounds]) => (
    <span key={type} className={styles.line}>
      {texts.type(type)} <b>{texts.bounds(bounds)}</b>
    </span>
  ));
}
