import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parts.module.css';

const SETTLED_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Types freely; what it searches for follows a moment later, so that the address does not change with every letter. */
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
