import Button from '@mui/material/Button';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countUnsaved } from '../../lib/session/unsaved.ts';
import { FailureAlert } from '../state/failure-alert.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called by Escape, a click beside it, its close button and CancelButton: after asking, where input would be lost. */
  onClose: () => void;
  children: React.ReactNode;
  /** Buttons along the bottom. */
  actions?: React.ReactNode;
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Whether the message must not be missed. */
  alert?: boolean;
  /** Whether one of `actions` must be pressed: there is no other way out. */
  mustAnswer?: boolean;
}

const CloseContext = createContext<() => void>(() => undefined);

/** The console's one dialog. */
export function Dialog({ onClose, children, mustAnswer = false, ...frame }: DialogProps) {
  const { open } = frame;
  const unsavedBefore = useRef(0);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Input behind this dialog is no reason to ask: it is still there afterwards.
    if (open) unsavedBefore.current = countUnsaved();
  }, [open]);
  const close = () => (countUnsaved() > unsavedBefore.current ? setLeaving(true) : onClose());
  const leave = () => {
    setLeaving(false);
    onClose();
  };
  return (
    <CloseContext value={close}>
      <DialogFrame {...frame} onDismiss={mustAnswer ? null : close}>
        {children}
        {leaving && open ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} /> : null}
      </DialogFrame>
    </CloseContext>
  );
}

/** For `actions` of a dialog with a form: a way out that asks before input is lost, as Escape does. */
export function CancelButton({ children }: { children: React.ReactNode }) {
  const close = useContext(CloseContext);
  return <Button onClick={close}>{children}</Button>;
}

interface AlertDialogProps {
  open: boolean;
  title: string;
  children: React.ReactNode;
  onClose: () => void;
  /** Whether only OK closes it. */
  mustAnswer?: boolean;
}

/** Something that must not be missed. OK has the focus. */
export function AlertDialog({ children, ...dialog }: AlertDialogProps) {
  const { t } = useTranslation();
  const ok = (
    <Button variant="contained" onClick={dialog.onClose} autoFocus>
      {t('button.ok')}
    </Button>
  );
  return (
    <Dialog {...dialog} actions={ok} width="xs" alert>
      {children}
    </Dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  children?: React.ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** Whether something is lost by it: Cancel has the focus then. */
  destroys?: boolean;
  /** Whether the action is disabled at present. */
  disabled?: boolean;
  isPending?: boolean;
  width?: 'xs' | 'sm';
  /** Why it was not done. */
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action. The button of the action has the focus, because the user has just requested it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, onConfirm, onClose } = props;
  const { destroys = false, disabled = false, isPending = false, error = null, width = 'xs' } = props;
  const { t } = useTranslation();
  const actions = (
    <>
      <Button onClick={onClose} autoFocus={destroys}>
        {t('button.cancel')}
      </Button>
      <Button
        variant="contained"
        color={destroys ? 'error' : 'primary'}
        disabled={disabled}
        loading={isPending}
        onClick={onConfirm}
        autoFocus={!destroys}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} width={width} alert>
      <FailureAlert error={error} />
      {children}
    </Dialog>
  );
}
