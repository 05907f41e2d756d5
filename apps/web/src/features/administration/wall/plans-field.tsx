import { listPlanNames } from '@airdeck/contract/floor-plan/routes';
import { MAX_WALL_PLANS, type WallDisplay } from '@airdeck/contract/wall-display/schema';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { CustomFieldProps } from '../model/definition.ts';
import { PartsPicker } from './parts-picker.tsx';

/** Chooses the floor plans that a wall display shows after its places. */
export function PlansField(props: CustomFieldProps<Pick<WallDisplay, 'organization_id'>>) {
  const { control, item } = props;
  const { t } = useTranslation();
  const organizationId = Number(useWatch({ control, name: 'organization_id' }) ?? item?.organization_id ?? 0);
  const { data, error, refetch } = useQuery({
    ...routeQuery(listPlanNames, { query: { organizationId } }),
    enabled: organizationId > 0,
  });
  const options = (data?.plans ?? []).map((plan) => ({ id: plan.id, label: plan.name, detail: plan.office_name }));
  return (
    <PartsPicker
      {...props}
      organizationId={organizationId}
      choice={`${organizationId}`}
      offer={{ options, error, refetch }}
      max={MAX_WALL_PLANS}
      placeholder={t('wall.plans.none')}
      hint={t('wall.plans.hint')}
    />
  );
}
