import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from './form-fields.tsx';

interface FormNumberFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  /** Behind the number. */
  unit: string;
  /** Text below the field while it has no error. */
  hint: string;
  disabled?: boolean;
}

/** A whole number of a form, with its unit. Anything else than digits stays text, which the schema refuses. */
export function FormNumberField<In extends FieldValues, Out>(props: FormNumberFieldProps<In, Out>) {
  const { control, name, label, unit, hint, disabled = false } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  return (
    <TextField
      {...input}
      value={value ?? ''}
      onChange={({ target }) => onChange(/^\d{1,6}$/.test(target.value) ? Number(target.value) : target.value)}
      inputRef={ref}
      fullWidth
      required
      disabled={disabled}
      label={label}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
      slotProps={{
        htmlInput: { autoComplete: 'off', inputMode: 'numeric' },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}
