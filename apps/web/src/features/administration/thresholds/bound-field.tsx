import { RATINGS } from '@airdeck/domain/rating';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { GradeMark } from '../../../ui/grade/grade-mark.tsx';
import { toneOf } from '../../../ui/grade/tone.ts';
import { numberOf, numberText } from '../form/number-text.ts';
import type { CustomFieldProps } from '../model/definition.ts';
import styles from './bands.module.css';
import type { StandardSensor } from './standard-sensor.ts';

/** One bound between two ratings: a number in the unit of the type, beside the mark of the rating that it is named after. */
export function BoundField({ control, name, label, disabled, item }: CustomFieldProps<StandardSensor>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const [typed, setTyped] = useState('');
  const rating = RATINGS.find((each) => each === name.toUpperCase()) ?? null;
  return (
    <TextField
      {...input}
      value={numberText(typed, value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === '' ? null : numberOf(target.value));
      }}
      inputRef={ref}
      fullWidth
      label={label}
      required
      disabled={disabled}
      error={fieldState.invalid}
      helperText={
        fieldState.invalid
          ? fieldText(t, fieldState.error?.message)
          : t(`admin.hint.${name}` as 'admin.hint.good', { defaultValue: '' })
      }
      slotProps={{
        htmlInput: { autoComplete: 'off', inputMode: 'decimal' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <span className={styles.mark} data-tone={toneOf(rating)}>
                <GradeMark rating={rating} />
              </span>
            </InputAdornment>
          ),
          endAdornment: <InputAdornment position="end">{item?.unit}</InputAdornment>,
        },
      }}
    />
  );
}
