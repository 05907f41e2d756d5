import type { FilterLifeView } from '@airdeck/contract/purifier/filter';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/number.ts';
import { formatDay } from '../../lib/format/read-day.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import type { Tone } from '../theme/tokens.ts';
import styles from './filter-life.module.css';

export const FILTER_TONE: Readonly<Record<FilterLifeView['level'], Tone>> = { FINE: 1, DUE: 4, EXPIRED: 5, UNKNOWN: 0 };

/** A longer forecast from the last weeks is meaningless. */
const FORESEEN_DAYS = 365;

/** How long a filter still lasts, in words: days where they can be forecast. */
export function useFilterText(): (life: Pick<FilterLifeView, 'level' | 'days_left'>) => string {
  const { t } = useTranslation();
  return ({ level, days_left }) => {
    if (days_left !== null && days_left <= -1) return t('purifier.filter.over', { count: Math.floor(-days_left) });
    if (days_left !== null && days_left < 1) return t('purifier.filter.today');
    if (days_left !== null && days_left > FORESEEN_DAYS) return t('purifier.filter.long');
    if (days_left !== null) return t('purifier.filter.left', { count: Math.floor(days_left) });
    return t(
      `purifier.filter.${level === 'EXPIRED' ? 'expired' : level === 'DUE' ? 'due' : level === 'FINE' ? 'fine' : 'unknown'}`,
    );
  };
}

interface FilterLifeBarProps {
  life: FilterLifeView;
  /** More lines, or a button. */
  children?: React.ReactNode;
}

/** A filter: days left, its use as a bar, and its hours in small. */
export function FilterLifeBar({ life, children }: FilterLifeBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const textOf = useFilterText();
  const { number, used_h, period_h, hours_per_day, days_left, due_day } = life;
  const used = Math.round(used_h);
  const facts = [
    period_h === null
      ? t('purifier.filter.used', { used })
      : t('purifier.filter.usedOf', { used, period: Math.round(period_h) }),
    ...(hours_per_day === null
      ? []
      : [t('purifier.filter.perDay', { hours: formatNumber(hours_per_day, 1, language) })]),
    ...(due_day === null || (days_left ?? 0) > FORESEEN_DAYS
      ? []
      : [t('purifier.filter.dueDay', { day: formatDay(due_day, language) })]),
  ];
  return (
    <div className={styles.filter} data-tone={FILTER_TONE[life.level]}>
      <div className={styles.head}>
        <span>{t('monitoring.purifier.filter', { number })}</span>
        <b>{textOf(life)}</b>
      </div>
      {period_h === null ? null : (
        <div className={styles.bar}>
          <i style={{ width: `${Math.min(100, (used_h / period_h) * 100)}%` }} />
        </div>
      )}
      <small>{facts.join(t('common.separator'))}</small>
      {children}
    </div>
  );
}
