import { getAlarmSetting, setAlarmSetting } from '@airdeck/contract/alarm-rule/routes';
import type { AlarmSetting } from '@airdeck/contract/alarm-rule/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { ActionDialogProps } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './alarm-rules.module.css';

/** Which severities of an organization clear themselves. */
export function AlarmSettingDialog({ item, may, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const params = { id: Number(item.id) };
  const { data, error } = useQuery({ ...routeQuery(getAlarmSetting, { params }), refetchOnWindowFocus: false });
  if (data !== undefined) return <SettingForm id={params.id} setting={data} mayWrite={may.edit} onClose={onClose} />;
  return (
    <Dialog open title={t('admin.alarmRule.setting')} onClose={onClose} width="xs">
      {error === null ? <p>{t('common.loading')}</p> : <ErrorPanel error={error} />}
    </Dialog>
  );
}

interface SettingFormProps {
  id: number;
  setting: AlarmSetting;
  mayWrite: boolean;
  onClose: () => void;
}

function SettingForm({ id, setting, mayWrite, onClose }: SettingFormProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [chosen, choose] = useState<AlarmSetting['auto_clear']>(setting.auto_clear);
  const save = useMutation({
    mutationFn: () => call(setAlarmSetting, { params: { id }, body: { auto_clear: chosen } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: routeQuery(getAlarmSetting, { params: { id } }).queryKey });
      enqueueSnackbar(t('admin.alarmRule.settingSaved'), { variant: 'success' });
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{mayWrite ? t('button.cancel') : t('button.close')}</Button>
      {mayWrite ? (
        <Button variant="contained" loading={save.isPending} onClick={() => save.mutate()}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog open title={t('admin.alarmRule.setting')} onClose={onClose} actions={actions} width="xs">
      <div className={styles.checks}>
        <p>{t('admin.alarmRule.settingText')}</p>
        {save.isError ? <Alert severity="error">{save.error.message}</Alert> : null}
        <ChipChecks
          label={t('admin.field.auto_clear')}
          options={SEVERITIES.map((value) => ({ value, label: texts.choice('severity', value) }))}
          value={chosen}
          onChange={choose}
          disabled={mayWrite ? undefined : t('admin.readOnly')}
        />
      </div>
    </Dialog>
  );
}
