import { countPersonalData, erasePerson, exportPersonalData } from '@airdeck/contract/user/personal-data';
import type { ManagedUser } from '@airdeck/contract/user/schema';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from '../form/form.module.css';
import { invalidateAll } from '../model/api.ts';
import type { ActionDialogProps } from '../model/definition.ts';
import { useAdministrationSearch } from '../model/search.ts';
import { nameOf } from './places.ts';

/** Saves everything that is stored about a user as a file. */
export function PersonalDataDialog({ item, onClose }: ActionDialogProps<ManagedUser>) {
  const { t } = useTranslation();
  const name = nameOf(item);
  const save = useMutation({
    mutationFn: async () => {
      const data = await call(exportPersonalData, { params: { id: item.id } });
      const file = `${t('admin.user.personalData.file')}-${item.login}.json`;
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), file);
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={t('admin.user.personalData.action')}
      action={t('admin.user.personalData.save')}
      isPending={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.user.personalData.text', { name })}</p>
    </ConfirmDialog>
  );
}

/** Erases a user from all records, after their id was typed. */
export function ErasureDialog({ item, onClose }: ActionDialogProps<ManagedUser>) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [, change] = useAdministrationSearch();
  const [typed, setTyped] = useState('');
  const { id, login } = item;
  const { data, error, refetch } = useQuery({ ...routeQuery(countPersonalData, { params: { id } }), gcTime: 0 });
  const erase = useMutation({
    mutationFn: () => call(erasePerson, { params: { id }, body: { login } }),
    onSuccess: async ({ pseudonym }) => {
      enqueueSnackbar(t('admin.user.erasure.done', { pseudonym }), { variant: 'success' });
      onClose();
      change({ open: undefined });
      await invalidateAll();
    },
  });
  return (
    <ConfirmDialog
      title={t('admin.user.erasure.action')}
      action={t('admin.user.erasure.confirm')}
      destroys
      disabled={data === undefined || typed.trim() !== login}
      isPending={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.user.erasure.text', { name: nameOf(item) })}</p>
      {data === undefined && error === null ? <Skeleton variant="rounded" height={120} /> : null}
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <ul className={styles.taken}>
        {data?.counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <li key={kind}>{t('admin.removal.count', { name: t(`admin.user.erasure.kind.${kind}`), count })}</li>
          ))}
      </ul>
      <p>{t('admin.user.erasure.kept')}</p>
      <TextField
        fullWidth
        size="small"
        margin="normal"
        label={t('admin.removal.type', { name: login })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
    </ConfirmDialog>
  );
}
