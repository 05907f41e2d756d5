import type { Rating } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import styles from './grade.module.css';
import { GradeMark } from './grade-mark.tsx';
import { toneOf } from './tone.ts';

interface GradeChipProps {
  /** null: nothing current is known, the value is missing or stale. */
  rating: Rating | null;
}

/** A rating as colour, shape and word: readable without seeing colours. */
export function GradeChip({ rating }: GradeChipProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip} data-tone={toneOf(rating)}>
      <GradeMark rating={rating} />
      {rating === null ? t('grade.none') : t(`grade.rating.${rating}`)}
    </span>
  );
}
