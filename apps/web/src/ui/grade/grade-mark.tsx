import type { Rating } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import styles from './grade.module.css';
import { toneOf } from './tone.ts';

const RING = (
  <>
    <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <circle cx="8" cy="8" r="3" fill="currentColor" />
  </>
);
const DISC = <circle cx="8" cy="8" r="5.5" fill="currentColor" />;
const SQUARE = <rect x="3" y="3" width="10" height="10" rx="2" fill="currentColor" />;
const TRIANGLE = <path d="M8 2 15 14H1Z" fill="currentColor" />;
const OCTAGON = (
  <>
    <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Z" fill="currentColor" />
    <path d="M8 4.5v4.2M8 11v.6" stroke="var(--on-color)" strokeWidth="1.7" strokeLinecap="round" />
  </>
);
const SLASH = <path d="M3 13 13 3" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />;

const chevrons = (d: string) => (
  <path d={d} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
);
const DOWN = chevrons('M3.5 6 8 10.5 12.5 6');
const DOWN_TWICE = chevrons('M3.5 3.5 8 8l4.5-4.5M3.5 8.5 8 13l4.5-4.5');
const UP = chevrons('M3.5 10 8 5.5 12.5 10');
const UP_TWICE = chevrons('M3.5 7.5 8 3l4.5 4.5M3.5 12.5 8 8l4.5 4.5');

/** Grades have five shapes; below and above the middle of a two-sided band are chevrons down and up. */
const MARK: Record<Rating, React.ReactNode> = {
  VERY_GOOD: RING,
  GOOD: DISC,
  NORMAL: SQUARE,
  BAD: TRIANGLE,
  VERY_BAD: OCTAGON,
  VERY_COLD: DOWN_TWICE,
  SOME_COLD: DOWN,
  NICE: SQUARE,
  SOME_HOT: UP,
  VERY_HOT: UP_TWICE,
  VERY_DRY: DOWN_TWICE,
  SOME_DRY: DOWN,
  COMFORTABLE: SQUARE,
  SOME_HUMID: UP,
  VERY_HUMID: UP_TWICE,
};

interface GradeMarkProps {
  rating: Rating | null;
  size?: number;
}

/** The shape of a rating, in the colour of the surrounding text. The word is beside it. */
export function GradeMark({ rating, size = 15 }: GradeMarkProps) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 16 16" style={{ flex: 'none' }}>
      {rating === null ? SLASH : MARK[rating]}
    </svg>
  );
}

interface GradeChipProps {
  /** null: nothing current is known, the value is missing or stale. */
  rating: Rating | null;
  /** Readings arrive: without a rating, none of them has grades. */
  reports?: boolean;
}

/** A rating as colour, shape and word: readable without seeing colours. */
export function GradeChip({ rating, reports = false }: GradeChipProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip} data-tone={toneOf(rating)}>
      <GradeMark rating={rating} />
      {rating === null ? t(reports ? 'grade.ungraded' : 'grade.none') : t(`grade.rating.${rating}`)}
    </span>
  );
}

interface GradeDotProps {
  rating: Rating | null;
}

/** A rating as a dot, where a chip has no room. The word is its tip and its label. */
export function GradeDot({ rating }: GradeDotProps) {
  const { t } = useTranslation();
  const word = rating === null ? t('grade.none') : t(`grade.rating.${rating}`);
  return <span className={styles.dot} data-tone={toneOf(rating)} role="img" aria-label={word} title={word} />;
}
