import { useTranslation } from 'react-i18next';
import styles from './table.module.css';
import type { SortTexts, TableColumn } from './table-column.ts';

interface TableSortSelectProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: SortTexts;
  onChange: (sort: string[]) => void;
  /** Whether the caller sorts the rows: once a column is chosen, they are always sorted by one. */
  ordered: boolean;
}

/** The order of cards, which have no headers to press: the phone's own list, the easiest there. */
export function TableSortSelect<Row>({ columns, sort, onChange, ordered }: TableSortSelectProps<Row>) {
  const { t } = useTranslation();
  const options = columns
    .filter(({ sortable }) => sortable !== false)
    .flatMap(({ id, header }) => [
      { value: `${id},ASC`, label: `${header} ↑` },
      { value: `${id},DESC`, label: `${header} ↓` },
    ]);
  const value = sort[0] ?? '';
  return (
    <label className={styles.sortSelect}>
      {t('common.table.cardSort')}
      <select value={value} onChange={({ target }) => onChange(target.value === '' ? [] : [target.value])}>
        {ordered && value !== '' ? null : <option value="">{t('common.table.usualSort')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
