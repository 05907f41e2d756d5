import { knownPassword } from '@airdeck/contract/field';
import { changeUser, getUser } from '@airdeck/contract/user/routes';
import { LANGUAGES, type ManagedUser, profileFields, type User } from '@airdeck/contract/user/schema';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { followLanguage, forgetChosenLanguage } from '../../lib/i18n/i18n.ts';
import { refreshUser } from '../../lib/session/session-store.ts';
import { useChangeQuestion } from '../../ui/dialog/change-dialog.tsx';
import { changesOf } from '../../ui/form/changes.ts';
import { ConflictPanel } from '../../ui/form/conflict-panel.tsx';
import { FormPasswordField, FormTextField } from '../../ui/form/form-fields.tsx';
import { pressFirst } from '../../ui/form/press-first.ts';
import { useRequiredNotice } from '../../ui/form/required-notice.tsx';
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { EmailField } from './email-field.tsx';
import styles from './session.module.css';

interface ProveFormProps {
  user: User;
  /** With the user as they are now. */
  onProven: (password: string, now: ManagedUser) => void;
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
    onSuccess: (now, { password }) => onProven(password, now),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit((input) => prove.mutate(input), prove.reset)}>
      <p className={styles.reason}>{t('session.profile.prove')}</p>
      <FailureAlert error={prove.error} />
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
const FIELDS = ['name', 'email', 'phone', 'language'] as const;

interface ProfileFormProps {
  user: ManagedUser;
  /** The current password, sent along as proof of identity. */
  password: string;
  onSaved: () => void;
  onCancel: () => void;
}

const changedFields = (user: ManagedUser, input: Profile): Partial<Profile> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => user[name as keyof Profile] !== value));

const profileValues = ({ name, email, phone, language }: ManagedUser) => ({
  name,
  email,
  phone: phone ?? '',
  language,
});

/** Form for the user's own data. */
export function ProfileForm({ user: opened, password, onSaved, onCancel }: ProfileFormProps) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const [user, setUser] = useState(opened);
  /** The user's own row as an administrator saved it meanwhile. */
  const [theirs, setTheirs] = useState<ManagedUser | null>(null);
  const form = useContractForm(profile, profileValues(user));
  const language = useController({ control: form.control, name: 'language' }).field;
  const save = useMutation({
    mutationFn: ({ seen, input }: { seen: ManagedUser; input: Profile }) => {
      const { id, version } = seen;
      return call(changeUser, { params: { id }, body: { id, password, version, ...changedFields(seen, input) } });
    },
    onSuccess: async (saved) => {
      refreshUser(saved);
      // A language that was switched to for now gives way to the one that was chosen for good.
      if (saved.language !== user.language) forgetChosenLanguage();
      await followLanguage();
      enqueueSnackbar(t('session.profile.saved'), { variant: 'success' });
      onSaved();
    },
    onError: async (failure) => {
      showFieldErrors(form, failure);
      if (!(failure instanceof ApiFailure) || failure.code !== 'EDITED_MEANWHILE') return;
      setTheirs(await call(getUser, { params: { id: user.id } }));
    },
  });
  /** Continues with the version that was saved meanwhile: with its values, or with the user's values over them. */
  const settle = (now: ManagedUser, keep: 'mine' | 'theirs') => {
    save.reset();
    setTheirs(null);
    setUser(now);
    if (keep === 'theirs') form.reset(profileValues(now));
    else void form.handleSubmit((input) => save.mutate({ seen: now, input }))();
  };
  const { ask, question } = useChangeQuestion();
  const { onInvalid, notice } = useRequiredNotice(form, { name: t('session.user.name') });
  const words = (name: keyof Profile, value: string | null) =>
    name === 'language' && value !== null ? t(`common.language.${value as User['language']}`) : (value ?? '');
  const submit = form.handleSubmit((input) => {
    save.reset();
    const changes = changesOf(
      FIELDS.map((name) => ({
        ...{ name, label: t(`session.user.${name}`), before: user[name], after: input[name] },
        words: (value) => words(name, value as string | null),
      })),
    );
    if (changes.length === 0) onSaved();
    else ask({ changes, save: () => save.mutate({ seen: user, input }) });
  }, onInvalid);
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {theirs === null ? null : (
        <ConflictPanel
          differences={FIELDS.filter((name) => (form.getValues(name) || null) !== theirs[name]).map((name) => ({
            name,
            label: t(`session.user.${name}`),
            mine: words(name, form.getValues(name)),
            theirs: words(name, theirs[name]),
          }))}
          onSettle={(keep) => settle(theirs, keep)}
        />
      )}
      <FailureAlert error={theirs === null ? save.error : null} />
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
        <Button type="submit" variant="contained" loading={save.isPending} disabled={theirs !== null}>
          {t('button.change')}
        </Button>
      </div>
      {notice}
      {question}
    </form>
  );
}
