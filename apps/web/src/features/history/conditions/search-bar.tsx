import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import {
  firstSelection,
  isSearchable,
  type PlaceLevel,
  type Selection,
  searchOf,
  selectionOf,
  withPlace,
} from '../model/selection.ts';
import type { History } from '../model/use-history.ts';
import { MeterPicker } from './meter-picker.tsx';
import { placeOptions, severalOrganizations } from './options.ts';
import { PartPicker } from './part-picker.tsx';
import styles from './search-bar.module.css';

/** A text that is the same for the same selection, whatever the order of its ids. */
const textOf = (selection: Selection): string =>
  JSON.stringify(searchOf(selection), (_, value) => (Array.isArray(value) ? value.toSorted() : value));

/** The selection while it is edited. Search writes it to the address; a change of the address replaces it. */
function useDraft({ meters, search }: History) {
  const applied = textOf(selectionOf(search));
  const [draft, setDraft] = useState(() => ({
    of: applied,
    selection: firstSelection(meters, search),
    missing: false,
  }));
  if (draft.of !== applied) setDraft({ of: applied, selection: firstSelection(meters, search), missing: false });
  const choose = (selection: Selection) => setDraft({ of: applied, selection, missing: false });
  const miss = () => setDraft({ ...draft, missing: true });
  return { ...draft, choose, miss, changed: textOf(draft.selection) !== applied };
}

interface SearchBarProps {
  history: History;
  /** Called when a search begins. */
  onSearch: () => void;
}

/** Selects places, meters and their parts. Nothing is requested before Search is pressed. */
export function SearchBar({ history, onSearch }: SearchBarProps) {
  const { t } = useTranslation();
  const { kind, meters, covered, change } = history;
  const { selection, missing, changed, choose, miss } = useDraft(history);
  const first = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (!isSearchable(kind, selection)) {
      miss();
      first.current?.focus();
      return;
    }
    onSearch();
    change({ ...searchOf(selection), series: undefined }, { visit: true });
  };
  const meter = (
    <MeterPicker
      meters={meters}
      selection={selection}
      onChange={choose}
      error={missing ? t(`history.choose.missing.${kind}`) : undefined}
      required={kind === 'meter'}
      inputRef={first}
    />
  );
  return (
    <search aria-label={t('history.choose.label')}>
      <form
        className={styles.bar}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PlacePickers meters={meters} selection={selection} onChange={choose} />
        {kind === 'meter' ? null : <div className={styles.wide}>{meter}</div>}
        <div className={styles.last}>
          {kind === 'meter' ? (
            meter
          ) : (
            <PartPicker kind={kind} meters={meters} selection={selection} onChange={choose} />
          )}
          <Button type="submit" variant="contained" startIcon={<Icon name="search" size={18} />} className={styles.go}>
            {t('history.choose.search')}
          </Button>
        </div>
        <p className={styles.changed} role="status">
          {covered.length > 0 && changed ? t('history.choose.changed') : null}
        </p>
      </form>
    </search>
  );
}

interface PlacePickersProps {
  meters: readonly ChoiceMeter[];
  selection: Selection;
  onChange: (selection: Selection) => void;
}

const LEVELS: readonly PlaceLevel[] = ['organization', 'office', 'department'];

/** Pickers of places from the top down; without the organization where there is only one. */
function PlacePickers({ meters, selection, onChange }: PlacePickersProps) {
  const { t } = useTranslation();
  const several = severalOrganizations(meters);
  return LEVELS.filter((level) => several || level !== 'organization').map((level) => (
    <SinglePicker
      key={level}
      label={t(`monitoring.kind.${level}`)}
      placeholder={t('history.choose.every')}
      options={placeOptions(meters, selection, level)}
      value={selection[level]}
      onChange={(id) => onChange(withPlace(meters, selection, level, id))}
    />
  ));
}
