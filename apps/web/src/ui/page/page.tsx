import { useTitle } from '../use-title.ts';
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
  /** Saved views beside the title, for a screen whose state is in its address. */
  views?: React.ComponentType<{ title: string }>;
  /** Small controls on the line of the title. */
  beside?: React.ReactNode;
  /** At the right end; below the title on phones. */
  actions?: React.ReactNode;
  /** Whether the actions are small enough for the title's line on phones. */
  small?: boolean;
}

/** The screen's only h1. It names the browser's tab too. */
export function PageHeader(props: PageHeaderProps) {
  const { title, subtitle, views: Views, beside, actions, small = false } = props;
  useTitle(title);
  return (
    <header className={styles.header}>
      <div>
        <div className={styles.title}>
          <h1>{title}</h1>
          {Views === undefined ? null : <Views title={title} />}
          {beside}
        </div>
        {subtitle === undefined ? null : <div className={styles.sub}>{subtitle}</div>}
      </div>
      {actions === undefined ? null : (
        <div className={styles.actions} data-small={small || undefined}>
          {actions}
        </div>
      )}
    </header>
  );
}
