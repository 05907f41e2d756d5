import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon.tsx';
import { FormTextField, type FormTextFieldProps } from './form-text-field.tsx';

/** A password: hidden until it is asked to show, with a word when Caps Lock is on. */
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
