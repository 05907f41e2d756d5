import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from './dialog-frame.tsx';

/** Unsaved input is lost by a decision only. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  const actions = (
    <>
      <Button onClick={onLeave}>{t('admin.leave.go')}</Button>
      <Button variant="contained" onClick={onStay} autoFocus>
        {t('admin.leave.stay')}
      </Button>
    </>
  );
  return (
    <DialogFrame open title={t('admin.leave.title')} onDismiss={onStay} actions={actions} width="xs" alert>
      {t('admin.leave.text')}
    </DialogFrame>
  );
}
