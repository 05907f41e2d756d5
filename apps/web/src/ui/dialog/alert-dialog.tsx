import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

interface AlertDialogProps {
  open: boolean;
  title: string;
  children: React.ReactNode;
  onClose: () => void;
}

/** Something went wrong that must not be missed. OK has the focus. */
export function AlertDialog({ open, title, children, onClose }: AlertDialogProps) {
  const { t } = useTranslation();
  const ok = (
    <Button variant="contained" onClick={onClose} autoFocus>
      {t('button.ok')}
    </Button>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} actions={ok} width="xs" alert>
      {children}
    </Dialog>
  );
}
