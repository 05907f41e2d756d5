import { isComparable } from '@airdeck/domain/completeness';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import styles from './list.module.css';

interface MeanCellProps {
  type: SensorType;
  averages: { mean: number; min: number; max: number };
  completeness: number;
}

/** A mean, and between what it lies; ≈ where too little was received to trust it. */
export function MeanCell({ type, averages: { mean, min, max }, completeness }: MeanCellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = (value: number) => formatReading(type, value, language);
  return (
    <span className={styles.mean}>
      <b>
        {isComparable(completeness) ? null : '≈ '}
        {text(mean)}
      </b>
      <small>{t('history.range', { min: text(min), max: text(max) })}</small>
    </span>
  );
}

/** How much of what was expected was received. */
export function CompletenessCell({ completeness }: { completeness: number }) {
  const { t } = useTranslation();
  const percent = Math.floor(completeness * 100);
  if (isComparable(completeness)) return `${percent} %`;
  const hint = t('history.thin', { percent });
  return (
    <span className={styles.thin} title={hint}>
      ≈ {percent} %<span className="sr">{hint}</span>
    </span>
  );
}
