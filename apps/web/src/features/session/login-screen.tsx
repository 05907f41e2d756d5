import { getWelcome } from '@airdeck/contract/session/routes';
import type { Session } from '@airdeck/contract/session/schema';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { followLanguage } from '../../lib/i18n/i18n.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { DemoRoles } from './demo-roles.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';

const ForgotDialog = lazy(async () => ({ default: (await import('./forgot-dialog.tsx')).ForgotDialog }));

interface LoginScreenProps {
  /** Called when the session is stored. */
  onLoggedIn: () => void;
}

/** Address `/`. */
export function LoginScreen({ onLoggedIn }: LoginScreenProps) {
  const { t } = useTranslation();
  const [entering, setEntering] = useState(false);
  const [forgot, setForgot] = useState(false);
  const welcome = useQuery(routeQuery(getWelcome, {}));
  const roles = welcome.data?.demo_roles ?? [];
  const enter = async (session: Session) => {
    setEntering(true);
    beginSession(session);
    await followLanguage();
    onLoggedIn();
  };
  return (
    <LoginFrame title={t('session.title')}>
      <LoginForm onSession={(session) => void enter(session)} disabled={entering} />
      <Button className={styles.forgot} onClick={() => setForgot(true)}>
        {t('session.forgot.open')}
      </Button>
      {forgot ? (
        <Suspense>
          <ForgotDialog onClose={() => setForgot(false)} />
        </Suspense>
      ) : null}
      {roles.length > 0 ? <DemoRoles roles={roles} onSession={(session) => void enter(session)} /> : null}
    </LoginFrame>
  );
}
