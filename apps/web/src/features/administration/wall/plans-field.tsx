import { listPlanNames } from '@airdeck/contract/floor-plan/routes';
import { MAX_WALL_PLANS, type WallDisplay } from '@airdeck/contract/wall-display/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { MultiPicker } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

/** Chooses the floor plans that a wall display shows after its places. */
export function PlansField({
  control,
  name,
  label,
  disabled,
  item,
}: CustomFieldProps<Pick<WallDisplay, 'organization_id'>>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const organizationId = Number(useWatch({ control, name: 'organization_id' }) ?? item?.organization_id ?? 0);
  const query = { organizationId };
  const { data, error, refetch } = useQuery({
    ...routeQuery(listPlanNames, { query }),
    enabled: organizationId > 0,
  });
  const before = useRef(organizationId);
  const { onChange } = field;
  useEffect(() => {
    if (before.current !== organizationId) onChange([]);
    before.current = organizationId;
  }, [organizationId, onChange]);
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const options = (data?.plans ?? []).map((plan) => ({ id: plan.id, label: plan.name, detail: plan.office_name }));
  const chosen = ((field.value ?? []) as readonly number[]).filter((id) => options.some((option) => option.id === id));
  const hint = organizationId > 0 ? t('wall.plans.hint') : t('wall.places.organizationFirst');
  return (
    <MultiPicker
      label={label}
      options={options}
      value={chosen}
      placeholder={t('wall.plans.none')}
      onChange={(ids) => field.onChange(ids.slice(0, MAX_WALL_PLANS))}
      disabled={disabled || organizationId <= 0}
      error={fieldState.invalid}
      hint={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
    />
  );
}
