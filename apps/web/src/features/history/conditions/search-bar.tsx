import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pressFirst } from '../../../ui/form/press-first.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
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
import { WRONG_FIELD } from './period-bar.tsx';
import styles from './search-bar.module.css';

/** A text that is the same for the same selection in any order of its ids. */
const textOf = (selection: Selection): string =>
  JSON.stringify(searchOf(selection), (_, value) => (Array.isArray(value) ? value.toSorted() : value));

/** The selection while it is edited; a change of the address replaces it. */
function useDraft({ meters, search }: History) {
  const applied = textOf(selectionOf(search));
  const begin = (missing: boolean) => ({ of: applied, selection: firstSelection(meters, search), missing });
  const [draft, setDraft] = useState(() => begin(false));
  if (draft.of !== applied) setDraft(begin(false));
  const choose = (selection: Selection) => setDraft({ of: applied, selection, missing: false });
  const miss = () => setDraft({ ...draft, missing: true });
  return { ...draft, choose, miss };
}

interface SearchBarProps {
  history: History;
  /** Called with each choice. */
  onChoose: () => void;
  /** Called when Search is pressed and there is something to search. */
  onSearch: () => void;
  /** The other conditions, which precede the button on phones. */
  children: React.ReactNode;
}

/**
 * Selects places, meters and their parts. A selection of a meter is applied at once, like a change of the period;
 * Search reports what is missing, or closes the panel.
 */
export function SearchBar({ history, onChoose, onSearch, children }: SearchBarProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const formId = useId();
  const { kind, meters, covered, change } = history;
  const { selection, missing, choose, miss } = useDraft(history);
  const first = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);
  const visited = useRef(false);
  const canSearch = isSearchable(kind, selection);
  const apply = (next: Selection) => {
    choose(next);
    onChoose();
    if (!isSearchable(kind, next)) return;
    // Back returns to the state before the panel was opened, not to each step in it.
    change({ ...searchOf(next), series: undefined }, { visit: !visited.current });
    visited.current = true;
  };
  const submit = () => {
    if (!canSearch) {
      miss();
      return first.current?.focus();
    }
    // A wrong day is never searched, nor dropped: its field says what is wrong.
    const wrong = panel.current?.querySelector<HTMLInputElement>(WRONG_FIELD);
    if (wrong) return wrong.focus();
    // A single meter is filled in without a choice of the user.
    if (covered.length === 0) apply(selection);
    onSearch();
  };
  const meter = (
    <MeterPicker
      meters={meters}
      selection={selection}
      onChange={apply}
      error={missing ? t(`history.choose.missing.${kind}`) : undefined}
      required={kind === 'meter'}
      inputRef={first}
    />
  );
  const button = (
    <Button
      type="submit"
      form={formId}
      variant="contained"
      startIcon={<Icon name="search" size={18} />}
      className={styles.go}
    >
      {t('history.choose.search')}
    </Button>
  );
  return (
    <search ref={panel} aria-label={t('history.choose.label')}>
      <form
        id={formId}
        className={styles.bar}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <PlacePickers meters={meters} selection={selection} onChange={apply} />
        {kind === 'meter' ? null : <div className={styles.wide}>{meter}</div>}
        <div className={styles.last}>
          {kind === 'meter' ? meter : <PartPicker kind={kind} meters={meters} selection={selection} onChange={apply} />}
          {phone ? null : <div {...pressFirst}>{button}</div>}
        </div>
        <p className={styles.changed} role="status">
          {covered.length > 0 && !canSearch ? t('history.choose.changed') : null}
        </p>
      </form>
      {children}
      {phone ? (
        <div className={styles.end} {...pressFirst}>
          {button}
        </div>
      ) : null}
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
