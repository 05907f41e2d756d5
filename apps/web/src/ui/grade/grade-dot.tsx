import type { Rating } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import styles from './grade.module.css';
import { toneOf } from './tone.ts';

interface GradeDotProps {
  rating: Rating | null;
}

/** A rating where a chip has no room: beside a number or a name. The word is its tip and its name. */
export function GradeDot({ rating }: GradeDotProps) {
  const { t } = useTranslation();
  const word = rating === null ? t('grade.none') : t(`grade.rating.${rating}`);
  return <span className={styles.dot} data-tone={toneOf(rating)} role="img" aria-label={word} title={word} />;
}
