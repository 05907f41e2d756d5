import type { Grade } from '@airdeck/domain/grade';
import { GRADES } from '@airdeck/domain/grade';
import styles from './grade.module.css';
import { GradeChip } from './grade-chip.tsx';
import { toneOf } from './tone.ts';

interface ShareBarProps {
  /** How many are in each grade. */
  counts: Readonly<Record<Grade, number>>;
  /** How many have no current grade: never heard, or silent. */
  none: number;
}

/** How many places are in which grade, as a bar and as a legend that says it in words. */
export function ShareBar({ counts, none }: ShareBarProps) {
  const parts = [...GRADES.map((grade) => ({ rating: grade, count: counts[grade] })), { rating: null, count: none }];
  const shown = parts.filter(({ rating, count }) => rating !== null || count > 0);
  return (
    <div>
      <div className={styles.share} aria-hidden="true">
        {shown.map(({ rating, count }) =>
          count === 0 ? null : <i key={rating ?? 'none'} data-tone={toneOf(rating)} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className={styles.legend}>
        {shown.map(({ rating, count }) => (
          <li key={rating ?? 'none'}>
            <GradeChip rating={rating} />
            <b>{count}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
