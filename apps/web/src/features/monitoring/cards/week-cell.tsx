import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { GradeDot } from '../../../ui/grade/grade-dot.tsx';
import styles from './week-cell.module.css';

/** A week's mean index in a table, marked when it was made of too little. */
export function WeekCell({ week }: { week: WeekAverage | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (week === undefined || week.index === null) return '–';
  const thin = !isComparable(week.completeness);
  const hint = t('monitoring.incomplete', { percent: Math.round(week.completeness * 100) });
  return (
    <span className={styles.week} data-thin={thin || undefined} title={thin ? hint : undefined}>
      {thin ? <span aria-hidden="true">≈</span> : null}
      {formatIndex(week.index, language)}
      <GradeDot rating={week.grade} />
      {thin ? <span className="sr">{hint}</span> : null}
    </span>
  );
}
