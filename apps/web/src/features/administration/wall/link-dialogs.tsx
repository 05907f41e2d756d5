import { endWallDisplay, renewWallToken } from '@airdeck/contract/wall-display/routes';
import type { MadeWallDisplay, WallDisplay } from '@airdeck/contract/wall-display/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';
import styles from '../secret/secret.module.css';

interface DialogProps {
  item: WallDisplay;
  onClose: () => void;
}

/** The token follows the #, which browsers neither send to servers nor log. */
const addressOf = (token: string): string => `${window.location.origin}/wall#${token}`;

/** A display's link, shown this once. It is closed by a decision only. */
function LinkDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation();
  const address = addressOf(token);
  const actions = (
    <>
      <Button component="a" href={address} target="_blank" rel="noopener noreferrer">
        {t('wall.link.open')}
      </Button>
      <Button variant="contained" onClick={onClose}>
        {t('wall.link.kept')}
      </Button>
    </>
  );
  return (
    <Dialog open title={`${t('wall.link.title')}: ${name}`} onClose={onClose} actions={actions} width="md" alert>
      <Alert severity="warning">{t('wall.link.once')}</Alert>
      <p className={styles.note}>{t('wall.link.how')}</p>
      <CopyBox label={t('wall.link.label')} text={address} />
    </Dialog>
  );
}

/** The link of a display that was just made. */
export function MadeLink({ item, onClose }: DialogProps & { item: MadeWallDisplay }) {
  return <LinkDialog name={item.name} token={item.token} onClose={onClose} />;
}

/** A display gets a new link; the old one ends. */
export function RenewLink({ item, onClose }: DialogProps) {
  const renewal = useMutation({
    mutationFn: () => call(renewWallToken, { params: { id: item.id } }),
    onSuccess: invalidateAll,
  });
  const name = item.name;
  if (renewal.data) return <LinkDialog name={name} token={renewal.data.token} onClose={onClose} />;
  return <Question kind="renew" name={name} action={renewal} onClose={onClose} />;
}

export function EndLink({ item, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const name = item.name;
  const ending = useMutation({
    mutationFn: () => call(endWallDisplay, { params: { id: item.id } }),
    onSuccess: async () => {
      await invalidateAll();
      enqueueSnackbar(t('wall.link.ended', { name }), { variant: 'success' });
      onClose();
    },
  });
  return <Question kind="end" name={name} action={ending} onClose={onClose} />;
}

interface QuestionProps {
  kind: 'renew' | 'end';
  name: string;
  action: { mutate: () => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks before a link ends. */
function Question({ kind, name, action, onClose }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(`wall.link.${kind}Title`)}
      action={t(`wall.link.${kind}`)}
      destroys
      isPending={action.isPending}
      error={action.error}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      <p>{t(`wall.link.${kind}Text`, { name })}</p>
    </ConfirmDialog>
  );
}
