import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import styles from './login.module.css';
import { LoginField } from './login-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof LoginField>, 'type' | 'hint' | 'end'>;

/** The login's password field: a button shows the password, and a hint says that Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const toggle = (
    <button
      type="button"
      className={styles.eye}
      aria-label={shown ? t('common.field.hidePassword') : t('common.field.showPassword')}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eyeOff' : 'eye'} />
    </button>
  );
  return (
    <LoginField
      {...props}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? <span role="status">{t('common.field.capsLock')}</span> : null}
      end={toggle}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
    />
  );
}
