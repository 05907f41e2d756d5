import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { DayFilter } from '../../../ui/form/day-filter.tsx';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../../ui/form/filter-fields.tsx';
import { daysOf } from '../model/api.ts';
import type { Definition } from '../model/definition.ts';
import { type AdministrationSearch, type ChangeSearch, filtersOf, withFilter } from '../model/search.ts';
import { useTexts } from '../model/use-texts.ts';
import { PlaceFilters } from './place-filters.tsx';

const WIDE = { search: undefined, filter: undefined, from: undefined, to: undefined } as const;

/** Whether some rows are left out of the list. */
export const narrowed = ({ search, filter, from, to }: AdministrationSearch): boolean =>
  [search, filter, from, to].some((each) => each !== undefined);

interface ScreenToolsProps {
  definition: Definition;
  search: AdministrationSearch;
  onChange: ChangeSearch;
}

/** Narrows a list: by a part of a text, and by one of a few values. */
export function ScreenTools({ definition, search, onChange }: ScreenToolsProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const chosen = filtersOf(search);
  const isNarrowed = narrowed(search);
  return (
    <FilterBar>
      <SearchFilter
        key={search.search === undefined ? 'empty' : 'given'}
        hint={definition.searchHint === undefined ? t('admin.searchHint') : t(`admin.hint.${definition.searchHint}`)}
        value={search.search}
        onChange={(text) => onChange({ search: text, page: undefined })}
      />
      <PlaceFilters
        definition={definition}
        search={search}
        onChange={(filter) => onChange({ filter, page: undefined })}
      />
      {(definition.filters ?? []).map(({ name, choice, options }) => (
        <ChoiceFilter
          key={name}
          label={texts.field(name)}
          value={chosen[name]}
          options={options.map((value) => ({ value, label: texts.choice(choice, value) }))}
          onChange={(value) => onChange({ filter: withFilter(search, name, value), page: undefined })}
        />
      ))}
      {definition.hasDays ? (
        <DayFilter
          labels={{ from: t('history.period.from'), to: t('history.period.to') }}
          days={daysOf(search)}
          onChange={({ startTime, ...end }) =>
            onChange({ ...('endTime' in end ? { to: end.endTime } : { from: startTime }), page: undefined })
          }
        />
      ) : null}
      {isNarrowed ? (
        <Button onClick={() => onChange({ ...WIDE, page: undefined })}>{t('admin.filter.clear')}</Button>
      ) : null}
    </FilterBar>
  );
}
