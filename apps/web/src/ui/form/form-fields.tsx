import { type FieldCode, isFieldCode } from '@airdeck/contract/error/field-code';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';

/** The code of a field's error. Other messages, such as zod's own, become INVALID. */
const fieldCodeOf = (message: string | undefined): FieldCode =>
  message !== undefined && isFieldCode(message) ? message : 'INVALID';

/** The error of a field, in words. */
export const fieldText = (t: TFunction, message: string | undefined): string => t(`field.${fieldCodeOf(message)}`);

interface FormTextFieldProps<In extends FieldValues, Out>
  extends Pick<TextFieldProps, 'type' | 'autoComplete' | 'autoFocus' | 'disabled' | 'placeholder' | 'slotProps'> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  /** Whether an asterisk is shown; the schema does the check. */
  required?: boolean;
  /** Text below the field while it has no error. */
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
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
    />
  );
}

/** A password field with a button that shows the password, and a hint when Caps Lock is on. */
export function FormPasswordField<In extends FieldValues, Out>(props: FormTextFieldProps<In, Out>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={shown ? t('common.field.hidePassword') : t('common.field.showPassword')}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eyeOff' : 'eye'} />
      </IconButton>
    </InputAdornment>
  );
  return (
    <FormTextField
      {...props}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? <span role="status">{t('common.field.capsLock')}</span> : props.hint}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      slotProps={{ input: { endAdornment: toggle } }}
    />
  );
}

interface FormCheckboxProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: React.ReactNode;
  disabled?: boolean;
}

export function FormCheckbox<In extends FieldValues, Out>(props: FormCheckboxProps<In, Out>) {
  const { control, name, label, disabled = false } = props;
  const { field } = useController({ control, name });
  const { value, ref, ...input } = field;
  const box = <Checkbox {...input} checked={value === true} slotProps={{ input: { ref } }} />;
  return <FormControlLabel disabled={disabled} control={box} label={label} />;
}
