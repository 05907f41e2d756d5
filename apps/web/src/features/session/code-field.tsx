import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './login.module.css';
import { LoginField } from './login-field.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof LoginField>, 'label' | 'hint'>;

/** The code of the authenticator or, in its place, a recovery code. */
export function CodeField(field: CodeFieldProps) {
  const { t } = useTranslation();
  const [recovers, setRecovers] = useState(false);
  const kind = recovers ? 'recovery' : 'code';
  return (
    <>
      <LoginField
        {...field}
        key={kind}
        label={t(`session.otp.${kind}`)}
        hint={t(`session.otp.${kind}Hint`)}
        autoFocus
        autoComplete="one-time-code"
        inputMode={recovers ? 'text' : 'numeric'}
        maxLength={40}
        spellCheck={false}
      />
      <button type="button" className={styles.other} onClick={() => setRecovers(!recovers)}>
        {t(recovers ? 'session.otp.useCode' : 'session.otp.useRecovery')}
      </button>
    </>
  );
}
