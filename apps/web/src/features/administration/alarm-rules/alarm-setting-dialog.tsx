import { getAlarmSetting, setAlarmSetting } from '@airdeck/contract/alarm-rule/routes';
import type { AlarmSetting } from '@airdeck/contract/alarm-rule/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { ChipChecks } from '../../../ui/chip-checks.tsx';
import { useChangeQuestion } from '../../../ui/dialog/change-dialog.tsx';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { changesOf } from '../../../ui/form/changes.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { ActionDialogProps } from '../model/definition.ts';
import { localText, useTexts } from '../model/use-texts.ts';
import styles from './alarm-rules.module.css';

/** Chooses the severities of an organization that clear themselves. */
export function AlarmSettingDialog({ item, may, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const params = { id: Number(item.id) };
  const { data, error, refetch } = useQuery({
    ...routeQuery(getAlarmSetting, { params }),
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return <SettingForm item={item} setting={data} mayWrite={may.edit} onClose={onClose} />;
  return (
    <Dialog open title={t('admin.alarmRule.setting')} onClose={onClose} width="xs">
      {error === null ? <p>{t('common.loading')}</p> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

interface SettingFormProps extends Pick<ActionDialogProps, 'item' | 'onClose'> {
  setting: AlarmSetting;
  mayWrite: boolean;
}

function SettingForm({ item, setting, mayWrite, onClose }: SettingFormProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const id = Number(item.id);
  const [chosen, choose] = useState<AlarmSetting['auto_clear']>(setting.auto_clear);
  const inOrder = (all: AlarmSetting['auto_clear']) => SEVERITIES.filter((each) => all.includes(each));
  const changes = changesOf([
    {
      ...{ name: 'auto_clear', label: t('admin.field.auto_clear') },
      ...{ before: inOrder(setting.auto_clear), after: inOrder(chosen) },
      words: (all) => (all as AlarmSetting['auto_clear']).map((each) => texts.choice('severity', each)).join(', '),
    },
  ]);
  useUnsaved(changes.length > 0);
  const { ask, question } = useChangeQuestion();
  const save = useMutation({
    mutationFn: () => call(setAlarmSetting, { params: { id }, body: { auto_clear: chosen } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(getAlarmSetting, { params: { id } }));
      enqueueSnackbar(t('admin.alarmRule.settingSaved'), { variant: 'success' });
      onClose();
    },
  });
  const submit = () => {
    if (changes.length > 0)
      return ask({ name: String(localText(item, 'name', texts.language)), changes, save: () => save.mutate() });
    onClose();
    enqueueSnackbar(t('dialog.unchanged'));
  };
  const actions = (
    <>
      <CancelButton>{mayWrite ? t('button.cancel') : t('button.close')}</CancelButton>
      {mayWrite ? (
        <Button variant="contained" loading={save.isPending} onClick={submit}>
          {t('admin.save')}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog open title={t('admin.alarmRule.setting')} onClose={onClose} actions={actions} width="xs">
      <div className={styles.checks}>
        <p>{t('admin.alarmRule.settingText')}</p>
        <FailureAlert error={save.error} />
        <ChipChecks
          label={t('admin.field.auto_clear')}
          options={SEVERITIES.map((value) => ({ value, label: texts.choice('severity', value) }))}
          value={chosen}
          onChange={choose}
          disabled={mayWrite ? undefined : t('admin.readOnly')}
        />
        {question}
      </div>
    </Dialog>
  );
}
