import {
  getPublicPageSetting,
  type PublicPageSetting,
  renewPublicPage,
  setPublicPage,
} from '@airdeck/contract/public-page/routes';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { queriesOfRoute, routeQuery } from '../../../lib/api/route-query.ts';
import { CopyBox } from '../../../ui/copy-box.tsx';
import { CancelButton, ConfirmDialog, Dialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { ActionDialogProps } from '../model/definition.ts';
import styles from '../secret/secret.module.css';
import { HiddenMeters, type MeterChanges } from './hidden-meters.tsx';

type Change = 'on' | 'end' | 'renew' | 'meters';
const SAID = {
  on: 'turnedOn',
  end: 'ended',
  renew: 'renewed',
  meters: 'metersSaved',
} as const satisfies Record<Change, string>;

const addressOf = (slug: string): string => `${window.location.origin}/public/${slug}`;

/** Changes the public page of an organization, and says so. */
function useChange(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const params = { id };
  return useMutation<PublicPageSetting, Error, { change: Change; meters?: MeterChanges }>({
    mutationFn: ({ change, meters }) =>
      change === 'renew'
        ? call(renewPublicPage, { params })
        : call(setPublicPage, { params, body: meters ?? { public_page: change === 'on' ? 'Y' : 'N' } }),
    onSuccess: async (_, { change }) => {
      await client.invalidateQueries(queriesOfRoute(getPublicPageSetting, { params }));
      enqueueSnackbar(t(`publicPage.setting.${SAID[change]}`), { variant: 'success' });
    },
  });
}

/** Whether anyone may see the present values of an organization, and at which address. */
export function PublicPageDialog({ item, may, onClose }: ActionDialogProps) {
  const { t } = useTranslation();
  const params = { id: Number(item.id) };
  const { data, error, refetch } = useQuery({ ...routeQuery(getPublicPageSetting, { params }), staleTime: 0 });
  const change = useChange(params.id);
  const [asked, setAsked] = useState<'end' | 'renew' | null>(null);
  const slug = data?.slug ?? null;
  const actions = (
    <>
      <CancelButton>{t('button.close')}</CancelButton>
      {may.edit && data !== undefined && slug === null ? (
        <Button variant="contained" loading={change.isPending} onClick={() => change.mutate({ change: 'on' })}>
          {t('publicPage.setting.on')}
        </Button>
      ) : null}
      {may.edit && slug !== null ? (
        <>
          <Button color="error" onClick={() => setAsked('end')}>
            {t('publicPage.setting.end')}
          </Button>
          <Button onClick={() => setAsked('renew')}>{t('publicPage.setting.renew')}</Button>
        </>
      ) : null}
    </>
  );
  return (
    <Dialog open title={t('publicPage.setting.action')} onClose={onClose} actions={actions} width="md">
      {data === undefined && error === null ? <p>{t('common.loading')}</p> : null}
      {data === undefined && error !== null ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {asked === null ? <FailureAlert error={change.error} /> : null}
      {data !== undefined && slug === null ? <Alert severity="info">{t('publicPage.setting.off')}</Alert> : null}
      {slug === null ? null : (
        <>
          <CopyBox label={t('publicPage.setting.label')} text={addressOf(slug)} />
          <Button component="a" href={addressOf(slug)} target="_blank" rel="noopener noreferrer">
            {t('publicPage.setting.open')}
          </Button>
        </>
      )}
      {data === undefined ? null : (
        <div className={styles.note}>
          <HiddenMeters
            key={data.hidden_meters.join()}
            organizationId={params.id}
            hidden={data.hidden_meters}
            mayEdit={may.edit}
            isPending={change.isPending}
            onSave={(meters) => change.mutate({ change: 'meters', meters })}
          />
        </div>
      )}
      <p className={styles.note}>{t('publicPage.setting.text')}</p>
      <p className={styles.note}>{t('publicPage.setting.law')}</p>
      {asked === null ? null : (
        <ConfirmDialog
          title={t(`publicPage.setting.${asked}Title`)}
          action={t(`publicPage.setting.${asked}`)}
          destroys
          isPending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ change: asked }, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        >
          <p>{t(`publicPage.setting.${asked}Text`)}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
