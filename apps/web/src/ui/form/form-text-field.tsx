import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldCodeOf } from './field-error.ts';

export interface FormTextFieldProps<In extends FieldValues, Out>
  extends Pick<TextFieldProps, 'type' | 'autoComplete' | 'autoFocus' | 'disabled' | 'placeholder' | 'slotProps'> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  /** Shows the asterisk; the schema is what requires. */
  required?: boolean;
  /** Below the field while nothing is wrong. */
  hint?: React.ReactNode;
  onKeyUp?: React.KeyboardEventHandler;
}

/** A text field of a form: asterisk when required, its error below it as soon as it is left. */
export function FormTextField<In extends FieldValues, Out>(props: FormTextFieldProps<In, Out>) {
  const { control, name, label, required = false, hint, ...rest } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, ...input } = field;
  return (
    <TextField
      {...rest}
      {...input}
      inputRef={ref}
      fullWidth
      label={label}
      required={required}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? t(`field.${fieldCodeOf(fieldState.error?.message)}`) : hint}
    />
  );
}
