import { unregisteredDevices } from '@airdeck/contract/device/unregistered';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { forgetRead } from '../model/api.ts';
import type { Item } from '../model/definition.ts';

interface BulkRejectionProps {
  items: readonly Item[];
  onClose: () => void;
  onDone: () => void;
}

/** Whether it could be thrown away; one that spoke meanwhile can, one that somebody else changed cannot. */
const rejectOne = ({ id, version }: Item): Promise<boolean> =>
  call(unregisteredDevices.remove, { params: { id }, query: { version: String(version) } }).then(
    () => true,
    () => false,
  );

/** Throws several devices away with what waits of them, one after the other. */
export function BulkRejection({ items, onClose, onDone }: BulkRejectionProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const reject = useMutation({
    mutationFn: async () => {
      let failed = 0;
      for (const item of items) if (!(await rejectOne(item))) failed++;
      await forgetRead();
      return failed;
    },
    onSuccess: (failed) => {
      if (failed > 0) return;
      enqueueSnackbar(t('device.rejection.done', { count: items.length }), { variant: 'success' });
      onDone();
    },
  });
  const waiting = items.reduce((sum, { waiting_count }) => sum + Number(waiting_count), 0);
  const failed = reject.data ?? 0;
  const actions =
    failed > 0 ? (
      <Button variant="contained" onClick={onDone}>
        {t('button.ok')}
      </Button>
    ) : (
      <>
        <Button onClick={onClose} disabled={reject.isPending} autoFocus>
          {t('button.cancel')}
        </Button>
        <Button color="error" variant="contained" loading={reject.isPending} onClick={() => reject.mutate()}>
          {t('device.rejection.action')}
        </Button>
      </>
    );
  return (
    <Dialog
      open
      title={t('device.rejection.title')}
      onClose={failed > 0 ? onDone : onClose}
      actions={actions}
      width="xs"
      alert
    >
      {failed > 0 ? <Alert severity="error">{t('device.rejection.failed', { count: failed })}</Alert> : null}
      <p>{t('device.rejection.text', { count: items.length, waiting })}</p>
    </Dialog>
  );
}
