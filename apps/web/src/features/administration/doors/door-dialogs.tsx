import { renewDoorSecret } from '@airdeck/contract/door/routes';
import type { Door, DoorCredential } from '@airdeck/contract/door/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';
import { DoorSettings } from './door-settings.tsx';

interface SecretProps {
  door: Pick<Door, 'name' | 'filters'>;
  credential: DoorCredential;
  onClose: () => void;
}

/** The settings of a data source with its secret, shown this once. */
function DoorSecretDialog({ door, credential, onClose }: SecretProps) {
  const { t } = useTranslation();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('device.secret.kept')}
    </Button>
  );
  return (
    <Dialog open title={door.name} onClose={onClose} actions={close} width="md" alert mustAnswer>
      <Alert severity="warning">{t('connect.door.once')}</Alert>
      <DoorSettings credential={credential} filters={door.filters} />
    </Dialog>
  );
}

interface AddedProps {
  item: Door & { credential: DoorCredential | null };
  onClose: () => void;
}

/** A new data source; one at a local server has no secret. */
export function AddedDoor({ item, onClose }: AddedProps) {
  const { credential } = item;
  const hasSecret = credential !== null;
  useEffect(() => {
    if (!hasSecret) onClose();
  }, [hasSecret, onClose]);
  return credential === null ? null : <DoorSecretDialog door={item} credential={credential} onClose={onClose} />;
}

/** A data source gets another token or password. */
export function RenewDoorSecret({ item, onClose }: { item: Door; onClose: () => void }) {
  const { t } = useTranslation();
  const renew = useMutation({
    mutationFn: async () => {
      const { credential } = await call(renewDoorSecret, { params: { id: item.id } });
      await invalidateAll();
      return credential;
    },
  });
  if (renew.data !== undefined) return <DoorSecretDialog door={item} credential={renew.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('device.secret.renewTitle')}
      action={t('device.secret.renew')}
      destroys
      isPending={renew.isPending}
      error={renew.error}
      onConfirm={() => renew.mutate()}
      onClose={onClose}
    >
      <p>{t('device.secret.renewText', { name: item.name })}</p>
    </ConfirmDialog>
  );
}
