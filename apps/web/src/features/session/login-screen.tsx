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
import { useTitle } from '../../ui/page/page.tsx';
import { DemoRoles } from './demo-roles.tsx';
import styles from './login.module.css';
import { LoginForm } from './login-form.tsx';

interface LoginScreenProps {
  /** Called when the session is stored. */
  onLoggedIn: () => void;
}

/** Address `/`: the brand on one side, the form on the other. */
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

const COUNT = 22;

/** One stream of air: all of them follow the same bend, closer together where the air is slower. */
function stream(i: number): string {
  const y = 40 + i * 24;
  const bend = 90 - i * 3;
  return `M-60 ${y + bend}C140 ${y - bend * 1.6} 300 ${y + bend * 1.7} 470 ${y}S700 ${y - bend} 820 ${y + bend * 0.4}`;
}

const STREAMS = Array.from({ length: COUNT }, (_, i) => stream(i));

/** Slowly drifting streams of air; they stand still for users who prefer reduced motion. */
function AirStreams() {
  return (
    <svg className={styles.streams} aria-hidden="true" viewBox="0 0 720 600" preserveAspectRatio="xMidYMid slice">
      {STREAMS.map((d, i) => (
        <path
          key={d}
          d={d}
          style={{ animationDelay: `${i * -1.7}s`, opacity: 0.1 + 0.26 * Math.sin((i / COUNT) * Math.PI) }}
        />
      ))}
    </svg>
  );
}
