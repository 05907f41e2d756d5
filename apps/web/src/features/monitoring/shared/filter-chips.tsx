import { useTranslation } from 'react-i18next';
import { sensorNameKey } from '../../../lib/format/sensor-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type MonitoringSearch, NAME_FILTERS, useMonitoringSearch } from '../address/search.ts';
import styles from './shared.module.css';

interface FilterChipsProps {
  /** Numbers of filtered and of all items. */
  shown: number;
  total: number;
}

const NO_FILTERS: MonitoringSearch = {
  organization: undefined,
  office: undefined,
  department: undefined,
  meter: undefined,
  grade: undefined,
  type: undefined,
};

/** The active filters, which can be removed one by one or all at once. Nothing while there is none. */
export function FilterChips({ shown, total }: FilterChipsProps) {
  const { t } = useTranslation();
  const [search, change] = useMonitoringSearch();
  const { grade = [], type = [] } = search;
  const chips = [
    ...NAME_FILTERS.flatMap((key) =>
      search[key] === undefined
        ? []
        : [{ key, label: `${t(`monitoring.kind.${key}`)}: ${search[key]}`, less: { [key]: undefined } }],
    ),
    ...grade.map((each) => ({
      key: each,
      label: each === 'NONE' ? t('grade.none') : t(`grade.rating.${each}`),
      less: { grade: without(grade, each) },
    })),
    ...type.map((each) => ({ key: each, label: t(sensorNameKey(each)), less: { type: without(type, each) } })),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      <span role="status">{t('monitoring.filter.shown', { shown, total })}</span>
      {chips.map(({ key, label, less }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-label={t('monitoring.filter.remove', { label })}
          onClick={() => change(less)}
        >
          {label}
          <Icon name="close" size={14} />
        </button>
      ))}
      <button type="button" className={styles.clear} onClick={() => change(NO_FILTERS)}>
        {t('monitoring.filter.clear')}
      </button>
    </div>
  );
}

function without<T>(list: readonly T[], item: T): T[] | undefined {
  const rest = list.filter((each) => each !== item);
  return rest.length === 0 ? undefined : rest;
}
