import styles from './tag.module.css';

/** A word beside a value: that a row says it itself, that it is planned, what kind it is. */
export function Tag({ children }: { children: React.ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
