import { departments, offices } from '@airdeck/contract/place/routes';
import { MAX_WALL_PLACES, type WallDisplay, type WallLevel } from '@airdeck/contract/wall-display/schema';
import FormHelperText from '@mui/material/FormHelperText';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { CustomFieldProps } from '../model/definition.ts';
import { type Offer, PartsPicker } from './parts-picker.tsx';

/** More than an organization has. */
const MOST = 5_000;

/** The places of a level in an organization, by name. */
function useOffer(level: WallLevel, organization: number): Offer {
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
export function PlacesField(props: CustomFieldProps<Pick<WallDisplay, 'organization_id'>>) {
  const { control, item } = props;
  const { t } = useTranslation();
  const level = useWatch({ control, name: 'wall_level' }) as WallLevel;
  const organizationId = Number(useWatch({ control, name: 'organization_id' }) ?? item?.organization_id ?? 0);
  const offer = useOffer(level, organizationId);
  return (
    <PartsPicker
      {...props}
      organizationId={organizationId}
      choice={`${level}|${organizationId}`}
      offer={offer}
      max={MAX_WALL_PLACES}
      placeholder={t('wall.places.everything')}
      hint={t('wall.places.all')}
      instead={level === 'ORGANIZATION' ? <FormHelperText>{t('wall.places.whole')}</FormHelperText> : null}
    />
  );
}
