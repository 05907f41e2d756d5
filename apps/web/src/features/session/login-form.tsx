import { login } from '@airdeck/contract/session/routes';
import { LOGIN_FIELD_CODES, type LoginFieldCode, loginForm, type Session } from '@airdeck/contract/session/schema';
import { type ChangeEvent, type FocusEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { ApiFailure } from '../../lib/failure.ts';
import { readLoginHint, removeLoginHint } from '../../lib/session/session-storage.ts';
import { useUnsaved } from '../../lib/session/unsaved.ts';
import { CodeField } from './code-field.tsx';
import styles from './login.module.css';
import { LoginField } from './login-field.tsx';
import { PasswordField } from './password-field.tsx';

const KEY = 'login.information';
const information = z.object({ code: z.string(), id: z.string() });
type StoredInformation = z.infer<typeof information>;

/** Organization code and id that were stored on this computer. Never a password. */
function readInformation(): StoredInformation | null {
  try {
    return information.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

function writeInformation({ code, id }: StoredInformation): void {
  localStorage.setItem(KEY, JSON.stringify({ code, id }));
}

function removeInformation(): void {
  localStorage.removeItem(KEY);
}

const NAMES = ['code', 'id', 'password', 'otp'] as const;
type Name = (typeof NAMES)[number];
type Errors = Partial<Record<Name, LoginFieldCode>>;

const fieldCodeOf = (code: string): LoginFieldCode => LOGIN_FIELD_CODES.find((known) => known === code) ?? 'INVALID';

/** Error of a field by the rules of the contract. */
function errorOf(name: Name, value: string): LoginFieldCode | undefined {
  const message = loginForm.shape[name].safeParse(value).error?.issues[0]?.message;
  return message === undefined ? undefined : fieldCodeOf(message);
}

const errorsOf = (values: Partial<Record<Name, string>>): Errors =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = values[name];
      const error = value === undefined ? undefined : errorOf(name, value);
      return error === undefined ? [] : [[name, error]];
    }),
  );

/** Errors of single fields from the server. */
const serverErrors = (failure: Error): Errors =>
  failure instanceof ApiFailure
    ? Object.fromEntries(
        Object.entries(failure.errors)
          .filter(([name]) => NAMES.some((known) => known === name))
          .map(([name, code]) => [name, fieldCodeOf(code)]),
      )
    : {};

function focusFirst(element: HTMLFormElement, errors: Errors): void {
  const first = NAMES.find((name) => errors[name] !== undefined);
  const field = first === undefined ? null : element.elements.namedItem(first);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  // A code is typed over, because it is not used again.
  if (first === 'otp') field.select();
}

export interface LoginFormProps {
  onSession: (session: Session) => void;
  onFailure: (failure: Error | null) => void;
  /** The organization code as it is typed, or filled in at first. */
  onCode: (code: string) => void;
  /** Whether another login is under way. */
  disabled: boolean;
}

/** Whether the focus goes to a button, which is pressed now: no time for complaints. */
const isOnTheWay = ({ relatedTarget }: FocusEvent): boolean => relatedTarget instanceof HTMLButtonElement;

/**
 * The form's state. A field is validated when it loses the focus, and while it is being corrected; the inputs hold
 * their own values.
 */
function useLoginForm({ onSession, onFailure, onCode }: Omit<LoginFormProps, 'disabled'>) {
  const { t } = useTranslation();
  const [errors, setErrors] = useState<Errors>({});
  const [sending, setSending] = useState(false);
  const [dirty, setDirty] = useState(false);
  /** Whether the password was right and the code of a second factor is asked for. */
  const [asksCode, setAsksCode] = useState(false);
  useUnsaved(dirty);
  const check = ({ name, value }: HTMLInputElement) =>
    setErrors((before) => ({ ...before, [name]: errorOf(name as Name, value) }));

  const send = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const text = (name: Name) => String(data.get(name) ?? '');
    const typed = {
      ...{ code: text('code'), id: text('id'), password: text('password') },
      ...(asksCode && { otp: text('otp') }),
    };
    const wrong = errorsOf(typed);
    setErrors(wrong);
    onFailure(null);
    focusFirst(element, wrong);
    if (Object.keys(wrong).length > 0) return;
    const body = loginForm.parse(typed);
    const isStoring = data.get('store') !== null;
    setSending(true);
    try {
      const session = await call(login, { body });
      if (isStoring) writeInformation(body);
      else removeInformation();
      removeLoginHint();
      onSession(session);
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      const refused = serverErrors(failure);
      const reason = failure instanceof ApiFailure ? failure.code : null;
      if (reason === 'SECOND_FACTOR_REQUIRED') setAsksCode(true);
      if (reason === 'INVALID_PASSWORD') setAsksCode(false);
      setErrors(refused);
      focusFirst(element, reason === 'INVALID_SECOND_FACTOR' ? { otp: 'INVALID' } : refused);
      onFailure(failure);
    } finally {
      setSending(false);
    }
  };

  const field = (name: Name) => {
    const error = errors[name];
    return {
      name,
      error: error === undefined ? null : t(`field.${error}`),
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        if (!isOnTheWay(event)) check(event.currentTarget);
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setDirty(true);
        if (name === 'code') onCode(event.currentTarget.value);
        if (error !== undefined) check(event.currentTarget);
      },
    };
  };
  /** Back to the first fields, which are shown before one of them gets the focus. */
  const leaveCode = (element: HTMLFormElement | null) => {
    flushSync(() => setAsksCode(false));
    onFailure(null);
    const field = element?.elements.namedItem('id');
    if (field instanceof HTMLInputElement) field.focus();
  };
  return { field, sending, send, asksCode, leaveCode };
}

/**
 * Organization code, id, password, and after these the code of a second factor where there is one. Values of a password that was just set, or stored ones, are filled in, and the first empty field has the focus. While it is
 * being sent, and after an error, everything stays where it is, the focus too.
 */
export function LoginForm({ disabled, ...rest }: LoginFormProps) {
  const { t } = useTranslation();
  const [stored] = useState(readInformation);
  const [given] = useState(() => readLoginHint() ?? stored);
  const { field, sending, send, asksCode, leaveCode } = useLoginForm(rest);
  const { onCode } = rest;
  useEffect(() => onCode(given?.code ?? ''), [given, onCode]);
  const closed = disabled || sending;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!closed) void send(event.currentTarget);
      }}
    >
      {/* Hidden, what was entered is sent again with the code. */}
      <div className={styles.part} hidden={asksCode}>
        <LoginField
          {...field('code')}
          label={t('session.code')}
          hint={t('session.codeHint')}
          defaultValue={given?.code ?? ''}
          autoFocus={given === null}
          autoComplete="organization"
          inputMode="numeric"
          maxLength={64}
          spellCheck={false}
          readOnly={closed}
        />
        <LoginField
          {...field('id')}
          label={t('session.id')}
          defaultValue={given?.id ?? ''}
          autoComplete="username"
          autoCapitalize="none"
          maxLength={64}
          spellCheck={false}
          readOnly={closed}
        />
        <PasswordField
          {...field('password')}
          label={t('session.password')}
          autoFocus={given !== null}
          autoComplete="current-password"
          readOnly={closed}
        />
        <label className={styles.store}>
          <input
            name="store"
            className={styles.tick}
            type="checkbox"
            defaultChecked={stored !== null}
            disabled={closed}
            aria-describedby="store-hint"
          />
          {t('session.store')}
        </label>
        <p id="store-hint" className={styles.hint}>
          {t('session.storeHint')}
        </p>
      </div>
      {asksCode ? <CodeField {...field('otp')} readOnly={closed} /> : null}
      <button type="submit" className={styles.submit} aria-disabled={closed} data-busy={closed || undefined}>
        {t('session.login')}
      </button>
      {asksCode ? (
        <button
          type="button"
          className={styles.forgot}
          onClick={({ currentTarget }) => leaveCode(currentTarget.form)}
          disabled={closed}
        >
          {t('session.otp.back')}
        </button>
      ) : null}
    </form>
  );
}
