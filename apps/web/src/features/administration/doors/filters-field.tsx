import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

/** Topic filters, one a line. */
export function FiltersField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, formState } = useController({ control, name });
  const lines = (field.value ?? []) as readonly string[];
  const error = formState.errors[name] as { message?: string; root?: { message?: string } } | undefined;
  const wrong = Array.isArray(error) ? error.find(Boolean)?.message : (error?.root?.message ?? error?.message);
  return (
    <TextField
      label={label}
      multiline
      minRows={2}
      fullWidth
      size="small"
      disabled={disabled}
      value={lines.join('\n')}
      // An empty last line is being typed.
      onChange={(event) => field.onChange(event.target.value.split('\n').map((line) => line.trimStart()))}
      onBlur={() => {
        field.onChange(lines.map((line) => line.trim()).filter(Boolean));
        field.onBlur();
      }}
      error={wrong !== undefined}
      helperText={wrong === undefined ? t('admin.hint.filters') : fieldText(t, wrong)}
      inputRef={field.ref}
    />
  );
}
