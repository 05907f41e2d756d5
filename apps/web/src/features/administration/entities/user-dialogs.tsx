import { resetUser, unlockUser } from '@airdeck/contract/user/routes';
import type { PasswordLink } from '@airdeck/contract/user/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Item } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { nameOf } from './places.ts';

interface ActionDialogProps {
  item: Item;
  onClose: () => void;
}

/** Asks before a user's password ends, and then shows the link to another. */
export function ResetDialog({ item, onClose }: ActionDialogProps) {
  const reset = useAction(() => call(resetUser, { params: { id: item.id } }));
  if (reset.data) return <LinkDialog name={nameOf(item)} link={reset.data} onClose={onClose} />;
  return <Question kind="reset" item={item} action={reset} onClose={onClose} />;
}

export function UnlockDialog({ item, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const unlock = useAction(
    () => call(unlockUser, { params: { id: item.id } }),
    () => {
      enqueueSnackbar(t('admin.user.unlock.done', { name: nameOf(item) }), { variant: 'success' });
      onClose();
    },
  );
  return <Question kind="unlock" item={item} action={unlock} onClose={onClose} />;
}

/** What was read of users is old when something was done with one. */
function useAction<T>(run: () => Promise<T>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['administration'] });
      onDone?.();
    },
  });
}

interface QuestionProps extends ActionDialogProps {
  kind: 'reset' | 'unlock';
  action: { mutate: () => void; isPending: boolean; error: Error | null };
}

function Question({ kind, item, action, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const buttons = (
    <>
      <Button onClick={onClose} autoFocus>
        {t('button.cancel')}
      </Button>
      <Button variant="contained" loading={action.isPending} onClick={() => action.mutate()}>
        {t(`admin.user.${kind}.confirm`)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(`admin.user.${kind}.title`)} onClose={onClose} actions={buttons} width="xs" alert>
      {action.error === null ? null : <Alert severity="error">{action.error.message}</Alert>}
      <p>{t(`admin.user.${kind}.text`, { name: nameOf(item) })}</p>
    </Dialog>
  );
}

interface LinkDialogProps {
  /** Whose link it is. */
  name: string;
  link: PasswordLink;
  onClose: () => void;
}

/** A one-time link, which nobody sees again once this is closed. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { enqueueSnackbar } = useSnackbar();
  const box = useRef<HTMLInputElement>(null);
  const address = `${window.location.origin}/reset?token=${link.token}`;
  const copy = async () => {
    box.current?.select();
    // Plain HTTP has no clipboard: the text is selected then, ready for Ctrl+C.
    if (navigator.clipboard === undefined) return;
    await navigator.clipboard.writeText(address);
    enqueueSnackbar(t('info.copied'), { variant: 'success' });
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('button.close')}</Button>
      <Button variant="contained" startIcon={<Icon name="copy" size={18} />} onClick={() => void copy()} autoFocus>
        {t('button.copy')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('admin.user.link.title')} onClose={onClose} actions={buttons}>
      <p>{t('admin.user.link.text', { name })}</p>
      <TextField
        fullWidth
        multiline
        label={t('admin.user.link.label')}
        value={address}
        inputRef={box}
        helperText={t('admin.user.link.until', { until: texts.time(link.expires_time) })}
        sx={{ marginBlock: 2 }}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { overflowWrap: 'anywhere' } } }}
      />
      <Alert severity="warning">{t('admin.user.link.once')}</Alert>
    </Dialog>
  );
}
