import styles from './stat.module.css';

interface StatProps {
  /** Ready to show. */
  value: string;
  unit?: string;
  caption?: React.ReactNode;
  size?: 'big' | 'medium';
  /** Grey: the value is old, not current. */
  muted?: boolean;
}

/** One number that the eye finds first. */
export function Stat({ value, unit, caption, size = 'big', muted = false }: StatProps) {
  const classes = [styles.big, size === 'medium' && styles.medium, muted && styles.muted];
  return (
    <div>
      <div className={classes.filter(Boolean).join(' ')}>
        {value}
        {unit === undefined ? null : <span className={styles.unit}>{unit}</span>}
      </div>
      {caption === undefined ? null : <div className={styles.caption}>{caption}</div>}
    </div>
  );
}
