import { type Gateway, renewGatewaySecret } from '@airdeck/contract/device/gateway';
import { renewEnrolment, renewSecret } from '@airdeck/contract/device/routes';
import type { DeviceCredential } from '@airdeck/contract/device/schema';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface SecretProps {
  item: { id: number; name: string };
  onClose: () => void;
}

/** The secret of a meter that was just added. */
export function AddedMeter({ item, onClose }: SecretProps & { item: { credential: DeviceCredential } }) {
  return <SecretDialog name={item.name} credential={item.credential} onClose={onClose} />;
}

/** A meter's device gets a new secret. */
export function RenewSecret({ item, onClose }: SecretProps) {
  const { t } = useTranslation();
  const name = item.name;
  return (
    <RenewDialog
      name={name}
      text={t('device.secret.renewText', { name })}
      renew={async () => (await call(renewSecret, { params: { id: item.id } })).credential}
      onClose={onClose}
    />
  );
}

/** The secret of a gateway that was just added. */
export function AddedGateway({ item, onClose }: GatewayProps & { item: { credential: DeviceCredential } }) {
  return <SecretDialog name={item.code} credential={item.credential} onClose={onClose} />;
}

interface GatewayProps {
  item: Pick<Gateway, 'id' | 'code'>;
  onClose: () => void;
}

/** A gateway gets a new secret. */
export function RenewGatewaySecret({ item: { id, code }, onClose }: GatewayProps) {
  const { t } = useTranslation();
  return (
    <RenewDialog
      name={code}
      text={t('device.secret.renewText', { name: code })}
      renew={async () => {
        const { credential } = await call(renewGatewaySecret, { params: { id } });
        await invalidateAll();
        return credential;
      }}
      onClose={onClose}
    />
  );
}

/** Placeholder of a device code in the example of an enrolment. */
const ANY_CODE = 'NEW-1';

/** An organization gets a new secret for unregistered devices. */
export function RenewEnrolment({ item, onClose }: SecretProps) {
  const { t } = useTranslation();
  const name = item.name;
  const renew = async () => {
    const { credential } = await call(renewEnrolment, { params: { id: item.id } });
    return { ...credential, username: `${credential.username.split(':')[0]}:${ANY_CODE}` };
  };
  return (
    <RenewDialog
      name={name}
      text={t('device.secret.enrolmentText', { name })}
      note={t('device.secret.enrolmentNote', { code: ANY_CODE })}
      renew={renew}
      onClose={onClose}
    />
  );
}

interface RenewDialogProps {
  name: string;
  /** Says which connections the renewal ends. */
  text: string;
  note?: string;
  renew: () => Promise<DeviceCredential>;
  onClose: () => void;
}

/** Asks before the old secret ends, and shows the new one. */
function RenewDialog({ name, text, note, renew, onClose }: RenewDialogProps) {
  const { t } = useTranslation();
  const renewal = useMutation({ mutationFn: renew });
  if (renewal.data !== undefined) {
    return <SecretDialog name={name} credential={renewal.data} note={note} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={t('device.secret.renewTitle')}
      action={t('device.secret.renew')}
      destroys
      isPending={renewal.isPending}
      error={renewal.error}
      onConfirm={() => renewal.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
