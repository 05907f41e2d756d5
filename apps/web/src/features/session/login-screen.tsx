import { getWelcome } from '@airdeck/contract/session/routes';
import type { Session } from '@airdeck/contract/session/schema';
import { setOwnLanguage } from '@airdeck/contract/user/own-routes';
import type { Role } from '@airdeck/domain/role';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { ApiFailure } from '../../lib/failure.ts';
import {
  currentLanguage,
  followLanguageWithPublicTexts,
  readChosenLanguage,
  writeChosenLanguage,
} from '../../lib/i18n/i18n.ts';
import { beginSession, refreshUser, sessionStore } from '../../lib/session/session-store.ts';
import { tellSession } from '../../lib/session/share-session.ts';
import { useStore } from '../../lib/store.ts';
import { DemoRoles } from './demo-roles.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';

// Most installations have no single sign-on, so Login does not wait for it.
const SignOn = lazy(async () => ({ default: (await import('./sign-on.tsx')).SignOn }));
const SignOnAnswer = lazy(async () => ({ default: (await import('./sign-on-answer.tsx')).SignOnAnswer }));
const ForgotDialog = lazy(async () => {
  const [{ ForgotDialog }] = await Promise.all([import('./forgot-dialog.tsx'), followLanguageWithPublicTexts()]);
  return { default: ForgotDialog };
});

/** Reason why the previous session ended. */
export type LoginNote = 'LOGGED_OUT' | 'EXPIRED';

interface LoginScreenProps {
  note: LoginNote | null;
  /** The query with which a provider of single sign-on has sent the browser back. */
  answer?: string | null;
}

/** The roles that the demo offers; elsewhere none. Login works without an answer. */
function useDemoRoles(): readonly Role[] {
  const [roles, setRoles] = useState<readonly Role[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call(getWelcome, { signal: stop.signal }).then(
      (welcome) => setRoles(welcome.demo_roles),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return roles;
}

/** A language that was switched to here is meant for good: the person's own becomes the same. */
async function keepLanguage({ language, must_renew }: Session['user']): Promise<void> {
  const chosen = readChosenLanguage();
  if (chosen === null || chosen === language || must_renew) return;
  refreshUser(await call(setOwnLanguage, { body: { language: chosen } }));
}

/** Address `/`. With a session it is shown until the console is loaded. */
export function LoginScreen({ note, answer = null }: LoginScreenProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Error | null>(null);
  const [forgot, setForgot] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const roles = useDemoRoles();
  const begin = (session: Session) => {
    beginSession(session);
    tellSession();
  };
  const enter = (session: Session) => {
    begin(session);
    // Refused, it holds in this tab all the same.
    void keepLanguage(session.user).catch(() => undefined);
  };
  /** All visitors share the users of the demo, so the chosen language is kept in the tab only. */
  const enterDemo = (session: Session) => {
    writeChosenLanguage(currentLanguage());
    begin(session);
  };
  const [finishing, setFinishing] = useState(answer !== null);
  const entering = useStore(sessionStore) !== null || finishing;
  return (
    <LoginFrame title={t('session.title')}>
      <Note failure={failure} note={finishing ? 'FINISHING' : note} />
      <LoginForm onSession={enter} onFailure={setFailure} onCode={setCode} disabled={entering} />
      <Suspense>
        <SignOn code={code} onFailure={setFailure} disabled={entering} />
        {answer === null ? null : (
          <SignOnAnswer answer={answer} onSession={enter} onFailure={setFailure} onEnd={() => setFinishing(false)} />
        )}
      </Suspense>
      <button type="button" className={styles.forgot} onClick={() => setForgot(true)}>
        {t('session.forgot.open')}
      </button>
      {forgot ? (
        <Suspense>
          <ForgotDialog onClose={() => setForgot(false)} />
        </Suspense>
      ) : null}
      {roles.length > 0 ? (
        <DemoRoles roles={roles} onSession={enterDemo} onFailure={setFailure} disabled={entering} />
      ) : null}
    </LoginFrame>
  );
}

const NOTES = {
  LOGGED_OUT: 'info.logout',
  EXPIRED: 'error.EXPIRED_TOKEN',
  FINISHING: 'session.signOn.finishing',
} as const;

/** The line above the form: what to do, what happened before, or why the last try failed. Its room is always the same. */
function Note({ failure, note }: { failure: Error | null; note: keyof typeof NOTES | null }) {
  const { t } = useTranslation();
  if (failure instanceof ApiFailure && failure.code === 'SECOND_FACTOR_REQUIRED') {
    return (
      <p className={styles.note} role="status">
        {failure.message}
      </p>
    );
  }
  if (failure !== null) {
    return (
      <p className={styles.note} role="alert" data-failed>
        {failure.message}
      </p>
    );
  }
  return (
    <p className={styles.note} role="status">
      {note === null ? t('session.intro') : t(NOTES[note])}
    </p>
  );
}
