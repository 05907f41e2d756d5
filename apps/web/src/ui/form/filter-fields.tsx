import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILTER_LENGTH } from '../../lib/url/search-fields.ts';
import { Icon } from '../icon.tsx';
import { PHONE } from '../theme/tokens.ts';
import styles from './filter-fields.module.css';

/** The list follows when typing stops. */
const TYPING_MS = 250;

interface FilterBarProps {
  children: React.ReactNode;
}

/** The filters of a list, above it; those that do not fit wrap into a second line. */
export function FilterBar({ children }: FilterBarProps) {
  return <div className={styles.bar}>{children}</div>;
}

/** Rarely used filters, in a separate line. */
export function FilterNames({ children }: FilterBarProps) {
  return <div className={styles.names}>{children}</div>;
}

/** Filters that a link has set, below the others. */
export function FilterChips({ children }: FilterBarProps) {
  return <div className={styles.chips}>{children}</div>;
}

interface MoreFiltersProps {
  open: boolean;
  /** Whether the other filters are folded too, as on phones. */
  all?: boolean;
  onToggle: (open: boolean) => void;
}

/** Shows the filters by names; on phones, where the others are folded too, all of them. */
export function MoreFilters({ open, all = false, onToggle }: MoreFiltersProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  return (
    <Button
      aria-expanded={open}
      onClick={() => onToggle(!open)}
      endIcon={<Icon name={open ? 'chevronUp' : 'chevronDown'} size={16} />}
    >
      {phone || all ? t('alarm.filter.others') : t('alarm.filter.more')}
    </Button>
  );
}

interface ChoiceFilterProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Narrows a list to one of a few values, or to none of them: ''. */
export function ChoiceFilter({ label, value, options, onChange }: ChoiceFilterProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className={styles.choice ?? ''}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('admin.filter.all')}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Filters rows by a part of any of their names; `hint` lists which. Another `key` clears it. */
export function SearchFilter({ hint, ...props }: Omit<TextFilterProps, 'label'> & { hint: string }) {
  const { t } = useTranslation();
  return <TextFilter {...props} label={t('admin.search')} search={hint} />;
}

/** Narrows a list by a part of a text. Another `key` empties it. */
export function TextFilter({ label, search, value = '', onChange }: TextFilterProps & { search?: string }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      type="search"
      size="small"
      label={label}
      placeholder={search}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={search === undefined ? '' : styles.search}
      slotProps={{
        htmlInput: { maxLength: MAX_FILTER_LENGTH, autoComplete: 'off' },
        inputLabel: { shrink: true },
        ...(search !== undefined && { input: { startAdornment: <Magnifier /> } }),
      }}
    />
  );
}

function Magnifier() {
  return (
    <InputAdornment position="start">
      <Icon name="search" size={18} />
    </InputAdornment>
  );
}

interface FilterChipProps {
  name: string;
  /** Action of its button, for screen readers. */
  removal: string;
  onRemove: () => void;
}

/** A filter that was set elsewhere, with a button to remove it. */
export function FilterChip({ name, removal, onRemove }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      {name}
      <button type="button" aria-label={removal} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}
