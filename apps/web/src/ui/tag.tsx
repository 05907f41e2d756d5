import styles from './tag.module.css';

/** A word beside a value: own, planned, kind. */
export function Tag({ children }: { children: React.ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
