import { useTranslation } from 'react-i18next';
import { FilterNames, TextFilter } from '../../../ui/form/filter-fields.tsx';
import { NAME_FILTERS, type NameFilter } from '../model/search.ts';

const FIELD = {
  organizationName: 'organization_name',
  officeName: 'office_name',
  departmentName: 'department_name',
  meterName: 'meter_name',
  airName: 'air_name',
} as const satisfies Record<NameFilter, string>;

type Names = Partial<Record<NameFilter, string | undefined>>;

interface NameFiltersProps {
  search: Names;
  onChange: (part: Names) => void;
}

/** Narrows by parts of the names of places. */
export function NameFilters({ search, onChange }: NameFiltersProps) {
  const { t } = useTranslation();
  return (
    <FilterNames>
      {NAME_FILTERS.map((name) => (
        <TextFilter
          key={`${name}${search[name] === undefined ? '' : ' given'}`}
          label={t(`admin.field.${FIELD[name]}`)}
          value={search[name]}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </FilterNames>
  );
}
