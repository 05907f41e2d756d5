import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import { useErrorCodes } from './use-error-codes.ts';

/** The error code of the rule's alarms, which also determines their text and severity. */
export function ErrorCodeField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const codes = useErrorCodes();
  const { ref, value, ...input } = field;
  const current = String(value ?? '');
  const isListed = current === '' || codes.some(({ code }) => code === current);
  return (
    <TextField
      {...input}
      value={current}
      inputRef={ref}
      select
      fullWidth
      required
      label={label}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : t('admin.hint.rule_code')}
    >
      {isListed ? null : <MenuItem value={current}>{current}</MenuItem>}
      {codes.map(({ code, text }) => (
        <MenuItem key={code} value={code}>
          {code} · {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
