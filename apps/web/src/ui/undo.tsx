import Button from '@mui/material/Button';
import { type SnackbarKey, useSnackbar } from 'notistack';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureMessage } from './state/failure-alert.tsx';

interface Undoable {
  /** The action, as a sentence. */
  text: string;
  /** The inverse call. */
  undo: () => Promise<unknown>;
  /** The message on success. */
  undone?: string;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The button of a message. Ctrl+Z does the same while the message is shown. */
function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      event.preventDefault();
      onUndo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onUndo]);
  return (
    <Button color="inherit" aria-keyshortcuts="Control+Z" title="Ctrl+Z" onClick={onUndo}>
      {t('screen.undo')}
    </Button>
  );
}

/** Shows the action, and undoes it on request while the message is shown; a failure is shown too. */
export function useUndo(): (undoable: Undoable) => void {
  const { t } = useTranslation();
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const tellFailure = useFailureMessage();
  return useCallback(
    ({ text, undo, undone }) => {
      let isTaken = false;
      const takeBack = async (key: SnackbarKey): Promise<void> => {
        if (isTaken) return;
        isTaken = true;
        closeSnackbar(key);
        try {
          await undo();
          enqueueSnackbar(undone ?? t('screen.undone'), { variant: 'success' });
        } catch (failure) {
          tellFailure(failure);
        }
      };
      enqueueSnackbar(text, { action: (key) => <UndoButton onUndo={() => void takeBack(key)} /> });
    },
    [t, enqueueSnackbar, closeSnackbar, tellFailure],
  );
}
