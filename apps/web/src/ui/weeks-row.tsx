import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../lib/format/number.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { GradeDot } from './grade/grade-dot.tsx';
import styles from './stat.module.css';

/** Below this share of received frames an average is too thin to compare with. */
const ENOUGH = 0.75;

interface WeeksRowProps {
  weeks: readonly WeekAverage[];
}

/** Mean index of today and of the same hours 1, 2 and 3 weeks ago. */
export function WeeksRow({ weeks }: WeeksRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <dl className={styles.weeks}>
      {weeks.map(({ weeks_ago, index, grade, completeness }) => {
        const thin = index !== null && completeness < ENOUGH;
        const hint = t('monitoring.incomplete', { percent: Math.round(completeness * 100) });
        return (
          <div key={weeks_ago}>
            <dt>{weeks_ago === 0 ? t('monitoring.week.today') : t('monitoring.week.ago', { weeks: weeks_ago })}</dt>
            <dd data-incomplete={thin || undefined} title={thin ? hint : undefined}>
              {thin ? <span aria-hidden="true">≈</span> : null}
              {formatIndex(index, language)}
              {index === null ? null : <GradeDot rating={grade} />}
              {thin ? <span className="sr">{hint}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
