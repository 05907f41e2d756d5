import { renewStreamSecret, testAuditStream } from '@airdeck/contract/audit-stream/routes';
import type { AddedAuditStream, AuditStream } from '@airdeck/contract/audit-stream/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';
import { sendErrorText } from '../notifications/send-error.ts';
import styles from '../secret/secret.module.css';

interface DialogProps {
  item: AuditStream;
  onClose: () => void;
}

/** The secret of a stream, shown this once. It is closed by a decision only. */
function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  const close = (
    <Button variant="contained" onClick={onClose}>
      {t('admin.auditStream.kept')}
    </Button>
  );
  return (
    <Dialog
      open
      title={`${t('admin.auditStream.secretTitle')}: ${name}`}
      onClose={onClose}
      actions={close}
      width="md"
      alert
      mustAnswer
    >
      <Alert severity="warning">{t('admin.auditStream.once')}</Alert>
      <p className={styles.note}>{t('admin.auditStream.how')}</p>
      <CopyBox label={t('admin.auditStream.secret')} text={secret} />
    </Dialog>
  );
}

/** The secret of a stream that was just added. */
export function AddedStream({ item, onClose }: DialogProps & { item: AddedAuditStream }) {
  return <SecretDialog name={item.name} secret={item.secret} onClose={onClose} />;
}

/** A stream gets a new secret. */
export function RenewStreamSecret({ item: { id, name }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const renewal = useMutation({ mutationFn: () => call(renewStreamSecret, { params: { id } }) });
  if (renewal.data) return <SecretDialog name={name} secret={renewal.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('admin.auditStream.renewTitle')}
      action={t('admin.auditStream.renew')}
      destroys
      isPending={renewal.isPending}
      error={renewal.error}
      onConfirm={() => renewal.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.auditStream.renewText', { name })}</p>
    </ConfirmDialog>
  );
}

/** Sends a test message to the saved address. */
export function TestStream({ item: { id, name }, onClose }: DialogProps) {
  const { t } = useTranslation();
  const test = useMutation({
    mutationFn: () => call(testAuditStream, { params: { id } }),
    onSuccess: invalidateAll,
  });
  return (
    <ConfirmDialog
      title={t('admin.auditStream.test')}
      action={t('admin.auditStream.test')}
      isPending={test.isPending}
      error={test.error}
      onConfirm={() => test.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.auditStream.testText', { name })}</p>
      {test.data === undefined ? null : (
        <Alert severity={test.data.error === null ? 'success' : 'error'}>
          {test.data.error === null ? t('admin.auditStream.sent') : sendErrorText(t, test.data.error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
