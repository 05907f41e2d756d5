import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toOffice, toOrganization } from '../entities/places.ts';
import { toDepartment } from '../entities/references.ts';
import { RowPicker } from '../form/row-picker.tsx';
import { itemQuery } from '../model/api.ts';
import type { Definition, Reference } from '../model/definition.ts';
import { isId, type PlaceFilter, type PlaceLevel, placeFiltersOf } from '../model/place-filter.ts';
import { type AdministrationSearch, filtersOf, withFilter } from '../model/search.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './screen.module.css';
import { isOfSeveral, useReach } from './use-permissions.ts';

const PLACES: Readonly<Record<PlaceLevel, { reference: Reference; read: Parameters<typeof itemQuery>[0] }>> = {
  organization: { reference: toOrganization, read: organizations.read },
  office: { reference: toOffice, read: offices.read },
  department: { reference: toDepartment, read: departments.read },
};

interface PlaceFiltersProps {
  definition: Definition;
  search: AdministrationSearch;
  onChange: (filter: string[] | undefined) => void;
}

/** Narrows a list by place, from the organization down; users of one organization do not choose it. */
export function PlaceFilters({ definition, search, onChange }: PlaceFiltersProps) {
  const reach = useReach('read', definition.entity);
  const chosen = filtersOf(search);
  const levels = placeFiltersOf(definition.places);
  return levels
    .filter(({ level }) => level !== 'organization' || isOfSeveral(reach))
    .map((filter) => {
      const at = levels.indexOf(filter);
      // The place right above is enough: the server knows the ones above it.
      const above = levels.slice(0, at).findLast(({ name }) => isId(chosen[name]));
      // Places below another place are no longer those of the list.
      const change = (id: string) =>
        onChange(
          levels
            .slice(at)
            .reduce<AdministrationSearch>(
              (old, { name }) => ({ filter: withFilter(old, name, name === filter.name ? id : '') }),
              { filter: search.filter },
            ).filter,
        );
      return (
        <PlacePicker
          key={filter.level}
          filter={filter}
          id={chosen[filter.name]}
          within={above && { name: above.name, id: chosen[above.name] ?? '' }}
          onChange={change}
        />
      );
    });
}

interface PlacePickerProps {
  filter: PlaceFilter;
  id: string | undefined;
  within: { name: string; id: string } | undefined;
  onChange: (id: string) => void;
}

function PlacePicker({ filter: { level, field }, id, within, onChange }: PlacePickerProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { reference, read } = PLACES[level];
  const { data } = useQuery({ ...itemQuery(read, id ?? 0), enabled: isId(id) });
  const [name, value] = [within?.name, within?.id ?? ''];
  const offered = useMemo(
    () => (name === undefined ? reference : { ...reference, query: { [name]: value } }),
    [reference, name, value],
  );
  return (
    <RowPicker
      reference={offered}
      label={texts.field(field)}
      value={isId(id) ? { id: Number(id), label: data?.id === Number(id) ? reference.label(data) : '' } : null}
      onChange={(picked) => onChange(picked === null ? '' : String(picked.id))}
      placeholder={t('admin.filter.all')}
      className={styles.place ?? ''}
    />
  );
}
