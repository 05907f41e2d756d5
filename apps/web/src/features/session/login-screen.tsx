import { getWelcome } from '@airdeck/contract/session/routes';
import type { Session } from '@airdeck/contract/session/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../lib/api/route-query.ts';
import { followLanguage } from '../../lib/i18n/i18n.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTitle } from '../../ui/page/use-title.ts';
import { AirStreams } from './air-streams.tsx';
import { DemoRoles } from './demo-roles.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';

interface LoginScreenProps {
  /** The session is stored: where to now? */
  onLoggedIn: () => void;
}

/** Address `/`: the brand on one side, where to type on the other. */
export function LoginScreen({ onLoggedIn }: LoginScreenProps) {
  const { t } = useTranslation();
  useTitle(t('session.title'));
  const [entering, setEntering] = useState(false);
  const welcome = useQuery(routeQuery(getWelcome, {}));
  const roles = welcome.data?.demo_roles ?? [];
  const enter = async (session: Session) => {
    setEntering(true);
    beginSession(session);
    await followLanguage();
    onLoggedIn();
  };
  return (
    <div className={styles.screen}>
      <header className={styles.brand}>
        <AirStreams />
        <Logo size={46} />
        <p>{t('session.claim')}</p>
      </header>
      <main className={styles.side}>
        <div className={styles.language}>
          <LanguageSwitch />
        </div>
        <div className={styles.box}>
          <h1>{t('session.title')}</h1>
          <LoginForm onSession={(session) => void enter(session)} disabled={entering} />
          {roles.length > 0 ? <DemoRoles roles={roles} onSession={(session) => void enter(session)} /> : null}
        </div>
        <footer className={styles.foot}>© 2024 Airdeck</footer>
      </main>
    </div>
  );
}
