import type { ExportProgress } from '@airdeck/contract/export-file';
import LinearProgress from '@mui/material/LinearProgress';
import styles from './export.module.css';

interface RowsProgressProps {
  /** How far it is, in words. */
  text: string;
  /** Undefined while the number of rows is not known: it only shows that something is going on. */
  known: ExportProgress | undefined;
  /** Says how to stop it. */
  hint: string;
  role?: 'status';
}

/** How far a file is that is being written or read. */
export function RowsProgress({ text, known, hint, role }: RowsProgressProps) {
  return (
    <div className={styles.progress} role={role}>
      <LinearProgress
        aria-label={text}
        {...(known ? { variant: 'determinate', value: Math.round((100 * known.rows) / known.total) } : {})}
      />
      <p>{text}</p>
      <small>{hint}</small>
    </div>
  );
}

/** Its properties once the server has counted the rows. */
export const knownProgress = (progress: ExportProgress | undefined): ExportProgress | undefined =>
  progress !== undefined && progress.total > 0 ? progress : undefined;
