import { meters } from '@airdeck/contract/device/routes';
import type { Unregistered } from '@airdeck/contract/device/unregistered';
import Alert from '@mui/material/Alert';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Control, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toMeter } from '../entities/references.ts';
import { offeredQuery } from '../model/api.ts';
import { fieldValue } from '../model/definition.ts';

const MAX_NAMED = 3;

/** Names of the organization's meters with exactly this value. */
function useMetersWith(field: 'name' | 'serial' | 'ip', value: unknown, organizationId: unknown): string {
  const text = useDeferredValue(typeof value === 'string' ? value.trim() : '');
  const reference = { ...toMeter, list: meters.list, query: { organizationId: String(organizationId) } };
  const { data } = useInfiniteQuery({ ...offeredQuery(reference, text), enabled: text !== '' });
  if (text === '') return '';
  const same = (data?.pages[0]?.content ?? []).filter((meter) => fieldValue(meter, field) === text);
  return same.slice(0, MAX_NAMED).map(reference.label).join(', ');
}

interface SimilarMetersProps {
  control: Control<FieldValues>;
  /** The device that is about to be registered. */
  item: Unregistered;
}

/** A warning when the device may be one that is registered already. */
export function SimilarMeters({ control, item: { organization_id, ip } }: SimilarMetersProps) {
  const { t } = useTranslation();
  const [name, serial] = useWatch({ control, name: ['name', 'serial'] });
  const byName = useMetersWith('name', name, organization_id);
  const bySerial = useMetersWith('serial', serial, organization_id);
  const byIp = useMetersWith('ip', ip, organization_id);
  return (
    <div role="status">
      {byName === '' ? null : (
        <Alert severity="warning">{t('device.registration.similarName', { names: byName })}</Alert>
      )}
      {bySerial === '' ? null : (
        <Alert severity="warning">{t('device.registration.similarSerial', { names: bySerial })}</Alert>
      )}
      {byIp === '' ? null : <Alert severity="info">{t('device.registration.similarIp', { names: byIp })}</Alert>}
    </div>
  );
}
