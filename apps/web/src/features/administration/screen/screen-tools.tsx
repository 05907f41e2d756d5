import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { ChoiceFilter, FilterBar, SearchFilter } from '../../../ui/form/filter-fields.tsx';
import type { Definition } from '../model/definition.ts';
import { type AdministrationSearch, type ChangeSearch, filtersOf, withFilter } from '../model/search.ts';
import { useTexts } from '../model/use-texts.ts';

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
        hint={t('admin.searchHint')}
        value={search.search}
        onChange={(text) => onChange({ search: text, page: undefined })}
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
      {definition.hasDays ? <DayFields search={search} onChange={onChange} /> : null}
      {isNarrowed ? (
        <Button onClick={() => onChange({ ...WIDE, page: undefined })}>{t('admin.filter.clear')}</Button>
      ) : null}
    </FilterBar>
  );
}

function DayFields({ search, onChange }: Pick<ScreenToolsProps, 'search' | 'onChange'>) {
  const { t } = useTranslation();
  const { from, to } = search;
  const isBackward = from !== undefined && to !== undefined && to < from;
  return (
    <>
      <DateField
        label={t('history.period.from')}
        optional
        value={from ?? ''}
        onChange={(day) => onChange({ from: day === '' ? undefined : day, page: undefined })}
      />
      <DateField
        label={t('history.period.to')}
        optional
        value={to ?? ''}
        onChange={(day) => onChange({ to: day === '' ? undefined : day, page: undefined })}
        error={isBackward ? t('field.BEFORE_START') : undefined}
      />
    </>
  );
}
