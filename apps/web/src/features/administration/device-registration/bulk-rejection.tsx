import { type Unregistered, unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { AlertDialog, ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { invalidateAll } from '../model/api.ts';

interface BulkRejectionProps {
  items: readonly Unregistered[];
  onClose: () => void;
  onDone: () => void;
}

/**
 * Why it could not be discarded, or null. A device that sent messages meanwhile can be discarded, one that another user
 * changed cannot.
 */
const rejectOne = ({ id, version }: Unregistered): Promise<Error | null> =>
  call(unregisteredDevices.remove, { params: { id }, query: { version: String(version) } }).then(
    () => null,
    (failure: Error) => failure,
  );

/** Discards several devices with their quarantined frames, one after the other. */
export function BulkRejection({ items, onClose, onDone }: BulkRejectionProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const reject = useMutation({
    mutationFn: async () => {
      const failures: Error[] = [];
      for (const item of items) {
        const failure = await rejectOne(item);
        if (failure !== null) failures.push(failure);
      }
      await invalidateAll();
      return failures;
    },
    onSuccess: (failures) => {
      if (failures.length > 0) return;
      enqueueSnackbar(t('device.rejection.done', { count: items.length }), { variant: 'success' });
      onDone();
    },
  });
  const waiting = items.reduce((sum, { waiting_count }) => sum + Number(waiting_count), 0);
  const [failed, ...more] = reject.data ?? [];
  if (failed !== undefined) {
    return (
      <AlertDialog open title={t('device.rejection.title')} onClose={onDone}>
        <FailureAlert error={failed} text={t('device.rejection.failed', { count: more.length + 1 })} />
      </AlertDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('device.rejection.title')}
      action={t('device.rejection.action')}
      destroys
      isPending={reject.isPending}
      onConfirm={() => reject.mutate()}
      onClose={onClose}
    >
      <p>{t('device.rejection.text', { count: items.length, waiting })}</p>
    </ConfirmDialog>
  );
}
