import { getCodes } from '@airdeck/contract/place/codes';
import type { Organization } from '@airdeck/contract/place/schema';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { ChangeList } from '../../../ui/dialog/change-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import formStyles from '../form/form.module.css';
import type { QuestionProps } from '../model/definition.ts';
import styles from './codes.module.css';

/** Asks before an organization gets another code: shows who uses the old one, and has the new one typed again. */
export function CodeQuestion({ item, values, changes, onConfirm, onClose }: QuestionProps<Organization>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { data, error } = useQuery({ ...routeQuery(getCodes, { params: { id: item.id } }), staleTime: 0 });
  const code = String(values.code);
  return (
    <ConfirmDialog
      title={t('admin.codes.title')}
      action={t('button.change')}
      destroys
      width="sm"
      disabled={data === undefined || typed.trim() !== code}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ChangeList changes={changes} />
      <p className={styles.uses}>{t('admin.codes.uses', { code: item.code })}</p>
      {data === undefined ? (
        <p>{t('common.loading')}</p>
      ) : (
        <ul className={formStyles.taken}>
          <li>{t('admin.codes.devices', { count: data.device_count })}</li>
          <li>{t('admin.codes.users', { count: data.user_count })}</li>
          <li>{t('admin.codes.localServers', { count: data.local_server_count })}</li>
        </ul>
      )}
      <p>{t('admin.codes.stays', { code: item.code })}</p>
      <TextField
        fullWidth
        size="small"
        margin="normal"
        label={t('admin.codes.type', { code })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: 'off', inputMode: 'numeric' } }}
      />
    </ConfirmDialog>
  );
}
