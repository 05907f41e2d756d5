import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, isDay, readDay } from '../../lib/format/read-day.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Icon } from '../icon.tsx';
import styles from './date-field.module.css';

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`; '' is no day, which only an `optional` field takes. */
  value: string;
  onChange: (day: string) => void;
  /** Error of the day. */
  error?: string | undefined;
  /** Whether it may be empty: ''. */
  optional?: boolean;
  /** Whether an asterisk is shown; the form refuses an empty day. */
  required?: boolean;
  /** Whether a text that is no day becomes the value, so that a form refuses it and does not keep the earlier day. */
  keepsWrong?: boolean;
  onBlur?: () => void;
  inputRef?: React.Ref<HTMLInputElement>;
  /** Days that the calendar offers. */
  min?: string;
  max?: string;
  disabled?: boolean;
  size?: 'small' | 'medium';
}

/** A day, typed in the form of the language or picked from the browser's own calendar. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onBlur, inputRef, error, min, max } = props;
  const { optional = false, required = false, keepsWrong = false, disabled = false, size = 'small' } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const calendar = useRef<HTMLInputElement>(null);
  const inWords = (day: string) => (isDay(day) ? formatDay(day, language) : day);
  const written = inWords(value);
  const [typed, setTyped] = useState({ text: written, from: written });
  // The day was changed from outside, or the language.
  if (typed.from !== written) setTyped({ text: written, from: written });
  const day = optional && typed.text.trim() === '' ? '' : readDay(typed.text, language);
  const take = () => {
    const next = day ?? (keepsWrong ? typed.text : null);
    if (next === null) return;
    setTyped({ text: inWords(next), from: written });
    if (next !== value) onChange(next);
  };
  const wrong = day === null ? t('common.date.wrong') : error;
  return (
    <span style={{ position: 'relative', display: 'block', flex: '0 1 168px' }}>
      <TextField
        label={label}
        required={required}
        inputRef={inputRef}
        size={size}
        fullWidth
        disabled={disabled}
        value={typed.text}
        error={wrong !== undefined}
        helperText={wrong}
        placeholder={t('common.date.form')}
        onChange={(event) => setTyped({ text: event.target.value, from: written })}
        onBlur={() => {
          take();
          onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { inputMode: 'numeric', maxLength: 14, className: styles.text },
          input: {
            className: styles.input ?? '',
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  aria-label={t('common.date.pick', { label })}
                  onClick={() => calendar.current?.showPicker()}
                  disabled={disabled}
                  size="small"
                  className={styles.open ?? ''}
                >
                  <Icon name="calendar" size={18} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isDay(value) ? value : ''}
        min={min}
        max={max}
        onChange={(event) => {
          if (event.target.value !== '' || optional) onChange(event.target.value);
        }}
        className={styles.calendar}
      />
    </span>
  );
}
