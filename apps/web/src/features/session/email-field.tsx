import { getWelcome } from '@airdeck/contract/session/routes';
import { EMAIL_DOMAINS } from '@airdeck/contract/user/email-domains';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { fieldText } from '../../ui/form/form-fields.tsx';
import styles from './session.module.css';

const DIRECT = 'direct';

/** The domain is what follows the at-sign. */
const split = (email: string | null): [local: string, domain: string] => {
  const at = (email ?? '').indexOf('@');
  return email === null || at < 0 ? [email ?? '', ''] : [email.slice(0, at), email.slice(at + 1)];
};

interface EmailFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** An e-mail in its two parts; the domain is one of a few, or typed. Nothing in both is no e-mail. */
export function EmailField<In extends FieldValues, Out>({ control, name }: EmailFieldProps<In, Out>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const [local, domain] = split(field.value);
  const welcome = useQuery(routeQuery(getWelcome, {}));
  // A server of the version before has no list.
  const offered: readonly string[] = welcome.data?.email_domains ?? EMAIL_DOMAINS;
  /** null: as long as nothing was chosen or typed, the given domain decides. */
  const [chosen, setDirect] = useState<boolean | null>(null);
  const direct = chosen ?? !offered.includes(domain);
  const change = (nextLocal: string, nextDomain: string) =>
    field.onChange(nextLocal === '' && (nextDomain === '' || !direct) ? null : `${nextLocal}@${nextDomain}`);
  const choose = (choice: string) => {
    setDirect(choice === DIRECT);
    if (choice !== DIRECT) field.onChange(`${local}@${choice}`);
  };
  return (
    <div className={styles.email}>
      <TextField
        label={t('session.profile.emailLocal')}
        value={local}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : undefined}
        onChange={(event) => change(event.target.value.replace('@', ''), domain)}
        onBlur={field.onBlur}
        slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 64 } }}
      />
      <span aria-hidden="true">@</span>
      <TextField
        label={t('session.profile.emailDomain')}
        value={domain}
        disabled={!direct}
        error={fieldState.invalid}
        onChange={(event) => {
          setDirect(true);
          change(local, event.target.value);
        }}
        onBlur={field.onBlur}
        slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 190 } }}
      />
      <TextField
        select
        label={t('session.profile.emailChoice')}
        value={direct ? DIRECT : domain}
        onChange={(event) => choose(event.target.value)}
      >
        <MenuItem value={DIRECT}>{t('session.profile.direct')}</MenuItem>
        {offered.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </TextField>
    </div>
  );
}
