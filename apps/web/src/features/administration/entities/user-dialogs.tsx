import { resetUser, unlockUser } from '@airdeck/contract/user/routes';
import type { ManagedUser, PasswordLink } from '@airdeck/contract/user/schema';
import { resetSecondFactor } from '@airdeck/contract/user/second-factor';
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
  const unlock = useSimpleAction(unlockUser, 'unlock', { item, onClose });
  return <Question kind="unlock" item={item} action={unlock} onClose={onClose} />;
}

/** Sends a request without an answer, and says that it is done. */
function useSimpleAction(
  route: typeof unlockUser | typeof resetSecondFactor,
  kind: 'unlock' | 'secondFactor',
  { item, onClose }: Pick<ActionDialogProps<ManagedUser>, 'item' | 'onClose'>,
) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  return useMutation({
    mutationFn: () => call(route, { params: { id: item.id } }),
    onSuccess: async () => {
      await invalidateAll();
      enqueueSnackbar(t(`admin.user.${kind}.done`, { name: nameOf(item) }), { variant: 'success' });
      onClose();
    },
  });
}

/** Asks before a user's authenticator and recovery codes are removed. */
export function SecondFactorDialog({ item, onClose }: ActionDialogProps<ManagedUser>) {
  const reset = useSimpleAction(resetSecondFactor, 'secondFactor', { item, onClose });
  return <Question kind="secondFactor" item={item} action={reset} onClose={onClose} />;
}

interface QuestionProps extends Pick<ActionDialogProps<ManagedUser>, 'item' | 'onClose'> {
  kind: 'reset' | 'unlock' | 'secondFactor';
  action: { mutate: () => void; isPending: boolean; error: Error | null };
}

function Question({ kind, item, action, onClose }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(`admin.user.${kind}.title`)}
      action={t(`admin.user.${kind}.confirm`)}
      destroys={kind !== 'unlock'}
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
  /** Address of a mail with the link that is on its way; null: none. */
  mailedTo?: string | null;
  onClose: () => void;
}

/** A one-time link, which is not shown again once this is closed. */
export function LinkDialog({ name, link, mailedTo = null, onClose }: LinkDialogProps) {
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
      <p>
        {mailedTo === null
          ? t('admin.user.link.text', { name })
          : t('admin.user.link.mailed', { name, address: mailedTo })}
      </p>
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
