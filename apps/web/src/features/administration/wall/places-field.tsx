import { departments, offices } from '@airdeck/contract/place/routes';
import { MAX_WALL_PLACES, type WallDisplay, type WallLevel } from '@airdeck/contract/wall-display/schema';
import FormHelperText from '@mui/material/FormHelperText';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { MultiPicker, type PickOption } from '../../../ui/pick/picker.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

/** More than an organization has. */
const MOST = 5_000;

/** The places of a level in an organization, by name. */
function useOptions(
  level: WallLevel,
  organization: number,
): { options: PickOption[]; error: Error | null; refetch: () => Promise<unknown> } {
  const query = { organizationId: String(organization) as never, size: String(MOST) as never };
  const known = organization > 0;
  const ofOffices = useQuery({ ...routeQuery(offices.list, { query }), enabled: known && level === 'OFFICE' });
  const ofDepartments = useQuery({
    ...routeQuery(departments.list, { query }),
    enabled: known && level === 'DEPARTMENT',
  });
  if (level === 'OFFICE') {
    const options = (ofOffices.data?.content ?? []).map(({ id, name }) => ({ id, label: name }));
    return { options, error: ofOffices.error, refetch: ofOffices.refetch };
  }
  const options = (ofDepartments.data?.content ?? []).map(({ id, name, office_name }) => ({
    id,
    label: name,
    detail: office_name,
  }));
  return { options, error: ofDepartments.error, refetch: ofDepartments.refetch };
}

/** Chooses the places of its level that a wall display shows in turn; none is all of them. */
export function PlacesField({
  control,
  name,
  label,
  disabled,
  item,
}: CustomFieldProps<Pick<WallDisplay, 'organization_id'>>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const level = useWatch({ control, name: 'wall_level' }) as WallLevel;
  const organization = Number(useWatch({ control, name: 'organization_id' }) ?? item?.organization_id ?? 0);
  const { options, error, refetch } = useOptions(level, organization);
  const chosen = ((field.value ?? []) as readonly number[]).filter((id) => options.some((option) => option.id === id));
  // Places of one level are none of another, nor those of one organization of another.
  const choice = `${level}|${organization}`;
  const before = useRef(choice);
  const { onChange } = field;
  useEffect(() => {
    if (before.current !== choice) onChange([]);
    before.current = choice;
  }, [choice, onChange]);
  if (level === 'ORGANIZATION') return <FormHelperText>{t('wall.places.whole')}</FormHelperText>;
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const hint = organization > 0 ? t('wall.places.all') : t('wall.places.organizationFirst');
  return (
    <MultiPicker
      label={label}
      options={options}
      value={chosen}
      placeholder={t('wall.places.everything')}
      onChange={(ids) => field.onChange(ids.slice(0, MAX_WALL_PLACES))}
      disabled={disabled || organization <= 0}
      error={fieldState.invalid}
      hint={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
    />
  );
}
