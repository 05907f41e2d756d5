import { endMaintenanceWindow } from '@airdeck/contract/maintenance/routes';
import type { MaintenanceWindow } from '@airdeck/contract/maintenance/schema';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';

/** Ends a running window at once. */
export function EndWindow({ item, onClose }: { item: MaintenanceWindow; onClose: () => void }) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const name = item.reason;
  const ending = useMutation({
    mutationFn: () => call(endMaintenanceWindow, { params: { id: item.id }, body: { version: item.version } }),
    onSuccess: async () => {
      await invalidateAll();
      enqueueSnackbar(t('admin.maintenance.ended', { name }), { variant: 'success' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('admin.maintenance.endTitle')}
      action={t('admin.maintenance.end')}
      isPending={ending.isPending}
      error={ending.error}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.maintenance.endText', { name })}</p>
    </ConfirmDialog>
  );
}
