import { endAlias, getCodes, type OrganizationCodes } from '@airdeck/contract/place/codes';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { CancelButton, ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { ActionDialogProps } from '../model/definition.ts';
import styles from './codes.module.css';

type Alias = OrganizationCodes['aliases'][number];

/** The former codes of an organization, each with the devices that still use it. */
export function AliasesDialog({ item, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const [ending, setEnding] = useState<Alias | null>(null);
  const params = { id: Number(item.id) };
  const { data, error, refetch } = useQuery({ ...routeQuery(getCodes, { params }), staleTime: 0 });
  return (
    <Dialog
      open
      title={t('admin.codes.action')}
      onClose={onClose}
      actions={<CancelButton>{t('button.close')}</CancelButton>}
    >
      {data === undefined && error === null ? <p>{t('common.loading')}</p> : null}
      {data === undefined && error !== null ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : <p>{t(data.aliases.length === 0 ? 'admin.codes.none' : 'admin.codes.list')}</p>}
      <ul className={styles.aliases}>
        {(data?.aliases ?? []).map((alias) => (
          <li key={alias.code}>
            <strong>{alias.code}</strong>
            <span>{t('admin.codes.used', { count: alias.device_count })}</span>
            <Button
              color="error"
              size="small"
              aria-label={t('admin.codes.endTitle', { code: alias.code })}
              onClick={() => setEnding(alias)}
            >
              {t('admin.codes.end')}
            </Button>
          </li>
        ))}
      </ul>
      {ending === null ? null : <EndAlias params={params} alias={ending} onClose={() => setEnding(null)} />}
    </Dialog>
  );
}

function EndAlias({ params, alias, onClose }: { params: { id: number }; alias: Alias; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const { code, device_count: count } = alias;
  const end = useMutation({
    mutationFn: () => call(endAlias, { params: { ...params, code } }),
    onSuccess: () => {
      void client.invalidateQueries(queriesOfRoute(getCodes, { params }));
      enqueueSnackbar(t('admin.codes.ended', { code }), { variant: 'success' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('admin.codes.endTitle', { code })}
      action={t('admin.codes.end')}
      destroys
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>{t('admin.codes.used', { count })}</p>
      <p>{t('admin.codes.endText')}</p>
    </ConfirmDialog>
  );
}
