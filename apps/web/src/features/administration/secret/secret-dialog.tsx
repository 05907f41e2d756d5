import type { DeviceCredential } from '@airdeck/contract/device/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { publishCommand } from './device-command.ts';
import styles from './secret.module.css';

interface SecretDialogProps {
  /** The meter's name. */
  name: string;
  credential: DeviceCredential;
  /** The effect on the device. */
  note?: string | undefined;
  onClose: () => void;
}

/** A device's secret, shown this once, with a command that tries it. It is closed by a decision only. */
export function SecretDialog({ name, credential, note, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('device.secret.kept')}
    </Button>
  );
  return (
    <Dialog
      open
      title={`${t('device.secret.title')}: ${name}`}
      onClose={onClose}
      actions={close}
      width="md"
      alert
      mustAnswer
    >
      <Alert severity="warning">{t('device.secret.once')}</Alert>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <dl className={styles.secret}>
        <dt>{t('device.secret.username')}</dt>
        <dd>
          <CopyBox label={t('device.secret.username')} text={credential.username} />
        </dd>
        <dt>{t('device.secret.secret')}</dt>
        <dd>
          <CopyBox label={t('device.secret.secret')} text={credential.secret} />
        </dd>
        <dt>{t('device.secret.try')}</dt>
        <dd>
          <p>{t('device.secret.tryText')}</p>
          <CopyBox label={t('device.secret.try')} text={publishCommand(credential, window.location.hostname)} />
        </dd>
      </dl>
    </Dialog>
  );
}
