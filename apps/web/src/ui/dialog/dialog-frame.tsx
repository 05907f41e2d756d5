import MuiDialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Paper, { type PaperProps } from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, useContext, useId } from 'react';
import Draggable from 'react-draggable';
import { useTranslation } from 'react-i18next';
import { pressFirst } from '../form/press-first.ts';
import { Icon } from '../icon.tsx';
import { PHONE } from '../theme/tokens.ts';
import styles from './dialog.module.css';
import { type DialogMove, useDialogMove } from './use-dialog-move.ts';

interface DialogFrameProps {
  open: boolean;
  title: string;
  /** Called by Escape, a click beside it, and its close button; null where only its own buttons end it. */
  onDismiss: (() => void) | null;
  children: React.ReactNode;
  /** Buttons along the bottom. */
  actions?: React.ReactNode;
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Whether the message must not be missed. */
  alert?: boolean;
}

const HANDLE = styles.handle ?? 'handle';
const CLOSE = styles.close ?? 'close';

const MoveContext = createContext<Pick<DialogMove, 'onKeyDown' | 'recentre'> | null>(null);

/** The paper of a dialog, which moves inside the window: dragged by its header, or by keys. */
function MovablePaper(props: PaperProps) {
  const { paper, position, onDrag, ...move } = useDialogMove();
  return (
    <MoveContext value={move}>
      <Draggable
        nodeRef={paper}
        handle={`.${HANDLE}`}
        cancel={`.${CLOSE}`}
        bounds="parent"
        position={position}
        onDrag={onDrag}
      >
        <Paper {...props} ref={paper} />
      </Draggable>
    </MoveContext>
  );
}

/** For keyboards: arrow keys move the dialog, Home and a press bring it back to the middle. */
function MoveButton() {
  const { t } = useTranslation();
  const move = useContext(MoveContext);
  if (move === null) return null;
  return (
    <IconButton
      className={styles.move ?? ''}
      aria-label={t('dialog.move')}
      title={t('dialog.move')}
      onKeyDown={move.onKeyDown}
      // A drag that begins here ends with a click too, which counts its presses.
      onClick={({ detail }) => (detail === 0 ? move.recentre() : undefined)}
    >
      <Icon name="grip" />
    </IconButton>
  );
}

/** The frame of every dialog. Keeps the focus inside and returns it; fills the screen on phones. */
export function DialogFrame({
  open,
  title,
  onDismiss,
  children,
  actions,
  width = 'sm',
  alert = false,
}: DialogFrameProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const bodyId = useId();
  const phone = useMediaQuery(PHONE);
  const onClose = (event: object) => {
    // The second click of a double click on the button that opened the dialog lands beside it.
    if (!('detail' in event) || Number(event.detail) < 2) onDismiss?.();
  };
  return (
    <MuiDialog
      open={open}
      // Only the topmost dialog handles the key.
      {...(onDismiss === null ? {} : { onClose })}
      role={alert ? 'alertdialog' : 'dialog'}
      fullScreen={phone && !alert}
      fullWidth
      maxWidth={width}
      aria-labelledby={titleId}
      // A question is read with its title; a form is not.
      {...(alert ? { 'aria-describedby': bodyId } : {})}
      {...(phone ? {} : { PaperComponent: MovablePaper })}
    >
      <header className={`${styles.header} ${phone ? '' : HANDLE}`}>
        <h2 id={titleId}>{title}</h2>
        <MoveButton />
        {onDismiss === null ? null : (
          <IconButton className={CLOSE} aria-label={t('button.close')} onClick={onDismiss} {...pressFirst}>
            <Icon name="close" />
          </IconButton>
        )}
      </header>
      <div id={bodyId} className={styles.body}>
        {children}
      </div>
      {actions === undefined ? null : (
        <div className={styles.actions} {...pressFirst}>
          {actions}
        </div>
      )}
    </MuiDialog>
  );
}
