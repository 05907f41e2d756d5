import Button from '@mui/material/Button';
import MuiDialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Paper, { type PaperProps } from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useRef } from 'react';
import Draggable from 'react-draggable';
import { useTranslation } from 'react-i18next';
import { pressFirst } from '../form/press-first.ts';
import { Icon } from '../icon.tsx';
import { PHONE } from '../theme/tokens.ts';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called by the close button. Escape and a click beside the dialog do nothing. */
  onClose: () => void;
  children: React.ReactNode;
  /** Buttons along the bottom. */
  actions?: React.ReactNode;
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Whether the message must not be missed. */
  alert?: boolean;
}

const HANDLE = styles.handle ?? 'handle';

/** The paper of a dialog, dragged by its header and never out of the window. */
function DraggablePaper(props: PaperProps) {
  const node = useRef<HTMLDivElement>(null);
  return (
    <Draggable nodeRef={node} handle={`.${HANDLE}`} cancel="button" bounds="parent">
      <Paper {...props} ref={node} />
    </Draggable>
  );
}

/** The console's one dialog: focus is kept inside and comes back; on phones it fills the screen. */
export function Dialog({ open, title, onClose, children, actions, width = 'sm', alert = false }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery(PHONE);
  return (
    <MuiDialog
      open={open}
      role={alert ? 'alertdialog' : 'dialog'}
      fullScreen={phone && !alert}
      fullWidth
      maxWidth={width}
      aria-labelledby={titleId}
      {...(phone ? {} : { PaperComponent: DraggablePaper })}
    >
      <header className={`${styles.header} ${phone ? '' : HANDLE}`} title={phone ? undefined : t('dialog.drag')}>
        <h2 id={titleId}>{title}</h2>
        <IconButton aria-label={t('button.close')} onClick={onClose} {...pressFirst}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {actions === undefined ? null : (
        <div className={styles.actions} {...pressFirst}>
          {actions}
        </div>
      )}
    </MuiDialog>
  );
}

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
