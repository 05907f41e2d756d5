import { endHandOver, reopenHandOver } from '@airdeck/contract/device/routes';
import type { Meter } from '@airdeck/contract/device/schema';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';

interface HandOverProps {
  item: Pick<Meter, 'id' | 'name'>;
  onClose: () => void;
}

/** After a registration: the device receives its secret itself. */
export function HandOverNote({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('button.close')}
    </Button>
  );
  return (
    <Dialog open title={t('device.registration.title')} onClose={onClose} actions={close} width="xs" alert>
      <p>{t('device.handOver.opened', { name })}</p>
    </Dialog>
  );
}

/** The device may receive a secret again over the connection that it has now. */
export function ReopenHandOver(props: HandOverProps) {
  return <HandOverDialog {...props} route={reopenHandOver} phrase="reopen" />;
}

/** The device may no longer connect with the enrolment secret. */
export function EndHandOver(props: HandOverProps) {
  return <HandOverDialog {...props} route={endHandOver} phrase="end" />;
}

interface HandOverDialogProps extends HandOverProps {
  route: typeof reopenHandOver | typeof endHandOver;
  phrase: 'reopen' | 'end';
}

function HandOverDialog({ item: { id, name }, route, phrase, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: async () => {
      await call(route, { params: { id } });
      await invalidateAll();
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={t(`device.handOver.${phrase}.action`)}
      action={t(`device.handOver.${phrase}.confirm`)}
      destroys={phrase === 'end'}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{t(`device.handOver.${phrase}.text`, { name })}</p>
    </ConfirmDialog>
  );
}
