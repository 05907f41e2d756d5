import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What happens when it is confirmed. */
  children: React.ReactNode;
  /** What the confirming button does, as a verb. */
  confirm: string;
  /** It takes something away. */
  danger?: boolean;
  /** Being done: nothing can be pressed. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is done. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, danger = false, busy = false, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  const actions = (
    <>
      <Button variant="outlined" onClick={onCancel} disabled={busy} autoFocus>
        {t('button.cancel')}
      </Button>
      <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={onConfirm} loading={busy}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onCancel} actions={actions} width="xs">
      {children}
    </Dialog>
  );
}
