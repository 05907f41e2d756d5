import { addFloorPlan, type FloorPlan, replaceFloorPlanImage } from '@airdeck/contract/floor-plan/routes';
import { toName } from '@airdeck/domain/text-form';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../lib/api/call.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import styles from './plan.module.css';
import { PlanImageError, planImage } from './plan-image.ts';
import { forgetPlans } from './plan-queries.ts';

interface AddPlanDialogProps {
  officeId: number;
  /** The plan that gets another image; null: a new plan. */
  plan: FloorPlan | null;
  onSaved: (plan: FloorPlan) => void;
  onClose: () => void;
}

/** Takes the image of a floor, which is drawn again in the browser before it is sent. */
export function AddPlanDialog({ officeId, plan, onSaved, onClose }: AddPlanDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation<FloorPlan, Error, File>({
    mutationFn: async (chosen) => {
      const image = await planImage(chosen);
      return plan === null
        ? upload(addFloorPlan, { query: { officeId: String(officeId), name: toName(name) }, file: image })
        : upload(replaceFloorPlanImage, {
            ...{ params: { id: plan.id }, query: { version: String(plan.version) }, file: image },
          });
    },
    onSuccess: async (saved) => {
      await forgetPlans(client, officeId);
      onSaved(saved);
    },
  });
  const title = t(plan === null ? 'plan.addTitle' : 'plan.replaceTitle');
  const isReady = file !== null && (plan !== null || toName(name) !== '');
  const actions = (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button
        variant="contained"
        disabled={!isReady}
        loading={send.isPending}
        onClick={() => file !== null && send.mutate(file)}
      >
        {t('plan.send')}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} width="sm">
      <div className={styles.form}>
        {plan === null ? (
          <TextField
            fullWidth
            required
            autoFocus
            label={t('plan.name')}
            helperText={t('plan.nameHint')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
        ) : null}
        <Button component="label" variant="outlined" startIcon={<Icon name="upload" size={18} />}>
          {t('plan.choose')}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              send.reset();
            }}
          />
        </Button>
        <p className={styles.hint}>{file === null ? t('plan.fileHint') : file.name}</p>
        {send.error instanceof PlanImageError ? (
          <Alert severity="error">{t(`plan.${send.error.reason}`)}</Alert>
        ) : (
          <FailureAlert error={send.error} />
        )}
      </div>
    </Dialog>
  );
}
