import { newPassword } from '@airdeck/contract/field';
import { PASSWORD_RULES, passwordIssues } from '@airdeck/domain/field-rule';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormPasswordField } from '../../ui/form/form-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './session.module.css';

/** Whether the confirmation of a form matches its new password. */
export const isConfirmed: [
  check: (form: { new_password: string; confirmation: string }) => boolean,
  what: { error: string; path: string[] },
] = [(form) => form.new_password === form.confirmation, { error: 'NOT_CONFIRMED', path: ['confirmation'] }];

/** Fields of a form that sets a password. */
export const newPasswordFields = { new_password: newPassword, confirmation: z.string().min(1, 'REQUIRED') };

interface NewPasswordFieldsProps<In extends FieldValues> {
  control: Control<In>;
  autoFocus?: boolean;
}

/** Fields for a new password and its confirmation, with the rules that are not met yet. */
export function NewPasswordFields<In extends FieldValues>({ control, autoFocus = false }: NewPasswordFieldsProps<In>) {
  const { t } = useTranslation();
  const name = 'new_password' as FieldPath<In>;
  const typed: string = useWatch({ control, name });
  const issues = new Set(passwordIssues(typed));
  return (
    <>
      <FormPasswordField
        control={control}
        name={name}
        label={t('session.passwords.next')}
        required
        autoFocus={autoFocus}
        autoComplete="new-password"
      />
      <ul className={styles.rules} aria-label={t('session.passwords.rules')}>
        {PASSWORD_RULES.map((rule) => {
          const met = !issues.has(rule);
          return (
            <li key={rule} data-met={met || undefined}>
              <Icon name={met ? 'check' : 'close'} size={16} />
              {t(`session.passwords.rule.${rule}`)}
              <span className={styles.hidden}>{t(met ? 'session.passwords.met' : 'session.passwords.unmet')}</span>
            </li>
          );
        })}
      </ul>
      <FormPasswordField
        control={control}
        name={'confirmation' as FieldPath<In>}
        label={t('session.passwords.confirmation')}
        required
        autoComplete="new-password"
      />
    </>
  );
}
