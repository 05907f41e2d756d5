import { useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  children: React.ReactNode;
}

/** A screen's content below the top bar: PageHeader first, then cards, one below the other. */
export function Page({ children }: PageProps) {
  return <div className={styles.page}>{children}</div>;
}

interface PageHeaderProps {
  title: string;
  subtitle?: React.ReactNode;
  /** At the right end; below the title on phones. */
  actions?: React.ReactNode;
}

/** The screen's only h1. It names the browser's tab too. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        {subtitle === undefined ? null : <div className={styles.sub}>{subtitle}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Names the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Airdeck`;
  }, [title]);
}
