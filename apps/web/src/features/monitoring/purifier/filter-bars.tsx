import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import styles from './purifier.module.css';
import { type FilterUse, filterUses } from './purifier-rules.ts';

const TONE: Record<FilterUse['level'], number> = { fine: 1, soon: 4, over: 5, unknown: 0 };

/** Use of each filter against the period of replacement. */
export function FilterBars({ state }: { state: PurifierState }) {
  const { t } = useTranslation();
  const filters = filterUses(state);
  if (filters.length === 0) return null;
  return (
    <section className={styles.filters}>
      <h3>{t('monitoring.purifier.filters')}</h3>
      {filters.map((filter) => (
        <FilterBar key={filter.number} filter={filter} />
      ))}
    </section>
  );
}

function FilterBar({ filter: { number, use_h, period_h, share, level } }: { filter: FilterUse }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hours = (value: number) => formatNumber(value, 0, language);
  const left = period_h === null ? 0 : period_h - use_h;
  return (
    <div className={styles.filter} data-tone={TONE[level]}>
      <div>
        <span>{t('monitoring.purifier.filter', { number })}</span>
        <b>
          {period_h === null
            ? t('monitoring.purifier.filterHours', { use: hours(use_h) })
            : t('monitoring.purifier.filterUse', { use: hours(use_h), period: hours(period_h) })}
        </b>
      </div>
      {share === null ? null : (
        <>
          <div className={styles.bar}>
            <i style={{ width: `${Math.min(100, share * 100)}%` }} />
          </div>
          <small>
            {level === 'over'
              ? t('monitoring.purifier.filterOver', { hours: hours(-left) })
              : t('monitoring.purifier.filterLeft', { hours: hours(left) })}
          </small>
        </>
      )}
    </div>
  );
}
