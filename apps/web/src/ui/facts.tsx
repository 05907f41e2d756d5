import styles from './stat.module.css';

interface FactsProps {
  children: React.ReactNode;
}

/** A line of small facts: `<Fact label="Meters">17 / 18</Fact>`. */
export function Facts({ children }: FactsProps) {
  return <div className={styles.facts}>{children}</div>;
}

interface FactProps {
  label: string;
  children: React.ReactNode;
}

export function Fact({ label, children }: FactProps) {
  return (
    <span className={styles.fact}>
      {label} <b>{children}</b>
    </span>
  );
}

/** The last fact, at the right end and without a label. */
export function FactEnd({ children }: FactsProps) {
  return <span className={styles.end}>{children}</span>;
}
