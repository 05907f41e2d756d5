import { ACTIVITIES } from '@airdeck/domain/purifier-state';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSearch } from '../../../lib/url/search-fields.ts';
import {
  ChoiceFilter,
  FilterBar,
  FilterChip,
  FilterChips,
  MoreFilters,
  SearchFilter,
} from '../../../ui/form/filter-fields.tsx';
import { type AirSearch, isNarrowed, NAME_FILTERS, withoutFilters } from '../model/search.ts';
import { NameFilters } from '../shared/name-filters.tsx';

const PLACE_FILTERS = ['organizationId', 'officeId', 'departmentId', 'meterId'] as const;

interface TargetToolsProps {
  search: AirSearch;
  onChange: ChangeSearch<AirSearch>;
  /** The name of the place that a link led to. */
  place: string | undefined;
}

/** Narrows the list of purifiers. Everything is in the address. */
export function TargetTools({ search, onChange, place }: TargetToolsProps) {
  const { t } = useTranslation();
  const [more, setMore] = useState(() => NAME_FILTERS.some((name) => search[name] !== undefined));
  const set = (part: Partial<AirSearch>) => onChange({ ...part, page: undefined });
  const name = place ?? t('alarm.filter.place');
  return (
    <FilterBar>
      <SearchFilter
        key={search.search === undefined ? 'empty' : 'given'}
        hint={t('control.list.searchHint')}
        value={search.search}
        onChange={(text) => set({ search: text })}
      />
      <ChoiceFilter
        label={t('purifier.activity.label')}
        value={search.activity}
        options={ACTIVITIES.map((value) => ({ value, label: t(`purifier.activity.${value}`) }))}
        onChange={(activity) => set({ activity: ACTIVITIES.find((each) => each === activity) })}
      />
      <MoreFilters open={more} onToggle={setMore} />
      {isNarrowed(search) ? (
        <Button onClick={() => onChange(withoutFilters(search))}>{t('alarm.filter.clear')}</Button>
      ) : null}
      {more ? <NameFilters search={search} onChange={set} /> : null}
      {PLACE_FILTERS.some((filter) => search[filter] !== undefined) ? (
        <FilterChips>
          <FilterChip
            name={name}
            removal={t('control.list.filter', { name })}
            onRemove={() => set(Object.fromEntries(PLACE_FILTERS.map((each) => [each, undefined])))}
          />
        </FilterChips>
      ) : null}
    </FilterBar>
  );
}
