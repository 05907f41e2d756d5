import styles from './page.module.css';

interface PageProps {
  children: React.ReactNode;
}

/** A screen's content below the top bar: PageHeader first, then cards, one below the other. */
export function Page({ children }: PageProps) {
  return <div className={styles.page}>{children}</div>;
}
