import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTitle } from '../../ui/use-title.ts';
import styles from './login.module.css';

interface LoginFrameProps {
  title: string;
  children: React.ReactNode;
}

/** The frame of the screens that need no session: the brand on one side, a form on the other. */
export function LoginFrame({ title, children }: LoginFrameProps) {
  const { t } = useTranslation();
  useTitle(title);
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
          <h1>{title}</h1>
          {children}
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

/** Slowly drifting streams of air; still for users who prefer reduced motion. */
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
