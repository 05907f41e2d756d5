import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { History } from '../screens/use-history.ts';
import { type Choice, choiceOf, firstChoice, isSearchable, searchOf } from './choice.ts';
import styles from './choose.module.css';
import { MeterPicker } from './meter-picker.tsx';
import { PartPicker } from './part-picker.tsx';
import { PlacePickers } from './place-pickers.tsx';

/** The same for the same choice, in whatever order its ids stand. */
const textOf = (choice: Choice): string =>
  JSON.stringify(searchOf(choice), (_, value) => (Array.isArray(value) ? value.toSorted() : value));

/** What is being chosen; it becomes the address when Search is pressed, and is the address's again when that changes. */
function useDraft({ meters, search }: History) {
  const applied = textOf(choiceOf(search));
  const [draft, setDraft] = useState(() => ({ of: applied, choice: firstChoice(meters, search), missing: false }));
  if (draft.of !== applied) setDraft({ of: applied, choice: firstChoice(meters, search), missing: false });
  const choose = (choice: Choice) => setDraft({ of: applied, choice, missing: false });
  const miss = () => setDraft({ ...draft, missing: true });
  return { ...draft, choose, miss, changed: textOf(draft.choice) !== applied };
}

interface SearchBarProps {
  history: History;
  /** It was searched for something. */
  onSearch: () => void;
}

/** Where to look: places, meters and what of them. It is searched when asked to. */
export function SearchBar({ history, onSearch }: SearchBarProps) {
  const { t } = useTranslation();
  const { kind, meters, covered, change } = history;
  const { choice, missing, changed, choose, miss } = useDraft(history);
  const first = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (!isSearchable(kind, choice)) {
      miss();
      first.current?.focus();
      return;
    }
    onSearch();
    change({ ...searchOf(choice), series: undefined }, { visit: true });
  };
  const meter = (
    <MeterPicker
      meters={meters}
      choice={choice}
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
        <PlacePickers meters={meters} choice={choice} onChange={choose} />
        {kind === 'meter' ? null : <div className={styles.wide}>{meter}</div>}
        <div className={styles.last}>
          {kind === 'meter' ? meter : <PartPicker kind={kind} meters={meters} choice={choice} onChange={choose} />}
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
