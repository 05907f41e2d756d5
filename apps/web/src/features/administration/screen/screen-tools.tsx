import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { Definition } from '../model/definition.ts';
import { type AdministrationSearch, type ChangeSearch, filtersOf, withFilter } from '../model/search.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './screen.module.css';

/** The list follows when somebody stops typing. */
const TYPING_MS = 250;
const MAX_SEARCH = 60;

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
    <div className={styles.tools}>
      <SearchField
        key={search.search === undefined ? 'empty' : 'given'}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text === '' ? undefined : text, page: undefined })}
      />
      {(definition.filters ?? []).map(({ name, choice, options }) => (
        <TextField
          key={name}
          select
          size="small"
          label={texts.field(name)}
          value={chosen[name] ?? ''}
          onChange={(event) => onChange({ filter: withFilter(search, name, event.target.value), page: undefined })}
          sx={{ minWidth: 120 }}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">{t('admin.filter.all')}</MenuItem>
          {options.map((value) => (
            <MenuItem key={value} value={value}>
              {texts.choice(choice, value)}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {definition.hasDays ? <DayFields search={search} onChange={onChange} /> : null}
      {definition.Graph === undefined ? null : (
        <SegmentedControl
          label={t('admin.view.label')}
          value={search.view ?? 'list'}
          options={(['list', 'graph'] as const).map((value) => ({ value, label: t(`admin.view.${value}`) }))}
          onChange={(view) => onChange({ view: view === 'graph' ? view : undefined })}
        />
      )}
      {isNarrowed ? (
        <Button onClick={() => onChange({ ...WIDE, page: undefined })}>{t('admin.filter.clear')}</Button>
      ) : null}
    </div>
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

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      type="search"
      size="small"
      label={t('admin.search')}
      placeholder={t('admin.searchHint')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={styles.search}
      slotProps={{
        htmlInput: { maxLength: MAX_SEARCH, autoComplete: 'off' },
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" size={18} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
