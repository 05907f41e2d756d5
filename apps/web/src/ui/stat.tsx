import type { WeekAverage } from '@airdeck/contract/monitoring/schema';
import { isComparable } from '@airdeck/domain/completeness';
import { useTranslation } from 'react-i18next';
import { formatIndex } from '../lib/format/number.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { GradeDot } from './grade/grade-mark.tsx';
import { Icon } from './icon.tsx';
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

/** One large number. */
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

interface WeeksRowProps {
  weeks: readonly WeekAverage[];
  /** When the hours that are compared end, as the place's clock shows it. */
  until: string;
}

/** Mean index of today and of the same hours 1, 2 and 3 weeks ago; the hours are named. */
export function WeeksRow({ weeks, until }: WeeksRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={styles.compared}>
      <p title={t('monitoring.week.hint', { until })}>{t('monitoring.week.same', { until })}</p>
      <dl className={styles.weeks}>
        {weeks.map(({ weeks_ago, index, grade, completeness, maintenance }) => {
          const thin = index !== null && !isComparable(completeness);
          const hint = t('monitoring.incomplete', { percent: Math.round(completeness * 100) });
          return (
            <div key={weeks_ago}>
              <dt>{weeks_ago === 0 ? t('monitoring.week.today') : t('monitoring.week.ago', { weeks: weeks_ago })}</dt>
              <dd data-incomplete={thin || undefined} title={thin ? hint : undefined}>
                {thin ? <span aria-hidden="true">≈</span> : null}
                {formatIndex(index, language)}
                {index === null ? null : <GradeDot rating={grade} />}
                {thin ? <span className="sr">{hint}</span> : null}
                <WithMaintenance index={index} maintenance={maintenance} />
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** Marks a mean whose time touches a maintenance window. */
export function WithMaintenance({ index, maintenance }: Pick<WeekAverage, 'index' | 'maintenance'>) {
  const { t } = useTranslation();
  if (index === null || maintenance !== true) return null;
  return (
    <span className={styles.maintenance} title={t('monitoring.week.maintenance')}>
      <Icon name="pause" size={14} />
      <span className="sr">{t('monitoring.week.maintenance')}</span>
    </span>
  );
}
