import styles from './card.module.css';

interface CardGridProps {
  children: React.ReactNode;
  /** Narrowest width of a card in px; as many columns as fit. */
  min?: number;
}

export function CardGrid({ children, min = 340 }: CardGridProps) {
  const variables = { '--card-min': `${min}px` } as React.CSSProperties;
  return (
    <div className={styles.grid} style={variables}>
      {children}
    </div>
  );
}
