import { MAX_OVERRIDE_MIN, MIN_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

const CHOICES = [MIN_OVERRIDE_MIN, 30, 60, 120, 240, 480, MAX_OVERRIDE_MIN];
/** Value of the select for "until switched back". */
const OPEN = 'open';

interface MinutesFieldProps {
  label: string;
  hint?: string;
  /** null: until a person switches back. */
  value: number | null;
  onChange: (minutes: number | null) => void;
}

export const minutesInWords = (t: TFunction, minutes: number): string =>
  minutes % 60 === 0
    ? t('autoMode.override.hours', { count: minutes / 60 })
    : t('autoMode.override.minutes', { count: minutes });

/** For how long automatic mode rests. */
export function MinutesField({ label, hint, value, onChange }: MinutesFieldProps) {
  const { t } = useTranslation();
  // A client of the API may have set another number.
  const choices = value === null || CHOICES.includes(value) ? CHOICES : [...CHOICES, value].toSorted((a, b) => a - b);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      helperText={hint}
      value={value ?? OPEN}
      onChange={({ target }) => onChange(target.value === OPEN ? null : Number(target.value))}
    >
      {choices.map((minutes) => (
        <MenuItem key={minutes} value={minutes}>
          {minutesInWords(t, minutes)}
        </MenuItem>
      ))}
      <MenuItem value={OPEN}>{t('autoMode.override.open')}</MenuItem>
    </TextField>
  );
}
