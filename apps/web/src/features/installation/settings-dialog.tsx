import { getInstallation, setInstallation } from '@airdeck/contract/installation/routes';
import {
  type Installation,
  type InstallationSettings,
  installationSettings,
} from '@airdeck/contract/installation/schema';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { queriesOfRoute } from '../../lib/api/route-query.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useChangeQuestion } from '../../ui/dialog/change-dialog.tsx';
import { CancelButton, Dialog } from '../../ui/dialog/dialog.tsx';
import { changesOf } from '../../ui/form/changes.ts';
import { FormNumberField } from '../../ui/form/form-number-field.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import styles from './installation.module.css';

const FORM_ID = 'installation-settings';

/** The fields in their order, and the unit of each. */
const FIELDS = [
  ['backup_every_days', 'days'],
  ['backup_hour', 'hour'],
  ['backups_kept', 'pieces'],
  ['drill_every_days', 'days'],
  ['disk_days', 'days'],
  ['certificate_days', 'days'],
] as const;

interface SettingsDialogProps {
  installation: Installation;
  onClose: () => void;
}

/** When backups and drills are made, and when alarms of the installation begin. */
export function SettingsDialog({ installation, onClose }: SettingsDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const { ask, question } = useChangeQuestion();
  const { version, ...before } = installation.settings;
  const form = useContractForm(installationSettings, before);
  const save = useMutation<unknown, Error, InstallationSettings>({
    mutationFn: (wanted) => call(setInstallation, { body: { ...wanted, version } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(getInstallation));
      enqueueSnackbar(t('installation.form.saved'), { variant: 'success' });
      onClose();
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  const number = new Intl.NumberFormat(language);
  const submit = (wanted: InstallationSettings) => {
    const changes = changesOf(
      FIELDS.map(([name, unit]) => ({
        ...{ name, label: t(`installation.form.${name}`), before: before[name], after: wanted[name] },
        words: (value) => `${number.format(value as number)} ${t(`installation.form.${unit}`)}`,
      })),
    );
    if (changes.length > 0) return ask({ changes, save: () => save.mutate(wanted) });
    onClose();
    enqueueSnackbar(t('dialog.unchanged'));
  };
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button type="submit" form={FORM_ID} variant="contained" loading={save.isPending}>
        {t('admin.save')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('installation.form.title')} onClose={onClose} actions={actions}>
      <FailureAlert error={save.error} />
      <form id={FORM_ID} className={styles.form} noValidate onSubmit={form.handleSubmit(submit)}>
        {FIELDS.map(([name, unit]) => (
          <FormNumberField
            key={name}
            {...{ control: form.control, name }}
            label={t(`installation.form.${name}`)}
            unit={t(`installation.form.${unit}`)}
            hint={t(`installation.form.hint.${name}`, { zone: installation.time_zone })}
          />
        ))}
      </form>
      {question}
    </Dialog>
  );
}
