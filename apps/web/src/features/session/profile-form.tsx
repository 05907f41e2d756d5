import { knownPassword } from '@airdeck/contract/field';
import { changeUser } from '@airdeck/contract/user/routes';
import { LANGUAGES, profileFields, type User } from '@airdeck/contract/user/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { followLanguage, forgetChosenLanguage } from '../../lib/i18n/i18n.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { FormPasswordField, FormTextField } from '../../ui/form/form-fields.tsx';
import { pressFirst } from '../../ui/form/press-first.ts';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { EmailField } from './email-field.tsx';
import styles from './session.module.css';

interface ProveFormProps {
  user: User;
  onProven: (password: string) => void;
  onCancel: () => void;
}

const proof = z.object({ password: knownPassword });

/** Asks for the password before the profile opens for editing. */
export function ProveForm({ user, onProven, onCancel }: ProveFormProps) {
  const { t } = useTranslation();
  const form = useContractForm(proof, { password: '' }, { guard: false });
  const prove = useMutation({
    mutationFn: ({ password }: z.infer<typeof proof>) =>
      call(changeUser, { params: { id: user.id }, body: { id: user.id, password } }),
    onSuccess: (_, { password }) => onProven(password),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((input) => prove.mutate(input), prove.reset)}>
      <p className={styles.reason}>{t('session.profile.prove')}</p>
      {prove.isError ? <Alert severity="error">{prove.error.message}</Alert> : null}
      <FormPasswordField
        control={form.control}
        name="password"
        label={t('session.passwords.current')}
        required
        autoFocus
        autoComplete="current-password"
      />
      <div className={styles.buttons} {...pressFirst}>
        <Button onClick={onCancel}>{t('button.cancel')}</Button>
        <Button type="submit" variant="contained" loading={prove.isPending}>
          {t('session.profile.proceed')}
        </Button>
      </div>
    </form>
  );
}

/** An empty phone is none. */
const typedPhone = z
  .string()
  .transform((text) => (text.trim() === '' ? null : text))
  .pipe(profileFields.shape.phone);
const profile = profileFields.extend({ phone: typedPhone });
type Profile = z.infer<typeof profile>;

interface ProfileFormProps {
  user: User;
  /** Proof that it is oneself, which goes along with what is saved. */
  password: string;
  onSaved: () => void;
  onCancel: () => void;
}

const changedFields = (user: User, input: Profile): Partial<Profile> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => user[name as keyof Profile] !== value));

/** What people change of themselves. */
export function ProfileForm({ user, password, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const form = useContractForm(profile, {
    name: user.name,
    email: user.email,
    phone: user.phone ?? '',
    language: user.language,
  });
  const language = useController({ control: form.control, name: 'language' }).field;
  const save = useMutation({
    mutationFn: (input: Profile) =>
      call(changeUser, { params: { id: user.id }, body: { id: user.id, password, ...changedFields(user, input) } }),
    onSuccess: async (saved) => {
      refreshUser(saved);
      // A language that was switched to for now gives way to the one that was chosen for good.
      if (saved.language !== user.language) forgetChosenLanguage();
      await followLanguage();
      enqueueSnackbar(t('session.profile.saved'), { variant: 'success' });
      onSaved();
    },
    onError: (failure) => showFieldErrors(form, failure),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((input) => save.mutate(input), save.reset)}>
      {save.isError ? <Alert severity="error">{save.error.message}</Alert> : null}
      <FormTextField control={form.control} name="name" label={t('session.user.name')} required autoComplete="name" />
      <EmailField control={form.control} name="email" />
      <FormTextField
        control={form.control}
        name="phone"
        label={t('session.user.phone')}
        autoComplete="tel"
        slotProps={{ htmlInput: { inputMode: 'tel' } }}
      />
      <TextField
        select
        label={t('session.user.language')}
        value={language.value}
        onChange={language.onChange}
        onBlur={language.onBlur}
        inputRef={language.ref}
      >
        {LANGUAGES.map((value) => (
          <MenuItem key={value} value={value}>
            {t(`common.language.${value}`)}
          </MenuItem>
        ))}
      </TextField>
      <div className={styles.buttons} {...pressFirst}>
        <Button onClick={onCancel}>{t('button.cancel')}</Button>
        <Button type="submit" variant="contained" loading={save.isPending}>
          {t('button.change')}
        </Button>
      </div>
    </form>
  );
}
