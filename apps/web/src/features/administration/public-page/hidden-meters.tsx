import { meters } from '@airdeck/contract/device/routes';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { MultiPicker, type PickOption } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import styles from '../secret/secret.module.css';

/** More than an organization has. */
const MOST = 10_000;

export interface MeterChanges {
  hide_meters: number[];
  show_meters: number[];
}

interface HiddenMetersProps {
  organizationId: number;
  hidden: readonly number[];
  mayEdit: boolean;
  isPending: boolean;
  onSave: (changes: MeterChanges) => void;
}

/** Chooses the meters that a public page does not show. */
export function HiddenMeters({ organizationId, hidden, mayEdit, isPending, onSave }: HiddenMetersProps) {
  const { t } = useTranslation();
  const query = { organizationId, use: 'Y', size: MOST } as const;
  const { data, error, refetch } = useQuery(routeQuery(meters.list, { query }));
  const [edited, setEdited] = useState<readonly number[] | null>(null);
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const options: PickOption[] = (data?.content ?? []).map(({ id, name, office_name, department_name }) => ({
    ...{ id, label: name, detail: `${office_name} › ${department_name}` },
  }));
  if (data !== undefined && options.length === 0) return <p>{t('publicPage.setting.noMeters')}</p>;
  const known = new Set(options.map(({ id }) => id));
  const value = (edited ?? hidden).filter((id) => known.has(id));
  const hide_meters = value.filter((id) => !hidden.includes(id));
  const show_meters = hidden.filter((id) => known.has(id) && !value.includes(id));
  const changes = hide_meters.length + show_meters.length;
  return (
    <>
      <MultiPicker
        label={t('publicPage.setting.hidden')}
        options={options}
        value={value}
        placeholder={t('publicPage.setting.noneHidden')}
        onChange={setEdited}
        disabled={!mayEdit || data === undefined}
        hint={t('publicPage.setting.shown', { count: options.length - value.length, total: options.length })}
      />
      {changes === 0 ? null : (
        <p className={styles.note}>
          <Button variant="contained" loading={isPending} onClick={() => onSave({ hide_meters, show_meters })}>
            {t('publicPage.setting.saveMeters')}
          </Button>
        </p>
      )}
    </>
  );
}
