import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { type NameFilter, useMonitoringSearch } from '../address/search.ts';
import styles from './shared.module.css';

interface ListToolsProps {
  /** The kind that is searched for by name. */
  kind: NameFilter;
  /** Whether the list is cards or a table, if there is a choice. */
  views?: boolean;
}

/** Search by name, and the choice of cards or table. The address keeps both. */
export function ListTools({ kind, views = true }: ListToolsProps) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  return (
    <>
      <SearchField
        label={t('monitoring.filter.name', { kind: t(`monitoring.kind.${kind}`) })}
        value={search[kind] ?? ''}
        onChange={(text) => change({ [kind]: text === '' ? undefined : text })}
      />
      {views ? (
        <SegmentedControl
          label={t('monitoring.view.label')}
          value={search.view ?? 'cards'}
          options={[
            { value: 'cards', label: t('monitoring.view.cards') },
            { value: 'table', label: t('monitoring.view.table') },
          ]}
          onChange={(chosen) => change({ view: chosen === 'cards' ? undefined : chosen })}
        />
      ) : null}
    </>
  );
}

const SETTLED_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field. Its value follows when typing pauses, so that the address does not change with every letter. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ text: value, from: value });
  // The address changed by another way: back, or "clear all".
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => {
    if (typed.text === value) return;
    const timer = setTimeout(() => {
      setTyped({ text: typed.text, from: typed.text });
      onChange(typed.text);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className={styles.search}>
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={60}
        value={typed.text}
        onChange={(event) => setTyped({ text: event.target.value, from: value })}
      />
      {typed.text === '' ? null : (
        <button type="button" aria-label={t('monitoring.filter.clearName')} onClick={() => onChange('')}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
