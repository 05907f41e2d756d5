import styles from './plain-table.module.css';

interface PlainTableProps {
  /** `thead` and `tbody`; `data-label` names a cell where a row becomes a paragraph on phones. */
  children: React.ReactNode;
}

/** A few rows within a card, without sorting or pages. On a phone each row is a paragraph. */
export function PlainTable({ children }: PlainTableProps) {
  return <table className={styles.table}>{children}</table>;
}
