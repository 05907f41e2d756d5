import styles from './card.module.css';

interface CardHeaderProps {
  title: React.ReactNode;
  subtitle?: React.ReactNode;
  /** Chip, switch or buttons at the right end. */
  actions?: React.ReactNode;
}

export function CardHeader({ title, subtitle, actions }: CardHeaderProps) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      {subtitle === undefined ? null : <span className={styles.sub}>{subtitle}</span>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
