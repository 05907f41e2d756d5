import { resetUser, unlockUser } from '@airdeck/contract/user/routes';
import type { ManagedUser, PasswordLink } from '@airdeck/contract/user/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { useCopy } from '../../../ui/copy-box.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { invalidateAll } from '../model/api.ts';
import type { ActionDialogProps } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { nameOf } from './places.ts';

/** Asks before a user's password ends, and then shows the link to another. */
export function ResetDialog({ item, onClose }: ActionDialogProps<ManagedUser>) {
  const reset = useMutation({
    mutationFn: () => call(resetUser, { params: { id: item.id } }),
    onSuccess: invalidateAll,
  });
  if (reset.data) return <LinkDialog name={nameOf(item)} link={reset.data} onClose={onClose} />;
  return <Question kind="reset" item={item} action={reset} onClose={onClose} />;
}

export function UnlockDialog({ item, onClose }: ActionDialogProps<ManagedUser>) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const unlock = useMutation({
    mutationFn: () => call(unlockUser, { params: { id: item.id } }),
    onSuccess: async () => {
      await invalidateAll();
      enqueueSnackbar(t('admin.user.unlock.done', { name: nameOf(item) }), { variant: 'success' });
      onClose();
    },
  });
  return <Question kind="unlock" item={item} action={unlock} onClose={onClose} />;
}

interface QuestionProps extends Pick<ActionDialogProps<ManagedUser>, 'item' | 'onClose'> {
  kind: 'reset' | 'unlock';
  action: { mutate: () => void; isPending: boolean; error: Error | null };
}

function Question({ kind, item, action, onClose }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(`admin.user.${kind}.title`)}
      action={t(`admin.user.${kind}.confirm`)}
      destroys={kind === 'reset'}
      isPending={action.isPending}
      error={action.error}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      <p>{t(`admin.user.${kind}.text`, { name: nameOf(item) })}</p>
    </ConfirmDialog>
  );
}

interface LinkDialogProps {
  /** Name of the user of the link. */
  name: string;
  link: PasswordLink;
  onClose: () => void;
}

/** A one-time link, which is not shown again once this is closed. */
export function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { box, copy } = useCopy<HTMLInputElement>();
  const address = `${window.location.origin}/reset?token=${link.token}`;
  const buttons = (
    <>
      <Button onClick={onClose}>{t('button.close')}</Button>
      <Button
        variant="contained"
        startIcon={<Icon name="copy" size={18} />}
        onClick={() => void copy(address)}
        autoFocus
      >
        {t('button.copy')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('admin.user.link.title')} onClose={onClose} actions={buttons} mustAnswer>
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
